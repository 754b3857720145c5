import ServiceMessages
import TextFormats
import Vocabulary

/// The remote evaluation service as its clients see it: `/sdk/v2/vardata` (amplitude.md 2 and 3).
enum EvaluationService {
  private static let path = "/sdk/v2/vardata"

  /// Answers with every served flag's variant, default ones too, as version 2 of the service does.
  static func answer(_ request: HTTPRequest, flags: inout WorldFlags) -> HTTPResponse {
    guard request.path.prefix(while: { $0 != "?" }) == path else { return .text(404, "Not Found") }
    guard request.method == "GET" || request.method == "POST" else { return .text(405, "Method Not Allowed") }
    guard request.header("Authorization") == "Api-Key " + SecretPlaceholder.deploymentKey else {
      return .text(401, "Invalid deployment")
    }
    guard let written = writtenUser(of: request), !written.isEmpty else { return .text(400, "Missing user") }
    guard let user = user(of: request) else { return .text(400, "Invalid user") }
    guard isFilled(user["user_id"]) || isFilled(user["device_id"]) else {
      return .text(400, "User must have a user_id or a device_id")
    }
    var keys: [String]?
    if let header = request.header("X-Amp-Exp-Flag-Keys"), !header.isEmpty {
      guard let listed = json(header)?.array, let texts = texts(listed) else { return .text(400, "Invalid flag keys") }
      // Like the service's own engine, which takes an empty list for no wish at all (evaluation.md 13).
      keys = texts.isEmpty ? nil : texts
    }
    do {
      return .json(200, try flags.evaluate(user: user, keys: keys))
    } catch  where error.code == "invalidUser" {
      return .text(400, error.message)
    } catch {
      return .text(500, error.message)
    }
  }

  /// The user that a request is about; nil when it names none that can be read.
  static func user(of request: HTTPRequest) -> JSONValue? {
    guard let user = writtenUser(of: request).flatMap(json), user.object != nil else { return nil }
    return user
  }

  private static func writtenUser(of request: HTTPRequest) -> String? {
    let header = request.header("X-Amp-Exp-User")
    return request.method == "POST" ? request.body ?? header : header
  }

  private static func isFilled(_ id: JSONValue?) -> Bool {
    switch id {
    case nil, .null: false
    case .string(let text): !text.isEmpty
    default: true
    }
  }

  private static func texts(_ values: [JSONValue]) -> [String]? {
    let texts = values.compactMap(\.string)
    return texts.count == values.count ? texts : nil
  }

  /// The JSON of a header: plain as sessions write it, or base64 in either alphabet, padded or not (amplitude.md 2.2).
  private static func json(_ text: String) -> JSONValue? {
    if let value = try? JSON.parse(text) { return value }
    var digits = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    return Base64.decode(String(decoding: digits, as: UTF8.self), as: .url).flatMap { try? JSON.parse($0) }
  }
}
