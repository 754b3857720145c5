import TextFormats
import Vocabulary

/// The body of a request to the world itself, read strictly.
struct WorldQuery {
  let body: JSONValue

  init(_ text: String?) throws(WorldFailure) {
    guard let text, let body = try? JSON.parse(text), body.object != nil else {
      throw .bad("badRequest", "the body is not a JSON object")
    }
    self.body = body
  }

  func text(_ name: String) throws(WorldFailure) -> String {
    guard let text = body[name]?.string else { throw .bad("badRequest", "\"\(name)\" is not a string") }
    return text
  }

  /// A text that may be null or absent.
  func optionalText(_ name: String) throws(WorldFailure) -> String? {
    guard let value = body[name], !value.isNull else { return nil }
    return try text(name)
  }

  func integer(_ name: String, in range: ClosedRange<Int64>) throws(WorldFailure) -> Int64 {
    guard let integer = body[name]?.integer, range.contains(integer) else {
      throw .bad(
        "badRequest", "\"\(name)\" is not an integer between \(range.lowerBound) and \(range.upperBound)")
    }
    return integer
  }

  /// An integer that may be null or absent.
  func optionalInteger(_ name: String, in range: ClosedRange<Int64>) throws(WorldFailure) -> Int? {
    guard let value = body[name], !value.isNull else { return nil }
    return Int(try integer(name, in: range))
  }

  /// One of the services that have latencies, faults and holds.
  func service() throws(WorldFailure) -> Service {
    let name = try text("service")
    guard let service = Service.ofTheApp.first(where: { $0.rawValue.isExactly(name) }) else {
      throw .unknown("service", name, code: "unknownService", in: Service.ofTheApp.map(\.rawValue))
    }
    return service
  }
}
