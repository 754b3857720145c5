import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

/// Asks the decisions service of a world as a session would.
struct DecisionsDriver {
  var driver: WorldDriver

  init(replacing members: [(String, JSONValue)] = []) throws { driver = try WorldDriver(replacing: members) }

  /// A world with these points and catalogues only.
  init(points: JSONValue, catalogues: JSONValue = [:]) throws {
    try self.init(replacing: [("points", points), ("catalogues", catalogues)])
  }

  static func request(
    _ names: [String], context: [(String, JSONValue)] = [], individualId: String = "device-1",
    path: String = "/personalization/decisions"
  ) -> HTTPRequest {
    var members = JSONObject()
    members["individualId"] = .string(individualId)
    members["dataspace"] = "default"
    for (name, value) in context { members[name] = value }
    return request(
      body: ["context": .object(members), "personalizationPoints": .array(names.map { ["name": .string($0)] })],
      path: path)
  }

  static func request(body: JSONValue, path: String = "/personalization/decisions") -> HTTPRequest {
    request(text: body.text, path: path)
  }

  static func request(text: String?, path: String = "/personalization/decisions") -> HTTPRequest {
    HTTPRequest(
      service: .decisions, method: "POST", path: path, headers: [HTTPHeader("Content-Type", "application/json")],
      body: text)
  }

  mutating func response(_ request: HTTPRequest) throws -> HTTPResponse { try driver.response(request) }

  /// The body of a success.
  mutating func body(_ request: HTTPRequest) throws -> JSONValue {
    let response = try response(request)
    try #require(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
    return try JSON.parse(response.body)
  }

  /// The entry of a point, or nil.
  mutating func entry(
    _ name: String, _ context: [(String, JSONValue)] = [], individualId: String = "device-1"
  ) throws -> JSONValue? {
    let body = try body(Self.request([name], context: context, individualId: individualId))
    return (body["personalizations"]?.array ?? []).first { $0["personalizationPointName"]?.string == name }
  }

  /// The ids of the items of `product_recs`, in order.
  mutating func items(_ context: [(String, JSONValue)] = []) throws -> [String] {
    try Self.items(entry("product_recs", context))
  }

  static func items(_ entry: JSONValue?) throws -> [String] {
    (entry?["data"]?.array ?? []).compactMap { $0["ssot__Id__c"]?.string }
  }

  /// The attributes that the answer says nothing read; nil without the header.
  mutating func unused(_ names: [String], _ context: [(String, JSONValue)]) throws -> String? {
    try response(Self.request(names, context: context)).headers.first { $0.name == "X-Flagsh-Unused-Attributes" }?.value
  }
}
