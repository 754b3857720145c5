import LiveServices
import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

/// The session's requests as the services see them, compared with what the real clients send (amplitude.md 2.1, 2.2, 6.1;
/// personalization.md 1).
@Suite struct WireTests {
  static let identity = Identity(
    userId: "tester-ÿ?>", deviceId: "device-0001",
    properties: JSONObject(members: [JSONMember("plan", "pro"), JSONMember("seats", 3)]))

  // python3: base64.urlsafe_b64encode of the sorted JSON, `=` taken off.
  static let userHeader = """
    eyJkZXZpY2VfaWQiOiJkZXZpY2UtMDAwMSIsImxpYnJhcnkiOiJleHBlcmltZW50LWlvcy1jbGllbnQvMS4yMC4xIiwidXNlcl9pZCI6InRlc3Rlci3D\
    vz8-IiwidXNlcl9wcm9wZXJ0aWVzIjp7InBsYW4iOiJwcm8iLCJzZWF0cyI6M319
    """

  static let event = UploadEvent(
    type: "Report Previewed", userId: "tester-expanded", deviceId: "device-0001", time: 1_767_225_600_123,
    insertId: "insert-1", eventId: 1, sessionId: 1_767_225_600_000, platform: "iOS",
    properties: JSONObject(members: [JSONMember("days", 7)]))

  @Test func evaluationRequestIsThatOfTheClient() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    let loop = try WorldLoop(server)
    #expect(
      try loop.answer(EvaluationRequest.build(for: Self.identity, tracksAssignment: true)).response?.status == 200)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "GET")
    #expect(seen.target == "/sdk/v2/vardata?v=0")
    #expect(seen.values(of: "Authorization") == ["Api-Key client-HARNESS1"])
    #expect(seen.values(of: "X-Amp-Exp-User") == [Self.userHeader])
    #expect(seen.header("Accept") == "*/*")
    #expect(seen.header("Content-Type") == nil)
    #expect(seen.header("X-Amp-Exp-Track") == nil)
    #expect(seen.header("X-Amp-Exp-Library") == nil)
    #expect(seen.body.isEmpty)
  }

  @Test func evaluationThatLeavesNoTracesSaysSo() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    _ = try WorldLoop(server).answer(EvaluationRequest.build(for: Self.identity, tracksAssignment: false))
    #expect(server.requests.first?.values(of: "X-Amp-Exp-Track") == ["no-track"])
  }

  @Test func flagKeysAreEncodedLikeTheWorkedExample() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    var request = EvaluationRequest.build(for: Self.identity, tracksAssignment: true)
    request.headers.append(HTTPHeader("X-Amp-Exp-Flag-Keys", #"["report-layout","a?>ÿ"]"#))
    _ = try WorldLoop(server).answer(request)
    #expect(server.requests.first?.header("X-Amp-Exp-Flag-Keys") == "WyJyZXBvcnQtbGF5b3V0IiwiYT8-w78iXQ")
  }

  @Test func uploadIsThatOfTheClient() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    _ = try WorldLoop(server).answer(UploadRequest.build([Self.event]))
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST")
    #expect(seen.target == "/2/httpapi")
    #expect(seen.values(of: "Content-Type") == ["application/json; charset=utf-8"])
    #expect(seen.values(of: "Accept") == ["application/json"])
    #expect(seen.header("Content-Encoding") == nil)
    #expect(seen.header("Authorization") == nil)
    #expect(seen.header("Content-Length") == "\(seen.body.count)")
    let body = try JSON.parse(seen.body)
    #expect(body.object?.members.map(\.name) == ["api_key", "events"])
    #expect(body["api_key"]?.string == "api-key-0123456789abcdef")
    let event = try #require(body["events"]?.array?.first?.object)
    #expect(event["event_type"] == "Report Previewed")
    #expect(event["user_id"] == "tester-expanded")
    #expect(event["device_id"] == "device-0001")
    #expect(event["time"] == 1_767_225_600_123)
    #expect(event["insert_id"] == "insert-1")
    #expect(event["event_id"] == 1)
    #expect(event["session_id"] == 1_767_225_600_000)
    #expect(event["platform"] == "iOS")
    #expect(event["library"] == "amplitude-swift-unified/0.0.0-amplitude-swift/1.18.6")
    #expect(event["event_properties"] == ["days": 7])
    #expect(event.count == 10)
  }

  @Test func decisionsRequestIsThatOfTheClient() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    _ = try WorldLoop(server).answer(
      DecisionsRequest.build(
        points: ["Home_Hero", "Product_Recs"], individualId: "3f0c9a1e5b7d2468", dataspace: "default",
        anchor: Anchor(id: "SKU-17", type: "ssot__GoodsProduct__dlm"),
        attributes: [ContextualAttribute(name: "category", value: "tents")], isTest: true))
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST")
    #expect(seen.target == "/personalization/decisions")
    #expect(seen.values(of: "Content-Type") == ["application/json"])
    #expect(seen.values(of: "Accept") == ["application/json"])
    #expect(seen.header("Authorization") == nil)
    let expected = """
      {"context":{"individualId":"3f0c9a1e5b7d2468","dataspace":"default","anchorId":"SKU-17",
       "anchorType":"ssot__GoodsProduct__dlm","category":"tents"},
       "executionFlags":["TestMode"],
       "personalizationPoints":[{"name":"Home_Hero"},{"name":"Product_Recs"}]}
      """
    #expect(try JSON.parse(seen.body).text == JSON.parse(expected).text)
  }

  @Test func keysGoWhereTheyBelongAndNowhereElse() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    let loop = try WorldLoop(server)
    // Somebody types what stands for a key.
    var event = Self.event
    event.properties = JSONObject(members: [JSONMember("note", .string(SecretPlaceholder.apiKey))])
    event.type = SecretPlaceholder.deploymentKey
    _ = try loop.answer(UploadRequest.build([event]), id: 1)
    let identity = Identity(userId: SecretPlaceholder.deploymentKey, deviceId: SecretPlaceholder.apiKey)
    _ = try loop.answer(EvaluationRequest.build(for: identity, tracksAssignment: true), id: 2)
    _ = try loop.answer(
      DecisionsRequest.build(
        points: [SecretPlaceholder.apiKey], individualId: SecretPlaceholder.deploymentKey, dataspace: "default",
        anchor: nil, attributes: [], isTest: false), id: 3)
    _ = try loop.answer(
      HTTPRequest(
        service: .decisions, method: "GET", path: "/",
        headers: [HTTPHeader("Authorization", "Api-Key " + SecretPlaceholder.deploymentKey)]), id: 4)
    let seen = server.requests
    #expect(seen.count == 4)
    let events = try JSON.parse(seen[0].body)["events"]
    #expect(events?.array?.first?["event_properties"]?["note"]?.string == SecretPlaceholder.apiKey)
    #expect(!(events?.text.contains(WorldLoop.keys.api) ?? true))
    let user = try #require(seen[1].header("X-Amp-Exp-User").flatMap { Base64.decode($0, as: .url) })
    #expect(try JSON.parse(user)["user_id"]?.string == SecretPlaceholder.deploymentKey)
    for request in seen[2...] {
      let text = request.headers.map(\.value).joined() + request.bodyText
      #expect(!text.contains(WorldLoop.keys.api))
      #expect(!text.contains(WorldLoop.keys.deployment))
    }
  }

  @Test func keyWithQuotesStaysOneText() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    let keys = LiveKeys(apiKey: #"a","events":[{"\#u{e9}\"#, deploymentKey: "client-1")
    let loop = try WorldLoop(analytics: server.url, keys: keys)
    _ = try loop.answer(UploadRequest.build([Self.event]))
    let body = try JSON.parse(try #require(server.requests.first).body)
    #expect(body["api_key"]?.string == #"a","events":[{"\#u{e9}\"#)
    #expect(body["events"]?.array?.count == 1)
  }

  @Test func keyWithAControlCharacterIsNeverSent() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    for key in ["client-\r\nX-Evil: 1", "client-\n", "client-\0", "\rclient", "client-\u{7F}"] {
      let loop = try WorldLoop(evaluation: server.url, keys: LiveKeys(apiKey: "api", deploymentKey: key))
      let answer = try loop.answer(EvaluationRequest.build(for: Self.identity, tracksAssignment: true))
      #expect(answer.failure?.kind == .other)
      #expect(answer.failure?.detail == "the value of the header Authorization holds a control character")
    }
    #expect(server.log.connections == 0)
  }

  @Test func strangePathsMethodsAndNamesAreNeverSent() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    let loop = try WorldLoop(server)
    let requests = [
      HTTPRequest(service: .decisions, method: "GET", path: "no-slash"),
      HTTPRequest(service: .decisions, method: "GET", path: "/a b"),
      HTTPRequest(service: .decisions, method: "GET", path: "/\r\nX: 1"),
      HTTPRequest(service: .decisions, method: "GET", path: "/é"),
      HTTPRequest(service: .decisions, method: "GET / HTTP/1.1\r\nX:", path: "/"),
      HTTPRequest(service: .decisions, method: "", path: "/"),
      HTTPRequest(service: .decisions, method: "GET", path: "/", headers: [HTTPHeader("X: 1\r\nY", "2")]),
      HTTPRequest(service: .decisions, method: "GET", path: "/", headers: [HTTPHeader("", "2")]),
    ]
    for (id, request) in requests.enumerated() {
      let failure = try #require(try loop.answer(request, id: id).failure)
      #expect(failure.kind == .other)
      #expect(!failure.detail.isEmpty)
    }
    #expect(server.log.connections == 0)
  }

  @Test func prefixOfACustomAddressIsKept() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    let loop = try WorldLoop(evaluation: server.url + "/proxy/eu/")
    _ = try loop.answer(EvaluationRequest.build(for: Self.identity, tracksAssignment: true))
    #expect(server.requests.first?.target == "/proxy/eu/sdk/v2/vardata?v=0")
  }
}
