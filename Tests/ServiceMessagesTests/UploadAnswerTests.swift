import ServiceMessages
import Testing
import TextFormats
import Vocabulary

/// The answers of amplitude.md 6.5.
@Suite("The upload answer")
struct UploadAnswerTests {
  /// Five events of two devices and two users: D-0 has the even ones, U-0 the first three.
  private let items = (0..<5).map { index in
    UploadItem(
      insertId: "I-\(index)", deviceId: "D-\(index % 2)", userId: index < 3 ? "U-0" : "U-1",
      text: #"{"insert_id":"I-\#(index)"}"#)
  }

  private func answer(_ status: Int, _ body: String) -> UploadAnswer {
    UploadAnswer(.response(HTTPResponse(status: status, json: body)), to: items)
  }

  private func verdict(_ status: Int, _ body: String) -> UploadVerdict? {
    if case .partly(let verdict) = answer(status, body) { verdict } else { nil }
  }

  @Test func anAcceptedUploadNamesHowManyWereTaken() {
    let body = #"{"code":200,"events_ingested":5,"payload_size_bytes":50,"server_upload_time":1396381378123}"#
    #expect(answer(200, body) == .accepted(ingested: 5, isReadable: true))
    #expect(answer(200, #"{"events_ingested":0}"#) == .accepted(ingested: 0, isReadable: true))
  }

  @Test("An accepted upload needs no body", arguments: ["", "success", "[]", "null"])
  func acceptedWithoutWords(body: String) {
    #expect(answer(200, body) == .accepted(ingested: nil, isReadable: false))
  }

  @Test(
    "Events are named by index in maps and lists",
    arguments: [
      (#"{"error":"e","events_with_invalid_fields":{"time":[3,0]}}"#, [0, 3]),
      (#"{"error":"e","events_with_missing_fields":{"event_type":[1]}}"#, [1]),
      (#"{"error":"e","events_with_invalid_id_lengths":{"user_id":[2],"device_id":[2,4]}}"#, [2, 4]),
      (#"{"error":"e","silenced_events":[1,2]}"#, [1, 2]),
      (#"{"error":"e","silenced_devices":["D-0"]}"#, [0, 2, 4]),
      (
        #"{"error":"e","events_with_invalid_fields":{"a":[0]},"events_with_missing_fields":{"b":[4]},"silenced_events":[2]}"#,
        [0, 2, 4]
      ),
      (#"{"error":"e","events_with_invalid_fields":{"a":[4,5,99,-1,1.5,"2"]}}"#, [4]),
    ])
  func namedEvents(body: String, indexes: [Int]) {
    #expect(answer(400, body) == .partly(UploadVerdict(refused: Set(indexes), reason: "e")))
  }

  @Test func aSilencedDeviceMayStandBesideASlowOne() {
    let body = #"""
      {"code":400,"error":"Request has silenced devices","eps_threshold":10,"silenced_devices":["D-1"],
       "silenced_events":[1,3],"throttled_devices":{"D-0":31},"throttled_events":[0]}
      """#
    #expect(
      verdict(400, body)
        == UploadVerdict(refused: [1, 3], slowDevices: ["D-0"], reason: "Request has silenced devices"))
  }

  @Test(
    "A throttled upload names who has to pause",
    arguments: [
      (
        #"{"code":429,"error":"Too many requests","throttled_devices":{"D-1":31},"throttled_events":[1,3]}"#, ["D-1"],
        []
      ),
      (#"{"code":429,"error":"Too many requests","throttled_users":{"U-1":31}}"#, [], ["U-1"]),
      (#"{"code":429,"error":"Too many requests","throttled_events":[4]}"#, ["D-0"], []),
      (
        #"{"code":429,"error":"Too many requests","throttled_devices":{"D-0":99,"D-7":40},"throttled_users":{"U-0":50}}"#,
        ["D-0"], ["U-0"]
      ),
    ] as [(String, [String], [String])])
  func throttled(body: String, devices: [String], users: [String]) {
    #expect(
      verdict(429, body) == UploadVerdict(slowDevices: devices, slowUsers: users, reason: "Too many requests"))
  }

  @Test func whoIsOverTheDailyQuotaIsToldApart() {
    let devices = #"{"code":429,"error":"e","exceeded_daily_quota_devices":{"D-0":500001}}"#
    #expect(verdict(429, devices)?.overQuota == [0, 2, 4])
    let users = #"{"code":429,"error":"e","exceeded_daily_quota_users":{"U-1":500001},"throttled_devices":{"D-1":31}}"#
    #expect(verdict(429, users) == UploadVerdict(overQuota: [3, 4], slowDevices: ["D-1"], reason: "e"))
  }

  @Test(
    "A 429 that names nobody of ours is a failure like any other",
    arguments: ["", "{}", #"{"code":429,"error":"e"}"#, #"{"throttled_devices":{"D-9":40}}"#])
  func unnamedThrottle(body: String) {
    guard case .failure(let failure) = answer(429, body) else {
      Issue.record("\(body)")
      return
    }
    #expect(failure.status == 429)
    #expect(failure.isRetryable)
  }

  @Test(
    "A 400 that is not the service's own says nothing about events",
    arguments: [
      "", "<html>proxy</html>", "{}", "[]", #"{"error":"captive portal"}"#, #"{"code":400}"#,
      #"{"code":403,"error":"x"}"#,
      #"{"message":"Bad Request"}"#,
    ])
  func foreign(body: String) {
    guard case .failure(let failure) = answer(400, body) else {
      Issue.record("\(body)")
      return
    }
    #expect(failure.status == 400)
  }

  @Test(
    "A refusal that names no event of ours is looked into with smaller requests",
    arguments: [
      #"{"code":400,"error":"Invalid event JSON"}"#, #"{"code":400,"error":"Bad"}"#,
      #"{"error":"Invalid JSON request body"}"#, #"{"error":"e","events_with_invalid_fields":{"a":[17]}}"#,
      #"{"events_with_invalid_fields":[1]}"#,
    ])
  func unnamed(body: String) {
    guard case .unnamedEvent = answer(400, body) else {
      Issue.record("\(body)")
      return
    }
  }

  @Test func aFieldThatTheRequestLacksIsNoEventsFault() {
    #expect(
      answer(400, #"{"code":400,"error":"Request missing required field","missing_field":"api_key"}"#)
        == .requestRefused(reason: "Request missing required field: api_key"))
  }

  @Test func aWrongAddressKeepsTheEvents() {
    let refused = answer(400, #"{"code":400,"error":"Invalid request path"}"#)
    guard case .failure = refused else {
      Issue.record("\(refused)")
      return
    }
  }

  @Test func aRefusedKeyIsToldWithoutTheKey() {
    #expect(
      answer(400, #"{"code":400,"error":"Invalid API key: 0123456789abcdef"}"#)
        == .keyRefused(reason: "Invalid API key"))
  }

  @Test func aRequestTooLargeIsItsOwnCase() {
    #expect(answer(413, #"{"code":413,"error":"Payload too large"}"#) == .tooLarge)
    #expect(answer(413, "<html>nginx</html>") == .tooLarge)
  }

  @Test("Everything else keeps the events", arguments: [201, 204, 301, 401, 403, 404, 408, 500, 502, 503, 504])
  func others(status: Int) {
    guard case .failure(let failure) = answer(status, #"{"error":"e","silenced_events":[0]}"#) else {
      Issue.record("\(status)")
      return
    }
    #expect(failure.status == status)
  }

  @Test func noAnswerKeepsTheEvents() {
    #expect(
      UploadAnswer(.failure(TransportFailure(kind: .reset)), to: items) == .failure(ServiceFailure(code: .reset)))
  }
}
