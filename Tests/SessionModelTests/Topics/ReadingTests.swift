import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Reading the session")
struct ReadingTests {
  @Test func expectationsHoldOrFailWithFour() {
    var session = ScriptedSession()
    session.run("sign-in user-one")
    session.run("open")
    session.run("export")
    for holds in [
      "report.layout == expanded", #"events[-1].type == "Report Exported""#, "events[type=$exposure].count == 1",
      "identity.userId exists", "flags.reason missing", "flags.variants.report-layout.value == expanded",
      "requests.count == 1", "jobs.count == 0", "world.kind == embedded", "personalization.consent == pending",
    ] {
      #expect(session.run("expect \(holds)").status == .success, "\(holds)")
    }
    for fails in ["report.layout == compact", "report.layuot exists", "events[9].type exists", "flags.revision > 1"] {
      #expect(session.run("expect \(fails)").status == .expectationFailed, "\(fails)")
    }
    #expect(session.run("expect").status == .usage)
  }

  @Test func theDocumentHasItsFixedKeys() {
    let document = ScriptedSession().session.document
    let names = document.object?.members.map(\.name)
    #expect(
      names == [
        "decisions", "events", "flags", "identity", "jobs", "personalization", "report", "requests", "suppressed",
        "world",
      ])
    for (section, keys) in [
      ("identity", ["userId", "deviceId", "properties"]),
      ("flags", ["configured", "state", "reason", "revision", "stale", "variants", "overrides"]),
      ("report", ["open", "visible", "layout", "source", "total"]),
      ("personalization", ["consent", "dataspace", "endpoint", "requestId", "personalizations", "error"]),
      ("world", ["kind", "sending"]),
    ] {
      for key in keys { #expect(document[section]?[key] != nil, "\(section).\(key)") }
    }
  }

  @Test func anExchangeShowsStatusOrErrorDurationAndFate() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.advance(by: .milliseconds(120))
    session.answer(.evaluation, Answers.layout("expanded"))
    session.start("refresh &")
    session.answer(.evaluation, Answers.offline)
    #expect(
      session.value("requests") == [
        ["duration": 120_000, "fate": "used", "id": 1, "revision": 1, "service": "evaluation", "status": 200],
        ["duration": 0, "error": "offline", "fate": "used", "id": 2, "revision": 2, "service": "evaluation"],
      ])
  }

  @Test func theLastHundredExchangesAreKept() {
    var session = ScriptedSession()
    for _ in 0..<130 { session.run("refresh") }
    #expect(session.value("requests")?.array?.count == 100)
    #expect(session.value("requests/0/id") == 31)
    #expect(session.run("requests --last 5").result.document.array?.count == 5)
  }

  @Test func tailsOfTheLedger() {
    var session = ScriptedSession()
    session.run("open")
    session.run("export")
    #expect(session.run("events --last 1").result.document.array?.map { $0["type"] } == ["Report Exported"])
    #expect(session.run("events").result.document.array?.count == 3)
    #expect(session.run("events --last 99").result.document.array?.count == 3)
    #expect(session.run("suppressed").result.document == [])
  }

  @Test func echoAndHelpAnswerAndChangeNothing() {
    var session = ScriptedSession()
    let before = session.session.document
    #expect(session.run("echo two words").result.document == "two words")
    #expect(session.run("help open").status == .success)
    #expect(session.run("help opne").status == .usage)
    #expect(session.session.document == before)
  }

  @Test func whatTheShellDoesGoesOutAsAnEffect() {
    var session = ScriptedSession()
    #expect(session.start("quit 3").first == .effect(.shell(.quit(code: 3))))
    #expect(session.start("output json").first == .effect(.shell(.output(.json))))
    #expect(session.start("record file.jsonl").first == .effect(.shell(.record(file: "file.jsonl"))))
    #expect(session.run("source other.flagsh").failure?.code == "notHere")
  }

  @Test(
    "A text that is no command fails by its kind",
    arguments: [
      ("nonsense", Vocabulary.ExitStatus.usage), ("sign-in", .usage), ("open --now", .usage), ("wait 5", .usage),
      ("!", .usage),
      ("echo 'unbalanced", .badText), ("echo \"unbalanced", .badText),
    ])
  func badTexts(text: String, status: Vocabulary.ExitStatus) {
    var session = ScriptedSession()
    let outcome = session.run(text)
    #expect(outcome.status == status)
    #expect(outcome.failure?.place?.file == "test")
  }
}
