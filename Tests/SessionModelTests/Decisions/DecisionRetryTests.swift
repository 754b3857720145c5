import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Asking again for decisions")
struct DecisionRetryTests {
  private func session(_ answers: [Answer], retries: Bool = true) -> ScriptedSession {
    var configuration = ScriptedSession.configuration
    configuration.retries = retries
    var session = ScriptedSession(configuration)
    var rest = answers[...]
    session.reply = { _ in rest.popFirst() ?? DecisionAnswers.both }
    session.run("consent opt-in")
    return session
  }

  private static func wait(_ header: String) -> Answer {
    .response(HTTPResponse(status: 429, headers: [HTTPHeader("retry-after", header)], body: []))
  }

  @Test("Without --retry everything is asked once", arguments: [Answers.status(503), Answers.status(429)])
  func once(answer: Answer) {
    var session = session([answer], retries: false)
    #expect(session.run("fetch-decisions homeHero").failure?.code == "network")
    #expect(session.sent(to: .decisions).count == 1)
  }

  @Test("What may pass is asked again after growing pauses, with the same request")
  func again() {
    var session = session([Answers.status(503), Answers.status(429), Answers.failure(.reset)])
    let outcome = session.run("fetch-decisions homeHero")
    #expect(outcome.status == .success)
    let sent = session.sent(to: .decisions)
    #expect(sent.count == 4)
    #expect(Set(sent.map { $0.request.body ?? "" }).count == 1)
    let pauses = zip(sent.dropFirst(), sent).map { $0.time.since($1.time).microseconds / 1_000 }
    for (pause, range) in zip(pauses, [250...500, 500...1_000, 1_000...2_000] as [ClosedRange<Int64>]) {
      #expect(range.contains(pause), "\(pauses)")
    }
    #expect(session.value("personalization/error") == .null)
    #expect(session.timers.isEmpty && session.inFlight.isEmpty)
    #expect(session.text("requests/-1/fate") == "used")
  }

  @Test(
    "What cannot pass is final",
    arguments: [
      Answers.status(400), Answers.status(401), Answers.status(500), Answers.json("[]"), Answers.offline,
      Answers.failure(.tls), Answers.failure(.timeout), Answers.failure(.other),
    ])
  func final(answer: Answer) {
    var session = session([answer])
    #expect(session.run("fetch-decisions homeHero").status == .commandFailed)
    #expect(session.sent(to: .decisions).count == 1)
  }

  @Test(
    "The pause that the service asks for is kept",
    arguments: [
      ("3", 3_000), ("Thu, 01 Jan 2026 00:00:04 GMT", 4_000), ("0", nil), ("Wed, 31 Dec 2025 00:00:00 GMT", nil),
      ("soon", nil), ("-5", nil), ("", nil),
    ] as [(String, Int64?)])
  func retryAfter(header: String, milliseconds: Int64?) {
    var session = session([Self.wait(header)])
    #expect(session.run("fetch-decisions homeHero").status == .success)
    let sent = session.sent(to: .decisions)
    let pause = sent[1].time.since(sent[0].time).microseconds / 1_000
    if let milliseconds { #expect(pause == milliseconds) } else { #expect((250...500).contains(pause)) }
  }

  @Test("No pause goes beyond the time of the fetch", arguments: ["10", "99999999999999999999", "60"])
  func tooLong(header: String) {
    var session = session([Self.wait(header)])
    let outcome = session.run("fetch-decisions homeHero")
    #expect(outcome.failure?.code == "network")
    #expect(outcome.failure?.hint?.contains("asks to wait") == true)
    #expect(session.now == .start, "it fails at once")
    #expect(session.timers.isEmpty)
  }

  @Test("The time covers all tries, and says what the last one met")
  func deadline() {
    var session = session([])
    session.start("fetch-decisions homeHero --timeout 2s &")
    session.answer(.decisions, Answers.json(#"{"message":"Timeout Exceeded"}"#, status: 503))
    session.advance(by: .seconds(1))
    #expect(session.sent(to: .decisions).count == 2)
    session.advance(by: .seconds(1))
    let failure = session.outcome(ofJob: 1)?.failure
    #expect(failure?.code == "timeout")
    #expect(failure?.message.contains("Timeout Exceeded") == true)
    #expect(session.inFlight.isEmpty && session.timers.isEmpty)
  }

  @Test("A pause ends with cancellation, opt-out and leaving", arguments: ["cancel %1", "consent opt-out", ""])
  func givenUp(command: String) {
    var session = session([])
    session.start("fetch-decisions homeHero &")
    session.answer(.decisions, Answers.status(503))
    #expect(session.timers.count == 2)
    if command.isEmpty { session.put(.leave) } else { session.run(command) }
    #expect(session.timers.isEmpty && session.inFlight(to: .decisions).isEmpty)
    #expect(session.sent(to: .decisions).count == 1)
  }

  @Test("Nothing is asked again for somebody who is not there any more")
  func otherIdentity() {
    var session = session([])
    session.start("fetch-decisions homeHero &")
    session.answer(.decisions, Answers.status(503))
    session.start("identity --device-id another-device &")
    session.advance(by: .seconds(1))
    #expect(session.sent(to: .decisions).count == 1)
    #expect(session.outcome(ofJob: 1)?.failure?.code == "network")
    #expect(session.value("personalization/error") == .null, "no news about the current identity")
  }

  @Test("With --split only the part that failed is asked again")
  func split() {
    var session = session([])
    session.start("fetch-decisions homeHero product_recs --split &")
    let requests = session.inFlight.map(\.id)
    session.answer(requests[0], Answers.status(503))
    session.answer(requests[1], DecisionAnswers.entries(DecisionAnswers.recommendations))
    session.advance(by: .milliseconds(500))
    #expect(session.askedPoints == [["homeHero"], ["product_recs"], ["homeHero"]])
    session.answer(.decisions, DecisionAnswers.entries(DecisionAnswers.hero(id: "h", header: "Hi")))
    #expect(session.outcome(ofJob: 1)?.status == .success)
    #expect(session.text("decisions/homeHero/attributes/Header") == "Hi")
  }
}
