import ServiceMessages
import SessionModel
import TextFormats
import Transcripts
import Vocabulary

/// A short live session that sends, with every record that only such a session has.
enum LiveTranscript {
  static func bytes() -> [UInt8] {
    let configuration = SessionConfiguration(
      seed: [3, 4], world: .live, dailyActions: [10, 20, 12, 8, 14, 11, 9], retries: true, region: "EU",
      customEndpoints: [CustomEndpoint(service: .evaluation, url: "http://127.0.0.1:4001")])
    var session = Session(configuration)
    var writer = TranscriptWriter()
    writer.begin(TranscriptHeader(toolVersion: "1", configuration: configuration))
    var waiting: [(id: Int, request: HTTPRequest)] = []
    var refusals = 2
    func put(_ kind: Input.Kind) {
      let input = Input(time: session.now.advanced(by: .milliseconds(5)), kind)
      writer.append(input)
      let outputs = session.apply(input)
      writer.append(outputs)
      for case .effect(.request(let id, let request)) in outputs { waiting.append((id, request)) }
    }
    func answer() {
      while !waiting.isEmpty {
        let (id, request) = waiting.removeFirst()
        guard request.service == .analytics else {
          put(.answer(request: id, .response(HTTPResponse(status: 200, json: layout))))
          continue
        }
        refusals -= 1
        let body = refusals > 0 ? refused : #"{"code":200,"events_ingested":3}"#
        put(.answer(request: id, .response(HTTPResponse(status: refusals > 0 ? 400 : 200, json: body))))
      }
    }
    put(.outbox(found: [record(1), record(2, setAside: "eventRefused")]))
    for (number, command) in ["open", "flush", "outbox send", "outbox list", "world", "why report-layout"].enumerated()
    {
      put(.command(text: command, place: SourcePlace(file: "live", line: number + 1, column: 1)))
      answer()
    }
    put(.outboxFailed(reason: "no space left on the device"))
    put(.command(text: "export", place: SourcePlace(file: "live", line: 9, column: 1)))
    put(.leave)
    answer()
    writer.finish(document: session.document, isLast: true)
    return writer.takePending()
  }

  private static let layout = #"{"report-layout":{"key":"expanded","value":"expanded"}}"#
  private static let refused = #"{"code":400,"error":"Invalid API key: k"}"#

  private static func record(_ number: Int, setAside: String? = nil) -> OutboxRecord {
    OutboxRecord(
      insertId: "I-\(number)", deviceId: "device-1", sequence: number,
      event: #"{"device_id":"device-1","event_type":"Report Exported","insert_id":"I-\#(number)","time":\#(number)}"#,
      setAside: setAside)
  }
}
