import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Transcripts
import Vocabulary

@Suite("Transcripts of live sessions")
struct OutboxRecordTests {
  private let configuration = SessionConfiguration(
    world: .live, dailyActions: [10, 20, 12, 8, 14, 11, 9], retries: true, region: "EU",
    customEndpoints: [CustomEndpoint(service: .evaluation, url: "http://127.0.0.1:4001")])

  private let earlier = OutboxRecord(
    insertId: "I-1", deviceId: "device-1", sequence: 7,
    event: #"{"device_id":"device-1","event_type":"Report Exported","insert_id":"I-1"}"#, setAside: "keyRefused")

  private func recorded() -> [UInt8] {
    var recorded = RecordedSession(configuration: configuration)
    recorded.put(.outbox(found: [earlier]))
    recorded.run("open")
    recorded.put(.outboxFailed(reason: "no space left on the device"))
    recorded.run("flush")
    recorded.run("outbox list")
    recorded.run("why report-layout")
    recorded.run("world")
    recorded.finish(isLast: true)
    return recorded.writer.pending
  }

  private func replay(_ bytes: [UInt8]) -> ReplayReport {
    var replayer = Replayer(file: "live.jsonl")
    replayer.feed(bytes)
    return replayer.finish()
  }

  @Test func whatWasRecordedReplaysGreen() {
    let report = replay(recorded())
    #expect(report.fault == nil)
    #expect(report.sessions.map(\.divergenceCount) == [0])
    #expect(report.sessions.map(\.isWhole) == [true])
  }

  @Test func theRecordsHaveTheFieldsOfTheFormat() {
    let lines = String(decoding: recorded(), as: UTF8.self).split(separator: "\n")
    let found =
      #"{"events":[{"deviceId":"device-1","event":"{\"device_id\":\"device-1\",\"event_type\":\"Report Exported\","#
      + #"\"insert_id\":\"I-1\"}","insertId":"I-1","sequence":7,"setAside":"keyRefused"}],"kind":"outboxFound","seq":1,"time":0}"#
    #expect(lines[1] == found)
    #expect(lines.contains { $0.hasPrefix(#"{"action":"append","events":[{"deviceId":"#) })
    #expect(
      lines.contains {
        $0.hasPrefix(#"{"action":"remove","insertIds":["I-1","#) && $0.contains(#"],"kind":"outbox","seq":"#)
      })
    #expect(lines.contains { $0.hasPrefix(#"{"kind":"outboxFailed","reason":"no space left on the device","seq":"#) })
    #expect(lines[0].contains(#""endpoints":[{"service":"evaluation","url":"http://127.0.0.1:4001"}]"#))
    #expect(lines[0].contains(#""region":"EU","reportFlagKey":"report-layout","retries":true,"#))
  }

  @Test func aHeaderSaysNothingOfWhatIsUsual() {
    let bytes = RecordedSession.bytes(["open"])
    let header = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    for name in ["retries", "region", "endpoints"] { #expect(!header.contains("\"\(name)\"")) }
  }

  @Test func anEventThatIsKeptDifferentlyDiverges() {
    let text = String(decoding: recorded(), as: UTF8.self)
    let changed = text.replacing(
      #"{"action":"append","events":[{"deviceId":"#, with: #"{"action":"append","events":[{"deviceId":"x"#,
      maxReplacements: 1)
    #expect(text != changed)
    #expect(replay(Array(changed.utf8)).fault != nil, "and the checksum says so as well")
  }

  @Test(
    "Damaged records are refused",
    arguments: [
      #"{"action":"burn","insertIds":[],"kind":"outbox","seq":1,"time":0}"#,
      #"{"action":"remove","kind":"outbox","seq":1,"time":0}"#,
      #"{"action":"remove","insertIds":[1],"kind":"outbox","seq":1,"time":0}"#,
      #"{"events":[{"deviceId":"d","event":"{}","insertId":"i"}],"kind":"outboxFound","seq":1,"time":0}"#,
      #"{"events":[{"deviceId":"d","event":"{}","insertId":"i","more":1,"sequence":1}],"kind":"outboxFound","seq":1,"time":0}"#,
      #"{"events":{},"kind":"outboxFound","seq":1,"time":0}"#,
      #"{"kind":"outboxFailed","seq":1,"time":0}"#,
    ])
  func damaged(line: String) {
    var writer = TranscriptWriter()
    writer.begin(TranscriptHeader(toolVersion: "1", configuration: configuration))
    let report = replay(writer.pending + Array((line + "\n").utf8))
    #expect(
      report.fault?.message.contains("damaged") == true || report.fault?.code == "transcriptDamaged",
      "\(String(describing: report.fault))")
  }

  @Test func foundEventsAreRedactedBeforeTheSessionSeesThem() {
    let redaction = Redaction([NamedSecret(name: "KEY", value: "0123456789abcdef")])
    let input = Input(
      time: .start,
      .outbox(found: [OutboxRecord(insertId: "I", deviceId: "D", sequence: 1, event: #"{"a":"0123456789abcdef"}"#)]))
    guard case .outbox(let found) = redaction.redacted(input).kind else {
      Issue.record("another kind")
      return
    }
    #expect(found[0].event == #"{"a":"{{KEY}}"}"#)
  }
}
