import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Questions to the world")
struct WorldTests {
  private let configured = Answers.json(#"{"configured":true}"#)
  private let unconfigured = Answers.json(#"{"configured":false,"flagsOff":"unconfigured"}"#)

  @Test(
    "Questions go to paths of the world's own",
    arguments: [
      ("world", "/flagsh/world", #"{"action":"show"}"#),
      (
        "world latency evaluation 250ms", "/flagsh/world",
        #"{"action":"latency","microseconds":250000,"service":"evaluation"}"#
      ),
      (
        "world fault analytics 503 --times 2", "/flagsh/world",
        #"{"action":"fault","kind":"status","service":"analytics","status":503,"times":2}"#
      ),
      (
        "world fault evaluation offline", "/flagsh/world",
        #"{"action":"fault","kind":"offline","service":"evaluation","status":null,"times":null}"#
      ),
      ("world fault evaluation --clear", "/flagsh/world", #"{"action":"clearFault","service":"evaluation"}"#),
      ("world hold evaluation", "/flagsh/world", #"{"action":"hold","service":"evaluation"}"#),
      ("world deliver 3 2", "/flagsh/world", #"{"action":"deliver","requests":[3,2]}"#),
      (
        "world flag report-layout inactive", "/flagsh/world",
        #"{"action":"flag","condition":"inactive","key":"report-layout"}"#
      ),
      (
        "world assign report-layout user-one expanded", "/flagsh/world",
        #"{"action":"assign","key":"report-layout","userId":"user-one","variant":"expanded"}"#
      ),
      ("experiment report-layout", "/flagsh/experiment", #"{"flag":"report-layout"}"#),
      ("experiment", "/flagsh/experiment", #"{"flag":null}"#),
      ("profile some-device", "/flagsh/profile", #"{"deviceId":"some-device"}"#),
    ])
  func questions(command: String, path: String, body: String) {
    var session = ScriptedSession()
    session.start(command)
    #expect(session.inFlight.map(\.request.service) == [.world])
    #expect(session.inFlight.map(\.request.path) == [path])
    #expect(session.inFlight.map(\.request.body) == [body])
    session.answer(1, Answers.json("{}"))
    #expect(!session.session.isAwaiting)
    #expect(session.value("requests") == [], "no exchange of the app")
  }

  @Test func whyAsksForTheCurrentIdentityAndAddsWhatTheSessionKnows() {
    var session = ScriptedSession()
    session.run("sign-in user-one")
    session.start("why report-layout --want control")
    let body = session.inFlight[0].request.body.flatMap { try? JSON.parse($0) }
    #expect(body?["flag"] == "report-layout")
    #expect(body?["want"] == "control")
    #expect(body?["user"]?["user_id"] == "user-one")
    let outcome = ScriptedSession.outcomes(session.answer(2, Answers.json(#"{"flag":"report-layout"}"#))).last
    #expect(outcome?.result.document["session"]?["verdict"] == "assigned")
    #expect(outcome?.result.document["session"]?["fetched"] == ["key": "expanded", "value": "expanded"])
  }

  @Test func aWorldThatRefusesFailsTheCommandInItsWords() {
    var session = ScriptedSession()
    session.start("world assign nope user-one on")
    let refusal = Answers.json(
      #"{"error":{"code":"unknownFlag","message":"no flag nope","hint":"world"}}"#, status: 404)
    let outcome = ScriptedSession.outcomes(session.answer(1, refusal)).last
    #expect(outcome?.status == .commandFailed)
    #expect(outcome?.failure?.code == "unknownFlag")
    #expect(outcome?.failure?.hint == "world")
  }

  @Test(
    "An answer that is none fails the command",
    arguments: [Answers.json("no json"), Answers.offline, Answers.status(500), Answers.json("[]", status: 400)])
  func uselessAnswers(answer: Answer) {
    var session = ScriptedSession()
    session.start("world")
    #expect(ScriptedSession.outcomes(session.answer(1, answer)).last?.failure?.code == "worldFailed")
  }

  @Test func profileMarksWhatTheServiceHasProcessed() {
    var session = ScriptedSession()
    session.run("open")
    session.run("flush")
    session.run("export")
    let first = session.text("events/0/insertId") ?? ""
    session.start("profile")
    session.answer(session.inFlight[0].id, Answers.json(#"{"events":[{"insertId":"\#(first)"},{"insertId":7}]}"#))
    #expect(session.deliveries == ["processed", "sent", "queued"])
  }

  @Test func unconfiguringWhileAFetchIsInFlightTurnsFlagsOffAndTracksNothing() {
    var session = ScriptedSession()
    session.run("open")
    let tracked = session.eventTypes
    session.start("refresh &")
    session.start("world unconfigure")
    let question = session.inFlight.last?.id ?? 0
    session.answer(question, unconfigured)
    #expect(session.text("flags/state") == "off")
    #expect(session.value("flags/configured") == false)
    #expect(session.inFlight.isEmpty && session.timers.isEmpty)
    #expect(session.text("report/layout") == "compact")
    #expect(session.value("flags/variants") == .object(JSONObject()))
    #expect(session.eventTypes == tracked)
    #expect(session.suppressed.map { $0["reason"] } == ["flagsOff", "flagsOff"], "the report came up again")
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    #expect(session.run("refresh").failure?.code == "flagsOff")
  }

  @Test func configuringMakesAClientThatHasFetchedNothing() {
    var session = ScriptedSession()
    session.run("refresh")
    session.reply = { [unconfigured] _ in unconfigured }
    session.run("world unconfigure")
    session.run("sign-in user-one")
    #expect(session.value("flags/revision") == 1, "identity only")
    session.reply = { [configured] _ in configured }
    session.run("world configure")
    #expect(session.text("flags/state") == "notFetched")
    session.reply = { Answers.usual(for: $0, layout: "expanded") }
    session.run("open")
    #expect(session.text("report/layout") == "expanded")
    #expect(session.sent(to: .evaluation).map(\.identity.userId) == [nil, "user-one"])
  }

  @Test func aFlushEndsWhenFlagsAreTurnedOffBetweenTwoUploads() {
    var session = ScriptedSession()
    session.run("open")
    session.start("flush &")
    session.run("export")
    session.start("flush &")
    session.start("world unconfigure &")
    session.answer(session.inFlight.last?.id ?? 0, unconfigured)
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.outcome(ofJob: 1)?.status == .success)
    #expect(session.outcome(ofJob: 2) != nil, "nothing would ever end it")
    #expect(session.deliveries == ["sent", "sent", "queued"])
    session.start("world configure &")
    session.answer(session.inFlight.last?.id ?? 0, configured)
    session.run("flush")
    #expect(session.deliveries == ["sent", "sent", "sent"])
  }

  @Test func anInterruptedQuestionIsGivenUp() {
    var session = ScriptedSession()
    session.start("world unconfigure")
    session.put(.interrupt)
    #expect(session.inFlight.isEmpty)
    #expect(session.answer(1, unconfigured).isEmpty)
    #expect(session.text("flags/state") == "notFetched")
  }
}
