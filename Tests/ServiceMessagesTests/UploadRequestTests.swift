import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@Suite("The upload request")
struct UploadRequestTests {
  private func event(_ number: Int, userId: String? = "user-one", padding: Int = 0) -> UploadEvent {
    var properties = JSONObject()
    properties["days"] = 7
    if padding > 0 { properties["padding"] = .string(String(repeating: "\n", count: padding)) }
    return UploadEvent(
      type: "Report Previewed", userId: userId, deviceId: "D-1", time: 1_767_225_600_123, insertId: "I-\(number)",
      eventId: number, sessionId: 1_767_225_600_000, platform: "iOS", properties: properties)
  }

  @Test func itIsAPostOfKeyAndEvents() {
    let request = UploadRequest.build([event(1), event(2, userId: nil)])
    #expect(request.service == .analytics)
    #expect(request.method == "POST")
    #expect(request.path == "/2/httpapi")
    #expect(
      request.headers == [
        HTTPHeader("Accept", "application/json"), HTTPHeader("Content-Type", "application/json; charset=utf-8"),
      ])
    let common = #""event_properties":{"days":7},"event_type":"Report Previewed""#
    let library = #""library":"amplitude-swift-unified/0.0.0-amplitude-swift/1.18.6","platform":"iOS""#
    let moment = #""session_id":1767225600000,"time":1767225600123"#
    #expect(
      request.body
        == #"{"api_key":"{{AMPLITUDE_API_KEY}}","events":["#
        + #"{"device_id":"D-1","event_id":1,\#(common),"insert_id":"I-1",\#(library),\#(moment),"user_id":"user-one"},"#
        + #"{"device_id":"D-1","event_id":2,\#(common),"insert_id":"I-2",\#(library),\#(moment)}]}"#)
  }

  @Test func anExposureHasTheWireFormOfTheReference() {
    var properties = JSONObject()
    properties["flag_key"] = "report-layout"
    properties["variant"] = "expanded"
    properties["experiment_key"] = "exp-7"
    properties["metadata"] = ["experimentKey": "exp-7", "segmentName": "Testers"]
    let event = UploadEvent(
      type: "$exposure", userId: "user-one", deviceId: "D-1", time: 1, insertId: "I", eventId: 1, sessionId: 1,
      platform: "iOS", properties: properties)
    #expect(event.document["event_type"] == "$exposure")
    #expect(
      event.document["event_properties"] == [
        "experiment_key": "exp-7", "flag_key": "report-layout",
        "metadata": ["experimentKey": "exp-7", "segmentName": "Testers"], "variant": "expanded",
      ])
    #expect(event.document["user_properties"] == nil)
  }

  @Test func aBatchHasFewerEventsThanTheServiceTakes() {
    let items = (1...2_500).map { UploadItem(event($0)) }
    #expect(UploadRequest.batchCount(of: items) == 1_000)
    #expect(UploadRequest.batchCount(of: []) == 0)
    #expect(UploadRequest.batchCount(of: Array(items.prefix(3))) == 3)
  }

  @Test(
    "A batch stays below a megabyte, and is no smaller than it must be",
    arguments: [(1, 1_000), (500, 1_000), (20_000, 60), (200_000, 8)])
  func batchBytes(padding: Int, count: Int) {
    let items = (1...count).map { UploadItem(event($0, padding: padding)) }
    let fitting = UploadRequest.batchCount(of: items)
    let bytes = UploadRequest.build(items: Array(items.prefix(fitting))).body?.utf8.count ?? 0
    #expect(bytes < 1_000_000)
    if fitting < count {
      let more = UploadRequest.build(items: Array(items.prefix(fitting + 1))).body?.utf8.count ?? 0
      #expect(more > 949_000)
    }
  }

  @Test func anEventTooLargeForAnyRequestGoesAlone() {
    let large = UploadItem(event(1, padding: 800_000))
    #expect(UploadRequest.batchCount(of: [large, UploadItem(event(2))]) == 1)
    #expect(large.isTooLarge)
    #expect(!UploadItem(event(2)).isTooLarge)
  }

  @Test func escapesCountInTheSizeOfAnEvent() {
    // A line feed is two bytes in JSON.
    let plain = UploadItem(event(1))
    let padded = UploadItem(event(1, padding: 100))
    #expect(padded.byteCount - plain.byteCount == 200 + #","padding":"""#.utf8.count)
  }
}
