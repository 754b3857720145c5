import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

/// amplitude.md 2.6, with two differences on purpose: the command sees the last failure, and every try is for whoever the
/// session is by then.
@Suite("Fetches that are tried again")
struct RetryTests {
  private func session(_ world: SessionConfiguration.WorldKind = .embedded) -> ScriptedSession {
    var configuration = ScriptedSession.configuration
    configuration.retries = true
    configuration.world = world
    return ScriptedSession(configuration)
  }

  @Test("The schedule is the library's", arguments: [SessionConfiguration.WorldKind.embedded, .live])
  func schedule(world: SessionConfiguration.WorldKind) {
    var session = session(world)
    session.start("refresh")
    for delay in [500, 750, 1_125, 1_687, 2_530, 3_795, 5_692, 8_538] as [Int64] {
      session.answer(.evaluation, Answers.status(503))
      #expect(session.session.isAwaiting)
      #expect(session.text("flags/state") == "loading")
      #expect(session.timers.map { $0.due.since(session.now) } == [.milliseconds(delay)])
      session.advance(by: .milliseconds(delay))
      #expect(session.inFlight.count == 1)
    }
    session.answer(.evaluation, Answers.status(500))
    #expect(!session.session.isAwaiting)
    #expect(session.text("flags/reason") == "fetchFailed")
    #expect(session.sent.count == 9)
    #expect(session.timers.isEmpty && session.inFlight.isEmpty)
    #expect(ScriptedSession.outcomes(session.outputs).last?.failure?.message == "the fetch failed (HTTP 500)")
    #expect(session.value("flags/revision") == 1)
  }

  @Test func aLaterSuccessSettlesTheSameRevision() {
    var session = session()
    session.start("refresh &")
    session.answer(.evaluation, Answers.offline)
    session.advance(by: .milliseconds(500))
    session.answer(.evaluation, Answers.layout("control"))
    #expect(session.outcome(ofJob: 1)?.status == .success)
    #expect(session.text("flags/state") == "assigned")
    #expect(session.value("flags/revision") == 1)
    #expect(session.notices == ["fetchRetry"])
  }

  @Test("A refusal is final", arguments: [400, 401, 403, 404, 413])
  func finalStatuses(status: Int) {
    var session = session()
    session.start("refresh")
    session.answer(.evaluation, Answers.status(status))
    #expect(!session.session.isAwaiting)
    #expect(session.timers.isEmpty)
    #expect(session.text("flags/reason") == "fetchFailed")
  }

  @Test(
    "What is tried again",
    arguments: [
      Answers.status(201), Answers.status(304), Answers.status(429), Answers.status(500), Answers.offline,
      Answers.json("[]"), Answers.json("{"), .failure(TransportFailure(kind: .timeout)),
    ])
  func retried(answer: Answer) {
    var session = session()
    session.start("refresh")
    session.answer(.evaluation, answer)
    #expect(session.timers.map { $0.due.since(session.now) } == [.milliseconds(500)])
  }

  @Test func aTimeOutIsTriedAgain() {
    var session = session()
    session.start("refresh")
    session.advance(by: .seconds(5))
    #expect(session.inFlight.isEmpty)
    session.advance(by: .milliseconds(500))
    #expect(session.inFlight.count == 1)
  }

  @Test func signingInSupersedesTheTriesOfTheFormerIdentity() {
    var session = session()
    session.start("sign-in user-one &")
    session.answer(.evaluation, Answers.status(503))
    session.start("sign-in user-two &")
    #expect(session.inFlight.count == 1, "one request in flight, and it is the new identity's")
    #expect(session.timers.count == 1, "its time limit; no try of the former is left")
    session.answer(.evaluation, Answers.status(503))
    session.advance(by: .milliseconds(500))
    let users = session.sent(to: .evaluation).compactMap { sent -> String? in
      let header = sent.request.header("X-Amp-Exp-User") ?? ""
      return (try? JSON.parse(header))?["user_id"]?.string
    }
    #expect(users == ["user-one", "user-two", "user-two"])
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.outcome(ofJob: 1)?.status == .success)
    #expect(session.text("flags/state") == "assigned")
  }

  @Test func aTryUsesThePropertiesOfItsMoment() {
    var session = session()
    session.start("refresh &")
    session.answer(.evaluation, Answers.status(503))
    session.run("property plan=gold")
    session.advance(by: .milliseconds(500))
    #expect(session.inFlight[0].request.header("X-Amp-Exp-User")?.contains("gold") == true)
  }

  @Test func anInterruptEndsTheTries() {
    var session = session()
    session.start("refresh")
    session.answer(.evaluation, Answers.status(503))
    session.put(.interrupt)
    #expect(!session.session.isAwaiting)
    #expect(session.timers.isEmpty)
    #expect(session.text("flags/reason") == "cancelled")
  }

  @Test func leavingAndUnconfiguringEndTheTries() {
    var session = session()
    session.start("refresh &")
    session.answer(.evaluation, Answers.status(503))
    session.put(.leave)
    #expect(session.session.hasLeft && session.timers.isEmpty)

    var other = self.session()
    other.start("refresh &")
    other.answer(.evaluation, Answers.status(503))
    other.start("world unconfigure")
    other.answer(other.inFlight[0].id, Answers.json(#"{"configured":false,"flagsOff":"unconfigured"}"#))
    #expect(other.timers.isEmpty)
    #expect(other.text("flags/state") == "off")
  }

  @Test func theFirstOpenWaitsThroughTheTriesAndTracksOnce() {
    var session = session()
    session.start("open")
    session.answer(.evaluation, Answers.status(503))
    #expect(session.events.isEmpty && session.suppressed.isEmpty)
    session.advance(by: .milliseconds(500))
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.eventTypes == ["$exposure", "Report Previewed"])
  }

  @Test func withoutRetriesAFailureIsFinal() {
    var session = ScriptedSession()
    session.start("refresh")
    session.answer(.evaluation, Answers.status(503))
    #expect(!session.session.isAwaiting && session.timers.isEmpty)
  }

  /// amplitude.md 3.5, in words that a person can act on.
  @Test(
    "A refusal says what to do",
    arguments: [
      (401, "AMPLITUDE_DEPLOYMENT_KEY"), (403, "firewall"), (404, "endpoint"), (413, "properties"), (429, "wait"),
      (503, "wait"),
    ])
  func advice(status: Int, word: String) {
    var session = ScriptedSession(ScriptedSession.sending)
    session.reply = { _ in Answers.json("Invalid deployment", status: status) }
    let failure = session.run("refresh").failure
    #expect(failure?.message == "the fetch failed (HTTP \(status): Invalid deployment)")
    #expect(failure?.hint?.contains(word) == true)
  }
}
