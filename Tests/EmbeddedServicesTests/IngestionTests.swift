import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

@Suite struct `Ingestion of a world` {
  private func upload(_ request: HTTPRequest) throws -> (status: Int, body: JSONValue) {
    var driver = try WorldDriver()
    let response = try driver.response(request)
    return (response.status, try JSON.parse(response.body))
  }

  @Test(arguments: ["/2/httpapi", "/batch"]) func `an accepted upload says how much was taken and when`(
    path: String
  ) throws {
    let request = Requests.upload([Requests.event("a"), Requests.event("b")], path: path)
    let (status, body) = try upload(request)
    #expect(status == 200)
    #expect(
      body == [
        "code": 200, "events_ingested": 2, "payload_size_bytes": JSONValue(request.body?.utf8.count),
        "server_upload_time": 1_767_225_600_000,
      ])
  }

  @Test(
    arguments: [
      (nil, 400, "Missing request body", nil), ("", 400, "Missing request body", nil),
      ("{", 400, "Invalid JSON request body", nil), ("[]", 400, "Invalid JSON request body", nil),
      ("{}", 400, "Request missing required field", "api_key"),
      (#"{"api_key":"abc","events":[]}"#, 400, "Invalid API key: abc", nil),
      (#"{"api_key":"{{AMPLITUDE_API_KEY}}"}"#, 400, "Request missing required field", "events"),
      (#"{"api_key":"{{AMPLITUDE_API_KEY}}","events":{}}"#, 400, "Invalid event JSON", nil),
      (#"{"api_key":"{{AMPLITUDE_API_KEY}}","events":[3]}"#, 400, "Invalid event JSON", nil),
    ] as [(String?, Int, String, String?)]) func `a bad request is refused as a whole`(
      text: String?, status: Int, error: String, field: String?
    ) throws
  {
    let request = HTTPRequest(service: .analytics, method: "POST", path: "/2/httpapi", body: text)
    let answer = try upload(request)
    #expect(answer.status == status)
    #expect(answer.body["code"] == JSONValue(status))
    #expect(answer.body["error"] == .string(error))
    #expect(answer.body["missing_field"]?.string == field)
  }

  @Test func `wrong path and method are refused`() throws {
    #expect(try upload(Requests.upload([], path: "/httpapi")).body["error"] == "Invalid request path")
    let request = HTTPRequest(service: .analytics, method: "GET", path: "/2/httpapi")
    #expect(try upload(request).status == 405)
  }

  @Test func `faults are listed by field and index`() throws {
    let good = Requests.event("Report Previewed")
    let nameless = Requests.event("")
    let nobody = Requests.event("a", user: nil, device: nil)
    let (status, body) = try upload(Requests.upload([good, nameless, good, nobody, nameless]))
    #expect(status == 400)
    #expect(body["error"] == "Request missing required field")
    #expect(body["events_with_missing_fields"]?["event_type"] == [1, 4])
    #expect(body["events_with_missing_fields"]?["device_id"] == [3])
    #expect(body["events_with_missing_fields"]?["user_id"] == [3])
    #expect(body["events_with_invalid_fields"] == nil)
  }

  @Test(arguments: [.number("1.5"), "2026-01-01", "1767225600000", true, -1, [1]] as [JSONValue])
  func `time is an integer`(
    time: JSONValue
  ) throws {
    let value: JSONValue = time
    let (status, body) = try upload(Requests.upload([Requests.event("a", time: value)]))
    #expect(status == 400)
    #expect(body["events_with_invalid_fields"] == ["time": [0]])
    #expect(body["error"] == "Invalid field values on some events")
  }

  @Test func `an absent time is the time of the upload`() throws {
    var driver = try WorldDriver()
    driver.now = Instant(microseconds: 2_500_000)
    _ = try driver.response(Requests.upload([Requests.event("a", time: nil)]))
    let (_, profile) = try driver.control("profile", ["deviceId": "device-1"])
    #expect(profile["events"]?.array?.first?["time"] == 1_767_225_602_500)
  }

  @Test func `short ids are refused by length, unless the options allow them`() throws {
    let events = [Requests.event("a", user: "abcd"), Requests.event("a", user: "abcde", device: "1234")]
    let (status, body) = try upload(Requests.upload(events))
    #expect(status == 400)
    #expect(body["events_with_invalid_id_lengths"] == ["user_id": [0], "device_id": [1]])
    #expect(try upload(Requests.upload(events, options: ["min_id_length": 4])).status == 200)
    #expect(try upload(Requests.upload(events, options: ["min_id_length": 5])).status == 400)
  }

  @Test func `length is counted in code points`() throws {
    #expect(
      try upload(Requests.upload([Requests.event("a", user: "\u{1F600}\u{1F600}\u{1F600}\u{1F600}")])).status == 400)
    #expect(try upload(Requests.upload([Requests.event("a", user: "äöüßé")])).status == 200)
  }

  @Test(arguments: [
    "anonymous", "nil", "none", "null", "n/a", "na", "undefined", "unknown", "", "{}", "lmy47d", "0", "-1",
    "00000000-0000-0000-0000-000000000000", "Anonymous", "UNKNOWN",
  ]) func `ids of the deny list are refused`(id: String) throws {
    let options: JSONValue = ["min_id_length": 1]
    let user = try upload(Requests.upload([Requests.event("a", user: id)], options: options))
    #expect(user.status == 400)
    #expect(user.body["events_with_invalid_fields"] == ["user_id": [0]])
    let device = try upload(Requests.upload([Requests.event("a", device: id)], options: options))
    #expect(device.body["events_with_invalid_fields"] == ["device_id": [0]])
  }

  @Test func `two thousand events are taken and one more is too many`() throws {
    let small: JSONValue = ["event_type": "a", "user_id": "abcde"]
    #expect(try upload(Requests.upload(Array(repeating: small, count: 2_000))).status == 200)
    #expect(try upload(Requests.upload(Array(repeating: small, count: 2_001))).status == 413)
  }

  @Test func `a megabyte is too large, except for the batch path`() throws {
    func body(of size: Int, path: String) -> HTTPRequest {
      func request(_ count: Int, _ last: Int) -> HTTPRequest {
        let texts = Array(repeating: JSONValue.string(String(repeating: "x", count: 1_000)), count: count)
        let properties: JSONValue = ["a": .array(texts + [.string(String(repeating: "y", count: last))])]
        return Requests.upload([Requests.event("a", properties: properties)], path: path)
      }
      var count = size / 1_003
      while (request(count, 0).body?.utf8.count ?? 0) > size { count -= 1 }
      return request(count, size - (request(count, 0).body?.utf8.count ?? 0))
    }
    let limit = 1_048_576
    let large = body(of: limit, path: "/2/httpapi")
    let size = try #require(large.body?.utf8.count)
    #expect(size == limit)
    #expect(try upload(large).status == 413)
    #expect(try upload(body(of: limit - 1, path: "/2/httpapi")).status == 200)
    #expect(try upload(body(of: limit, path: "/batch")).status == 200)
  }

  @Test func `texts have at most 1024 characters and objects at most 40 levels`() throws {
    let longest = String(repeating: "ü", count: 1_024)
    #expect(try upload(Requests.upload([Requests.event(longest, properties: ["a": .string(longest)])])).status == 200)
    let tooLong = try upload(Requests.upload([Requests.event("a", properties: ["a": [.string(longest + "x")]])]))
    #expect(tooLong.body["events_with_invalid_fields"] == ["event_properties": [0]])
    #expect(
      try upload(Requests.upload([Requests.event(longest + "x")])).body["events_with_invalid_fields"]
        == ["event_type": [0]])
    func nested(_ levels: Int) -> JSONValue { (1..<levels).reduce(["a": 1]) { inner, _ in ["a": inner] } }
    #expect(try upload(Requests.upload([Requests.event("a", properties: nested(40))])).status == 200)
    #expect(try upload(Requests.upload([Requests.event("a", properties: nested(41))])).status == 400)
    #expect(try upload(Requests.upload([Requests.event("a", properties: nested(400))])).status == 400)
  }

  @Test func `types that the service makes itself are refused`() throws {
    let (status, body) = try upload(Requests.upload([Requests.event("[Amplitude] Start Session")]))
    #expect(status == 400)
    #expect(body["events_with_invalid_fields"] == ["event_type": [0]])
  }

  @Test func `a refused upload leaves nothing behind`() throws {
    var driver = try WorldDriver()
    _ = try driver.response(Requests.upload([Requests.event("a"), Requests.event("")]))
    let (_, profile) = try driver.control("profile", ["deviceId": "device-1"])
    #expect(profile["events"] == [])
    #expect(profile["waiting"] == 0)
  }
}
