import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

/// Live sessions under random commands, answers, timers and disks: the outbox on disk, the ledger and what goes over the
/// wire never disagree.
@Suite("Live sessions under random use")
struct LiveWalkTests {
  private struct Walk {
    var random: SeededGenerator
    var session: ScriptedSession
    let seed: UInt64
    /// What the disk holds: insert ids that were appended or found, and not removed.
    var kept: Set<String> = []
    private var requestsSeen = 0
    private var uploadsSeen = 0
    /// How each event looked when it was first sent.
    var sentTexts: [String: String] = [:]
    var found = 0

    init(seed: UInt64) {
      self.seed = seed
      random = SeededGenerator(seed: seed)
      var configuration = ScriptedSession.sending
      configuration.retries = seed % 2 == 0
      session = ScriptedSession(configuration)
    }

    mutating func one<Element>(of list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &random)] }

    // MARK: Steps

    mutating func begin() {
      let records = (0..<Int.random(in: 0...4, using: &random)).map { number in
        let event = UploadEvent(
          type: "Report Exported", userId: nil, deviceId: one(of: ["device-1", "device-2"]), time: Int64(number),
          insertId: "EARLIER-\(number)", eventId: number, sessionId: 0, platform: "iOS", properties: JSONObject())
        return OutboxRecord(
          insertId: event.insertId, deviceId: event.deviceId, sequence: number, event: event.document.text,
          setAside: one(of: [nil, nil, "keyRefused", "eventRefused"]))
      }
      found = records.count
      kept.formUnion(records.map(\.insertId))
      session.put(.outbox(found: records))
    }

    mutating func step() {
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<8 where !session.session.isAwaiting: session.start(command())
      case 8..<15:
        if let chosen = session.inFlight.randomElement(using: &random) {
          session.answer(chosen.id, answer(to: chosen.request))
        }
      case 15..<18:
        if let next = session.timers.min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
          session.moveTime(to: max(session.now, next.due))
          session.fire(next.id)
        }
      case 18: session.put(one(of: [.interrupt, .outboxFailed(reason: "no space left on the device")]))
      default: session.moveTime(to: session.now.advanced(by: .milliseconds(.random(in: 1...2_000, using: &random))))
      }
      follow()
    }

    private mutating func command() -> String {
      let job = one(of: ["", " &"])
      switch Int.random(in: 0..<16, using: &random) {
      case 0: return "sign-in " + one(of: ["user-one", "user-two"]) + job
      case 1: return "identity --device-id " + one(of: ["device-1", "device-2", "device-3"]) + job
      case 2: return "refresh" + job
      case 3, 4: return "open" + job
      case 5..<10: return "export"
      case 10, 11: return "flush" + job
      case 12: return "outbox list"
      case 13: return "outbox send" + job
      case 14: return "outbox discard " + (session.session.undeliveredInsertIds.first ?? "")
      default: return one(of: ["status", "world", "cancel %1", "why report-layout"])
      }
    }

    private mutating func answer(to request: HTTPRequest) -> Answer {
      if request.service == .evaluation {
        return one(of: [
          Answers.layout("control"), Answers.layout("expanded"), Answers.status(503), Answers.status(401),
          Answers.offline,
        ])
      }
      let events = Uploaded.events(of: request)
      let last = events.count - 1
      let device = events.last?["device_id"]?.string ?? ""
      return one(of: [
        Answers.accepted(events.count), Answers.accepted(events.count), Answers.accepted(events.count),
        Answers.status(200), Answers.status(503), Answers.status(413), Answers.status(403), Answers.offline,
        Answers.json("<html>proxy</html>", status: 400),
        Answers.json(#"{"code":400,"error":"Invalid event JSON"}"#, status: 400),
        Answers.json(#"{"code":400,"error":"Invalid API key: k"}"#, status: 400),
        Answers.json(#"{"code":400,"error":"e","missing_field":"api_key"}"#, status: 400),
        Answers.json(#"{"code":400,"error":"e","events_with_invalid_fields":{"time":[\#(last)]}}"#, status: 400),
        Answers.json(#"{"code":429,"error":"e","throttled_devices":{"\#(device)":31}}"#, status: 429),
        Answers.json(#"{"code":429,"error":"e","exceeded_daily_quota_devices":{"\#(device)":1}}"#, status: 429),
      ])
    }

    // MARK: What must hold

    /// Follows what came out since the last step.
    mutating func follow() {
      for request in session.outbox[requestsSeen...] {
        switch request {
        case .append(let records): kept.formUnion(records.map(\.insertId))
        case .remove(let ids):
          #expect(kept.isSuperset(of: ids), "seed \(seed): what is removed was there")
          kept.subtract(ids)
        case .setAside(let ids, _): #expect(kept.isSuperset(of: ids), "seed \(seed): what is set aside was there")
        }
      }
      requestsSeen = session.outbox.count
      let uploads = session.sent(to: .analytics)
      for upload in uploads[uploadsSeen...] { look(at: upload.request) }
      uploadsSeen = uploads.count
      #expect(session.inFlight(to: .analytics).count <= 1, "seed \(seed)")
      #expect(session.inFlight(to: .evaluation).count <= 1, "seed \(seed)")
      #expect(session.timers.count <= session.inFlight.count + 2, "seed \(seed): no timer is forgotten")
      #expect(Set(session.session.undeliveredInsertIds) == kept, "seed \(seed): the disk holds what is undelivered")
    }

    private mutating func look(at request: HTTPRequest) {
      var numbers: [String: Int] = [:]
      for event in Uploaded.events(of: request) {
        let id = event["insert_id"]?.string ?? ""
        #expect(kept.contains(id), "seed \(seed): only what is on disk is sent")
        #expect(sentTexts[id, default: event.text] == event.text, "seed \(seed): an event never changes")
        sentTexts[id] = event.text
        // Earlier events first, then those of this session, each in their order.
        let isEarlier = id.hasPrefix("EARLIER")
        let number = Int(event["event_id"]?.integer ?? 0) - (isEarlier ? 1_000_000 : 0)
        let device = event["device_id"]?.string ?? ""
        #expect(numbers[device, default: .min] < number, "seed \(seed): order on a device")
        numbers[device] = number
      }
      #expect(Uploaded.events(of: request).isEmpty == false, "seed \(seed)")
    }

    mutating func leave() {
      session.put(.leave)
      follow()
      while !session.session.hasLeft {
        guard let next = session.inFlight.first else {
          guard let timer = session.timers.min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) else { break }
          session.moveTime(to: max(session.now, timer.due))
          session.fire(timer.id)
          continue
        }
        session.answer(next.id, answer(to: next.request))
        follow()
      }
      #expect(session.session.hasLeft, "seed \(seed)")
      #expect(session.timers.isEmpty && session.inFlight.isEmpty, "seed \(seed): nothing is left behind")
      let says = session.notices.contains("eventsStay") || session.notices.contains("eventsUnsafe")
      #expect(says == !kept.isEmpty, "seed \(seed): what stays is said")
    }
  }

  @Test("Disk, ledger and wire agree", arguments: 0..<6)
  func agreement(block: UInt64) {
    for seed in (block * 20 + 1)...(block * 20 + 20) {
      var walk = Walk(seed: seed)
      walk.begin()
      for _ in 0..<150 { walk.step() }
      walk.leave()
    }
  }
}
