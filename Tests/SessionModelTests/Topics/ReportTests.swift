import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("The report")
struct ReportTests {
  @Test func openingAnOpenReportTracksNothing() {
    var session = ScriptedSession()
    session.run("open")
    let outcome = session.run("open")
    #expect(outcome.status == .success)
    #expect(session.events.count == 2)
    #expect(session.suppressed.isEmpty)
  }

  @Test func theFirstOpenIsContentWithAFailedFetch() {
    var session = ScriptedSession()
    session.reply = { _ in Answers.status(500) }
    let outcome = session.run("open")
    #expect(outcome.status == .success)
    #expect(session.value("report/visible") == true)
    #expect(session.text("report/source") == "fallback")
    #expect(session.eventTypes == ["Report Previewed"])
    #expect(session.suppressed.map { $0["reason"] } == ["notAssigned"])
    session.run("close")
    session.run("open")
    #expect(session.sent.count == 1, "something was fetched, if in vain")
  }

  @Test func anOpenSentToTheBackgroundAppearsWhenTheAnswerComes() {
    var session = ScriptedSession()
    session.start("open &")
    #expect(session.value("report/open") == true)
    #expect(session.value("report/visible") == false)
    #expect(session.events.isEmpty)
    #expect(session.run("open").failure?.code == "loading")
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.eventTypes == ["$exposure", "Report Previewed"])
    #expect(session.outcome(ofJob: 1)?.status == .success)
  }

  @Test func aReportClosedWhileLoadingDoesNotAppear() {
    var session = ScriptedSession()
    session.start("open &")
    session.run("close")
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.events.isEmpty && session.suppressed.isEmpty)
    #expect(session.value("report/visible") == false)
  }

  @Test func theReportAppearsAgainForEachRevisionThatSettles() {
    var session = ScriptedSession()
    session.run("open")
    session.run("refresh")
    session.run("sign-in user-one")
    session.start("refresh &")
    session.start("refresh &")
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.eventTypes.count { $0 == "Report Previewed" } == 3, "a superseded revision settles nothing")
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.eventTypes.count { $0 == "Report Previewed" } == 4)
  }

  @Test func theLayoutInEventsIsTheVariantsValue() {
    var session = ScriptedSession()
    session.reply = { Answers.usual(for: $0, layout: "control") }
    session.run("open")
    #expect(session.text("report/layout") == "compact")
    #expect(session.text("events/-1/properties/layout") == "control")
    #expect(session.text("events/-1/properties/layout_source") == "assignment")
  }

  @Test func anExposureCarriesKeyExperimentAndMetadata() {
    var session = ScriptedSession()
    session.reply = { _ in
      Answers.json(
        #"{"report-layout":{"key":"treatment","value":"expanded","metadata":{"experimentKey":"exp-7","segmentName":"Testers"}}}"#
      )
    }
    session.run("open")
    #expect(
      session.value("events/0/properties") == [
        "experiment_key": "exp-7", "flag_key": "report-layout",
        "metadata": ["experimentKey": "exp-7", "segmentName": "Testers"], "variant": "treatment",
      ])
  }

  @Test func anExposureNamesTheValueWhereThereIsNoKey() {
    var session = ScriptedSession()
    session.reply = { _ in Answers.json(#"{"report-layout":{"value":"expanded"}}"#) }
    session.run("open")
    #expect(session.value("events/0/properties") == ["flag_key": "report-layout", "variant": "expanded"])
  }

  @Test func variantsThatOnlyLookAlikeAreTwoExposures() {
    var session = ScriptedSession()
    // One letter with an accent, written as one scalar and as two.
    session.reply = { _ in Answers.json(#"{"report-layout":{"key":"caf\u00e9","value":"expanded"}}"#) }
    session.run("open")
    session.reply = { _ in Answers.json(#"{"report-layout":{"key":"cafe\u0301","value":"expanded"}}"#) }
    session.run("refresh")
    #expect(session.eventTypes.count { $0 == "$exposure" } == 2)
  }

  @Test func withFlagsOffTheReportIsCompactAndTheLedgerSaysWhyNothingIsTracked() {
    var configuration = ScriptedSession.configuration
    configuration.flagsOff = .apiKeyBlank
    var session = ScriptedSession(configuration)
    session.run("open")
    session.run("export")
    #expect(session.events.isEmpty)
    #expect(
      session.suppressed.map { "\($0["type"]?.string ?? "") \($0["reason"]?.string ?? "")" } == [
        "$exposure flagsOff", "Report Previewed flagsOff", "Report Exported flagsOff",
      ])
  }

  @Test(
    "The report's numbers come from the seven days",
    arguments: [
      ([10, 20, 12, 8, 14, 11, 9], 84, 12, "Tuesday"), ([0, 0, 0, 0, 0, 0, 0], 0, 0, "Monday"),
      ([1, 0, 0, 0, 0, 0, 3], 4, 1, "Sunday"), ([1, 1, 1, 0, 0, 0, 0], 3, 0, "Monday"),
    ])
  func figures(daily: [Int], total: Int, average: Int, day: String) {
    let figures = ReportFigures(daily: daily)
    #expect(figures.total == total)
    #expect(figures.average == average)
    #expect(figures.mostActiveDay == day)
  }

  @Test func hugeDailyNumbersCountUpToTheLimit() {
    #expect(ReportFigures(daily: [Int.max, Int.max]).total == Int.max)
    #expect(ReportFigures(daily: []).mostActiveDay == nil)
  }
}
