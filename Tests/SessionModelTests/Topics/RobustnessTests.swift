import CommandLanguage
import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

@Suite("Any input")
struct RobustnessTests {
  private static let words = [
    "open", "close", "export", "sign-in", "user-one", "logout", "refresh", "&", "!", "wait", "1s", "9999999h", "%1",
    "cancel", "flush", "property", "a=b", "c:={", "c:=[1]", "--unset", "override", "report-layout", "expanded",
    "--clear", "world", "hold", "deliver", "-1", "unconfigure", "why", "--want", "profile", "expect", "events[-1]",
    "==", "exists", "status", "--all", "'", "\"", "\\", "\u{0}", "é", "\u{301}", "$(", "{}", "9223372036854775807",
  ]

  private static let bodies = [
    "", "{}", "[]", "null", "\"x\"", #"{"report-layout":{"value":"expanded"}}"#, #"{"report-layout":[1]}"#,
    #"{"configured":false}"#, #"{"configured":true}"#, #"{"configured":1}"#, #"{"events_ingested":-9}"#,
    #"{"error":"Invalid API key: k"}"#, #"{"events_with_invalid_fields":{"a":[0,-1,999999999999,1.5,"0"]}}"#,
    #"{"silenced_events":[0]}"#, #"{"events":[{"insertId":1},2]}"#, "{\"report-layout\":", "\u{feff}{}",
  ]

  @Test("A session survives whatever it is given", arguments: 0..<4)
  func survives(block: Int) {
    for round in 0..<40 {
      let seed = UInt64(7_000 + block * 100 + round)
      var random = SeededGenerator(seed: seed)
      var session = Session(ScriptedSession.configuration)
      var requests = 0
      for _ in 0..<120 {
        let time = Instant(microseconds: Int64.random(in: -1_000...1_000_000_000, using: &random))
        for case .effect(.request(let id, _)) in session.apply(Input(time: time, kind(&random))) { requests = id }
        let id = requests - Int.random(in: 0...2, using: &random)
        if Bool.random(using: &random) {
          _ = session.apply(Input(time: time, .answer(request: id, answer(&random))))
        }
        #expect(session.document.object?.count == 10, "seed \(seed)")
      }
    }
  }

  private func kind(_ random: inout SeededGenerator) -> Input.Kind {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: return .timer(id: Int.random(in: -1...20, using: &random))
    case 1...3: return .interrupt
    case 4: return Int.random(in: 0..<5, using: &random) == 0 ? .leave : .interrupt
    case 5: return .answer(request: Int.max, answer(&random))
    case 6: return .timer(id: Int.min)
    default:
      let count = Int.random(in: 0...4, using: &random)
      let text = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }.joined(separator: " ")
      return .command(text: text, place: SourcePlace(file: "f", line: 1, column: 1))
    }
  }

  private func answer(_ random: inout SeededGenerator) -> Answer {
    if Int.random(in: 0..<6, using: &random) == 0 {
      return .failure(TransportFailure(kind: TransportFailure.Kind.allCases.randomElement(using: &random) ?? .other))
    }
    let statuses = [200, 200, 200, 201, 400, 413, 429, 503, -1, Int.max]
    var body = Array((Self.bodies.randomElement(using: &random) ?? "").utf8)
    if Int.random(in: 0..<5, using: &random) == 0 { body.append(UInt8.random(in: .min ... .max, using: &random)) }
    return .response(HTTPResponse(status: statuses.randomElement(using: &random) ?? 200, body: body))
  }

  @Test func theEndOfTimeIsNoEndOfTheSession() {
    var session = ScriptedSession()
    session.moveTime(to: Instant(microseconds: .max))
    session.run("open")
    session.start("wait 1h &")
    session.run("flush")
    #expect(session.deliveries == ["sent", "sent"])
  }

  @Test func timeNeverRunsBackwards() {
    var session = Session(ScriptedSession.configuration)
    _ = session.apply(Input(time: Instant(microseconds: 500), .interrupt))
    _ = session.apply(Input(time: Instant(microseconds: -7), .interrupt))
    #expect(session.now == Instant(microseconds: 500))
  }

  @Test func theSameInputsGiveTheSameOutputs() {
    func outputs() -> [Output] {
      var session = ScriptedSession()
      for command in [
        "sign-in user-one", "open", "export", "property a=1 b:=2", "refresh", "logout", "flush", "status --all",
      ] {
        session.run(command)
      }
      session.put(.leave)
      return session.outputs
    }
    #expect(outputs() == outputs())
  }
}
