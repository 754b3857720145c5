import ServiceMessages
import TextFormats

/// Why the world refuses a request made to itself.
struct WorldFailure: Error {
  var status: Int
  var code: String
  var message: String
  var hint: String?

  /// The request itself is wrong.
  static func bad(_ code: String, _ message: String, hint: String? = nil) -> WorldFailure {
    WorldFailure(status: 400, code: code, message: message, hint: hint)
  }

  /// What the request names is not there.
  static func absent(_ code: String, _ message: String, hint: String? = nil) -> WorldFailure {
    WorldFailure(status: 404, code: code, message: message, hint: hint)
  }

  /// A name that is none of `names`.
  static func unknown(_ what: String, _ name: String, code: String, in names: [String]) -> WorldFailure {
    let nearest = NearestName.nearestName(to: name, in: names)
    let list = names.isEmpty ? "there is none" : "there is \(names.joined(separator: ", "))"
    return absent(code, "unknown \(what) \"\(name)\"", hint: nearest.map { "did you mean \($0)?" } ?? list)
  }

  var response: HTTPResponse {
    .json(status, ["error": ["code": .string(code), "message": .string(message), "hint": JSONValue(hint)]])
  }
}
