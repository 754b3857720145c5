import ServiceMessages
import TextFormats
import Vocabulary

extension HTTPResponse {
  /// A JSON answer with stable bytes.
  static func json(_ status: Int, _ body: JSONValue) -> HTTPResponse {
    var bytes: [UInt8] = []
    body.write(into: &bytes)
    return HTTPResponse(status: status, headers: [HTTPHeader("Content-Type", "application/json")], body: bytes)
  }

  static func text(_ status: Int, _ body: String) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "text/plain; charset=utf-8")], body: Array(body.utf8))
  }

  /// What a service that fails on purpose says: plain text from evaluation, JSON from others.
  ///
  /// - Parameter number: how many requests met the fault before.
  static func fault(_ status: Int, of service: Service, number: Int = 0) -> HTTPResponse {
    let reason = reasons.first { $0.status == status }?.reason ?? "Status \(status)"
    switch service {
    case .decisions: return DecisionsService.fault(status, number: number, reason: reason)
    case .analytics, .world: return .json(status, ["code": JSONValue(status), "error": .string(reason)])
    case .evaluation: return .text(status, reason)
    }
  }

  /// Reason phrases of the statuses that people ask for (RFC 9110).
  private static let reasons: [(status: Int, reason: String)] = [
    (200, "OK"), (201, "Created"), (202, "Accepted"), (204, "No Content"), (301, "Moved Permanently"), (302, "Found"),
    (304, "Not Modified"), (400, "Bad Request"), (401, "Unauthorized"), (403, "Forbidden"), (404, "Not Found"),
    (405, "Method Not Allowed"), (408, "Request Timeout"), (409, "Conflict"), (413, "Content Too Large"),
    (414, "URI Too Long"), (429, "Too Many Requests"), (431, "Request Header Fields Too Large"),
    (500, "Internal Server Error"), (501, "Not Implemented"), (502, "Bad Gateway"), (503, "Service Unavailable"),
    (504, "Gateway Timeout"),
  ]
}
