import CommandLanguage
import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

/// Ten thousand events through a service that fails at random: each arrives exactly once, in order per device.
@Suite("A service that fails at random")
struct FailingIngestionTests {
  /// The ingestion side: remembers what it took in, recognises insert ids, and fails as it likes.
  private struct Service {
    var random: SeededGenerator
    /// Insert ids by device, in the order in which they came in.
    private(set) var arrived: [String: [String]] = [:]
    private(set) var repeated = 0
    private(set) var failures = 0
    private var known: Set<String> = []

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func ingest(_ events: some Sequence<JSONValue>) {
      for event in events {
        let device = event["device_id"]?.string ?? ""
        let id = event["insert_id"]?.string ?? ""
        if known.insert(id).inserted { arrived[device, default: []].append(id) } else { repeated += 1 }
      }
    }

    mutating func answer(_ request: HTTPRequest) -> Answer? {
      let events = Uploaded.events(of: request)
      let choice = Int.random(in: 0..<28, using: &random)
      if choice >= 8 {
        ingest(events)
        return Answers.accepted(events.count)
      }
      failures += 1
      switch choice {
      case 0:
        // May or may not have been accepted.
        if Bool.random(using: &random) { ingest(events) }
        return Answers.status([500, 502, 504][Int.random(in: 0..<3, using: &random)])
      case 1: return Answers.status(503)
      case 2:
        if Bool.random(using: &random) { ingest(events) }
        return .failure(TransportFailure(kind: .reset))
      case 3:
        let device = events.randomElement(using: &random)?["device_id"]?.string ?? ""
        return Answers.json(#"{"code":429,"error":"slow","throttled_devices":{"\#(device)":31}}"#, status: 429)
      case 4: return Answers.json("<html>proxy</html>", status: 400)
      case 5:
        return events.count > 1 && Int.random(in: 0..<6, using: &random) == 0 ? Answers.status(413) : Answers.offline
      case 6:
        if Bool.random(using: &random) { ingest(events) }
        return nil
      default:
        ingest(events)
        return Answers.status(200)
      }
    }
  }

  @Test("Each event arrives exactly once, in order", arguments: [1, 2] as [UInt64])
  func exactlyOnce(seed: UInt64) {
    let count = 10_000
    var service = Service(seed: seed)
    var random = SeededGenerator(seed: seed &+ 1_000)
    var session = ScriptedSession(ScriptedSession.sending)
    session.reply = { $0.service == .evaluation ? Answers.json("{}") : Answers.offline }
    session.run("open")
    func serve(_ session: inout ScriptedSession) {
      while let upload = session.inFlight(to: .analytics).first {
        guard let answer = service.answer(upload.request) else {
          // No answer at all: the time limit gives the upload up.
          session.advance(by: .seconds(60))
          return
        }
        session.answer(upload.id, answer)
      }
    }
    var tracked = 1
    while tracked < count {
      if tracked % 97 == 0 {
        session.start("identity --device-id device-\(Int.random(in: 0..<5, using: &random))")
        session.answer(.evaluation, Answers.json("{}"))
        tracked += 1
      }
      session.start("export")
      tracked += 1
      if Int.random(in: 0..<20, using: &random) == 0 { session.advance(by: .milliseconds(700)) }
      if Int.random(in: 0..<3, using: &random) == 0 { serve(&session) }
    }
    for _ in 0..<1_000 where session.session.documentSection("outbox")?["count"] != 0 {
      session.start("flush &")
      serve(&session)
      session.advance(by: .seconds(1))
    }
    var expected: [String: [String]] = [:]
    for event in session.events {
      expected[event["deviceId"]?.string ?? "", default: []].append(event["insertId"]?.string ?? "")
    }
    #expect(session.events.count >= count)
    #expect(Set(session.deliveries) == ["sent"], "seed \(seed)")
    #expect(service.arrived == expected, "seed \(seed)")
    #expect(service.failures > 100)
    // What was kept on disk has gone from it.
    var kept: Set<String> = []
    for request in session.outbox {
      switch request {
      case .append(let records): kept.formUnion(records.map(\.insertId))
      case .remove(let ids): kept.subtract(ids)
      case .setAside: break
      }
    }
    #expect(kept.isEmpty, "seed \(seed)")
  }
}
