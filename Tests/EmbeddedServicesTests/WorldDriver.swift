import Foundation
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

/// Drives a world as a session would, with a clock of its own and request numbers counted from 1.
struct WorldDriver {
  static let start: Int64 = 1_767_225_600_000_000
  static let builtInBytes: [UInt8] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? Data(contentsOf: root.appendingPathComponent("Config/world.json"))).map { Array($0) } ?? []
  }()

  var world: EmbeddedWorld
  var now = Instant.start
  var lastId = 0

  init(_ file: WorldFile? = nil) throws {
    world = EmbeddedWorld(
      try file ?? WorldFile(parsing: Self.builtInBytes, file: "world.json"), startMicroseconds: Self.start)
  }

  /// The built-in world with some top-level members in place of its own.
  init(replacing members: [(String, JSONValue)]) throws {
    try self.init(try WorldFile(parsing: Self.file(replacing: members), file: "world.json"))
  }

  static func file(replacing members: [(String, JSONValue)]) throws -> [UInt8] {
    var object = try #require(try JSON.parse(builtInBytes).object)
    for (name, value) in members { object[name] = value.unlessNull }
    return Array(JSONValue.object(object).text.utf8)
  }

  @discardableResult
  mutating func send(_ request: HTTPRequest) -> Int {
    lastId += 1
    world.perform(.request(id: lastId, request), at: now)
    return lastId
  }

  /// Takes the next input, whenever it is due, and moves the clock there.
  mutating func next(notAfter limit: Instant = Instant(microseconds: .max)) -> Input? {
    guard let input = world.next(notAfter: limit) else { return nil }
    now = max(now, input.time)
    return input
  }

  /// The answer to the request, taking whatever comes before it.
  mutating func answer(to request: Int) throws -> Answer {
    while let input = next() {
      if case .answer(request, let answer) = input.kind { return answer }
    }
    throw Missing(request: request)
  }

  struct Missing: Error { var request: Int }

  /// Sends and awaits a response.
  mutating func response(_ request: HTTPRequest) throws -> HTTPResponse {
    guard case .response(let response) = try answer(to: send(request)) else { throw Missing(request: lastId) }
    return response
  }

  mutating func control(_ path: String, _ body: JSONValue) throws -> (status: Int, body: JSONValue) {
    let response = try response(Requests.control(path, body))
    return (response.status, try JSON.parse(response.body))
  }
}

enum Requests {
  static let authorization = HTTPHeader("Authorization", "Api-Key {{AMPLITUDE_DEPLOYMENT_KEY}}")

  static func control(_ path: String, _ body: JSONValue) -> HTTPRequest {
    HTTPRequest(service: .world, method: "POST", path: "/flagsh/\(path)", body: body.text)
  }

  static func evaluation(_ user: JSONValue, extra: [HTTPHeader] = []) -> HTTPRequest {
    evaluation(userHeader: user.text, extra: extra)
  }

  static func evaluation(userHeader: String, extra: [HTTPHeader] = []) -> HTTPRequest {
    HTTPRequest(
      service: .evaluation, method: "GET", path: "/sdk/v2/vardata?v=0",
      headers: [authorization, HTTPHeader("X-Amp-Exp-User", userHeader)] + extra)
  }

  static func upload(_ events: [JSONValue], options: JSONValue? = nil, path: String = "/2/httpapi") -> HTTPRequest {
    var body: JSONObject = JSONObject()
    body["api_key"] = "{{AMPLITUDE_API_KEY}}"
    body["events"] = .array(events)
    body["options"] = options
    return HTTPRequest(service: .analytics, method: "POST", path: path, body: JSONValue.object(body).text)
  }

  static func event(
    _ type: String, user: String? = "tester-expanded", device: String? = "device-1", insertId: String? = nil,
    time: JSONValue = 1_767_225_600_000, properties: JSONValue = [:]
  ) -> JSONValue {
    var event = JSONObject()
    event["event_type"] = .string(type)
    event["user_id"] = user.map(JSONValue.string)
    event["device_id"] = device.map(JSONValue.string)
    event["insert_id"] = insertId.map(JSONValue.string)
    event["time"] = time
    event["event_properties"] = properties
    return .object(event)
  }

  static func exposure(_ variant: String?, user: String?, device: String = "device-1", insertId: String) -> JSONValue {
    var properties = JSONObject()
    properties["flag_key"] = "report-layout"
    properties["variant"] = variant.map(JSONValue.string)
    properties["experiment_key"] = "exp-1"
    properties["metadata"] = ["segmentName": "Testers"]
    return event("$exposure", user: user, device: device, insertId: insertId, properties: .object(properties))
  }
}
