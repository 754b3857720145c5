import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Flags")
struct FlagTests {
  @Test func variantsAreShownAsReceivedAndReadingNeverExposes() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.answer(
      .evaluation,
      Answers.json(
        #"{"zeta":{"value":"on"},"report-layout":{"key":"treatment","value":"expanded","payload":{"rows":2}}}"#))
    session.run("variants")
    #expect(session.run("variant report-layout").status == .success)
    #expect(
      session.value("flags/variants") == [
        "report-layout": ["key": "treatment", "payload": ["rows": 2], "value": "expanded"],
        "zeta": ["key": "on", "value": "on"],
      ])
    #expect(session.events.isEmpty && session.suppressed.isEmpty)
  }

  @Test func anUnknownFlagFailsAndNamesWhatIsThere() {
    var session = ScriptedSession()
    #expect(session.run("variant report-layout").failure?.code == "unknownFlag")
    session.run("refresh")
    let outcome = session.run("variant report-layuot")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.hint?.contains("report-layout") == true)
  }

  @Test func aSuccessfulFetchProvesNoExposure() {
    var session = ScriptedSession()
    session.run("refresh")
    #expect(session.text("flags/state") == "assigned")
    #expect(session.events.isEmpty)
  }

  @Test(
    "A fetch that brings no answer fails the command and leaves the fallback",
    arguments: [
      (Answers.status(503), "fetchFailed"), (Answers.status(204), "fetchFailed"), (Answers.offline, "fetchFailed"),
      (Answers.json("not json"), "fetchFailed"), (Answer.failure(TransportFailure(kind: .timeout)), "timeout"),
    ])
  func failedFetch(answer: Answer, reason: String) {
    var session = ScriptedSession()
    session.run("refresh")
    session.reply = { _ in answer }
    let outcome = session.run("refresh")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.code == reason)
    #expect(session.text("flags/reason") == reason)
    #expect(session.value("flags/variants")?.object?.isEmpty == true)
    #expect(session.text("report/layout") == "compact")
    #expect(session.sent.count == 2, "a failed fetch is not tried again")
  }

  @Test func aBadEntryLosesOnlyItself() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.answer(.evaluation, Answers.json(#"{"bad":null,"report-layout":{"value":"expanded"}}"#))
    #expect(session.text("report/layout") == "expanded")
    #expect(session.notices == ["unreadableVariant"])
  }

  @Test func aTimeoutComesAfterExactlyFiveSeconds() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.advance(by: Span(microseconds: 4_999_999))
    #expect(session.text("flags/state") == "loading")
    session.advance(by: Span(microseconds: 1))
    #expect(session.text("flags/reason") == "timeout")
    #expect(session.inFlight.isEmpty)
    #expect(session.text("requests/-1/error") == "timeout")
    #expect(session.value("requests/-1/duration") == 5_000_000)
    #expect(session.outcome(ofJob: 1)?.failure?.code == "timeout")
    // Its answer comes too late.
    #expect(session.answer(1, Answers.layout("expanded")).isEmpty)
    #expect(session.text("report/layout") == "compact")
  }

  @Test func anOlderFetchThatTimesOutIsFollowedByTheRememberedOne() {
    var session = ScriptedSession()
    session.start("sign-in user-one &")
    session.start("sign-in user-two &")
    session.advance(by: .seconds(5))
    #expect(session.text("flags/state") == "loading")
    #expect(session.text("requests/0/fate") == "discarded")
    #expect(session.inFlight.map(\.identity.userId) == ["user-two"])
    session.answer(.evaluation, Answers.layout("control"))
    #expect(session.text("flags/state") == "assigned")
    #expect(session.outcome(ofJob: 1)?.status == .success)
    #expect(session.text("jobs/0/state") == "superseded")
    #expect(session.text("jobs/1/state") == "done")
  }

  @Test func anOverrideDecidesUntilItIsCleared() {
    var session = ScriptedSession()
    session.run("open")
    session.run("override report-layout control")
    #expect(session.text("report/source") == "override")
    #expect(session.text("report/layout") == "compact")
    #expect(session.value("flags/overrides") == ["report-layout": "control"])
    #expect(session.text("flags/state") == "assigned", "the fetched variant stands behind it")
    session.run("refresh")
    #expect(session.suppressed.map { $0["reason"] } == ["override", "override"])
    session.run("export")
    #expect(session.suppressed.last?["reason"] == "override")
    #expect(session.eventTypes == ["$exposure", "Report Previewed"])
    session.run("override report-layout grid")
    #expect(session.text("report/layout") == "compact")
    #expect(session.run("override --clear other").failure?.code == "noOverride")
    session.run("override --clear")
    #expect(session.text("report/source") == "assignment")
    #expect(session.text("report/layout") == "expanded")
  }

  @Test func theAnswerToAnOverrideNamesWhatItChanged() {
    var session = ScriptedSession()
    session.run("override first a")
    #expect(session.run("override second b").result.document == ["second": "b"])
    session.run("override first c")
    #expect(session.value("flags/overrides") == ["first": "c", "second": "b"])
    #expect(session.run("override --clear first").result.document == ["first": nil])
    session.run("override third d")
    #expect(session.run("override --clear").result.document == ["second": nil, "third": nil])
    #expect(session.run("override --clear").result.document == [:])
    #expect(session.run("override --clear second").failure?.hint == "override KEY VARIANT sets one")
  }

  @Test func anOverrideOfAnotherFlagChangesNothingInTheReport() {
    var session = ScriptedSession()
    session.run("override other expanded")
    session.run("open")
    #expect(session.text("report/source") == "assignment")
    #expect(session.eventTypes == ["$exposure", "Report Previewed"])
  }

  @Test func anOverrideSetWhileLoadingDecidesTheAppearance() {
    var session = ScriptedSession()
    session.start("open &")
    session.run("override report-layout expanded")
    session.answer(.evaluation, Answers.layout("control"))
    #expect(session.text("report/layout") == "expanded")
    #expect(session.events.isEmpty)
    #expect(session.suppressed.map { $0["reason"] } == ["override", "override"])
  }

  @Test(
    "Keys and region are judged as the app does",
    arguments: [
      ("api", "client-1", "US", nil), (" api ", "\tclient-1\n", " EU ", nil),
      ("", "client-1", "US", FlagsOff.apiKeyBlank), (" \n", "client-1", "US", .apiKeyBlank),
      ("a$(KEY)", "client-1", "US", .apiKeyUnresolved), ("api", "  ", "US", .deploymentKeyBlank),
      ("api", "$(D", "US", .deploymentKeyUnresolved), ("api", "$(\u{301}D)", "US", .deploymentKeyUnresolved),
      ("api", "server-abc", "US", .deploymentKeyIsServerKey),
      ("api", "server-\u{301}", "US", .deploymentKeyIsServerKey),
      ("api", "client-1", "", .regionBlank), ("api", "client-1", "us", .regionUnknown),
      ("api", "client-1", "US,EU", .regionUnknown),
    ] as [(String, String, String, FlagsOff?)])
  func judging(apiKey: String, deploymentKey: String, region: String, verdict: FlagsOff?) {
    #expect(FlagsOff.judge(apiKey: apiKey, deploymentKey: deploymentKey, region: region) == verdict)
  }
}
