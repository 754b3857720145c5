import ServiceMessages
import Testing
import TextFormats
import Vocabulary

/// The answers of amplitude.md 6.5.
@Suite("The upload answer")
struct UploadAnswerTests {
  private func answer(_ status: Int, _ body: String, events: Int = 5) -> UploadAnswer {
    UploadAnswer(.response(HTTPResponse(status: status, json: body)), eventCount: events)
  }

  @Test func anAcceptedUploadNamesHowManyWereTaken() {
    let body = #"{"code":200,"events_ingested":5,"payload_size_bytes":50,"server_upload_time":1396381378123}"#
    #expect(answer(200, body) == .accepted(ingested: 5))
    #expect(answer(200, #"{"events_ingested":0}"#) == .accepted(ingested: 0))
  }

  @Test func anAcceptedUploadNeedsNoBody() {
    #expect(answer(200, "") == .accepted(ingested: nil))
    #expect(answer(200, "success") == .accepted(ingested: nil))
  }

  @Test(
    "Events are named by index in maps and lists",
    arguments: [
      (#"{"error":"e","events_with_invalid_fields":{"time":[3,0]}}"#, [0, 3]),
      (#"{"error":"e","events_with_missing_fields":{"event_type":[1]}}"#, [1]),
      (#"{"error":"e","events_with_invalid_id_lengths":{"user_id":[2],"device_id":[2,4]}}"#, [2, 4]),
      (#"{"error":"e","silenced_events":[1,2]}"#, [1, 2]),
      (
        #"{"error":"e","events_with_invalid_fields":{"a":[0]},"events_with_missing_fields":{"b":[4]},"silenced_events":[2]}"#,
        [0, 2, 4]
      ),
      (#"{"error":"e","events_with_invalid_fields":{"a":[4,5,99,-1,1.5,"2"]}}"#, [4]),
    ])
  func namedEvents(body: String, indexes: [Int]) {
    #expect(answer(400, body) == .eventsRejected(Set(indexes), reason: "e"))
  }

  @Test(
    "A 400 that names no event of ours says nothing about events",
    arguments: [
      "", "<html>proxy</html>", "{}", #"{"code":400,"error":"Invalid JSON request body"}"#,
      #"{"error":"Request missing required field","missing_field":"api_key"}"#,
      #"{"error":"e","events_with_invalid_fields":{"a":[17]}}"#, #"{"events_with_invalid_fields":[1]}"#,
    ])
  func foreign(body: String) {
    guard case .failure(let failure) = answer(400, body) else {
      Issue.record("\(body)")
      return
    }
    #expect(failure.status == 400)
  }

  @Test func aRefusedKeyIsToldWithoutTheKey() {
    #expect(
      answer(400, #"{"code":400,"error":"Invalid API key: 0123456789abcdef"}"#)
        == .keyRefused(reason: "Invalid API key"))
  }

  @Test func aRequestTooLargeIsItsOwnCase() {
    #expect(answer(413, #"{"code":413,"error":"Payload too large"}"#) == .tooLarge)
  }

  @Test("Everything else keeps the events", arguments: [201, 301, 401, 403, 404, 408, 429, 500, 502, 503, 504])
  func others(status: Int) {
    guard case .failure(let failure) = answer(status, #"{"error":"e","throttled_events":[0]}"#) else {
      Issue.record("\(status)")
      return
    }
    #expect(failure.status == status)
  }

  @Test func noAnswerKeepsTheEvents() {
    #expect(
      UploadAnswer(.failure(TransportFailure(kind: .reset)), eventCount: 1) == .failure(ServiceFailure(code: .reset)))
  }
}
