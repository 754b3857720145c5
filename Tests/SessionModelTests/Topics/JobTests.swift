import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Jobs and waiting")
struct JobTests {
  @Test func aBackgroundCommandGivesItsJobAndEndsLater() {
    var session = ScriptedSession()
    let outcome = session.run("refresh &")
    #expect(outcome.result.document == ["job": 1])
    #expect(session.value("jobs") == [["command": "refresh", "id": 1, "state": "running"]])
    #expect(session.run("wait").status == .success)
    #expect(session.text("jobs/0/state") == "done")
  }

  @Test func aCommandThatEndsAtOnceIsAJobAllTheSame() {
    var session = ScriptedSession()
    let outcomes = ScriptedSession.outcomes(session.start("status &"))
    #expect(outcomes.map(\.job) == [nil, 1])
    #expect(outcomes.first?.result.document == ["job": 1])
    #expect(session.value("jobs") == [["command": "status", "id": 1, "state": "done"]])
    #expect(session.run("wait %1").status == .success)
    session.start("logout &")
    #expect(session.run("wait %2").status == .commandFailed)
  }

  @Test func whatNobodyHasSeenFailDoesNotHold() {
    var session = ScriptedSession()
    session.start("! refresh &")
    let outcomes = ScriptedSession.outcomes(session.put(.leave))
    #expect(outcomes.map(\.status) == [.expectationFailed])
    #expect(outcomes.first?.failure?.code == "unsettled")
  }

  @Test func waitWithoutJobsEndsAtOnce() {
    var session = ScriptedSession()
    #expect(ScriptedSession.outcomes(session.start("wait")).map(\.status) == [.success])
  }

  @Test func waitForAnUnknownJobFails() {
    var session = ScriptedSession()
    let outcome = session.run("wait %7")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.code == "unknownJob")
    #expect(session.run("cancel %7").failure?.code == "unknownJob")
    #expect(session.run("cancel 7").status == .usage)
  }

  @Test func waitTakesTheWorstOutcomeOfWhatItWaitsFor() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.answer(.evaluation, Answers.status(503))
    session.start("refresh &")
    #expect(session.run("wait").status == .success, "the failed job had ended before")
    #expect(session.run("wait %1").status == .commandFailed)
    #expect(session.run("wait %2").status == .success)
  }

  @Test func waitForManyJobsHearsOfEachOfThem() {
    var session = ScriptedSession()
    session.reply = { _ in Answers.status(503) }
    for _ in 0..<150 { session.start("refresh &") }
    let outcome = session.run("wait")
    #expect(outcome.result.document.array?.count == 150)
    #expect(outcome.status == .commandFailed)
    session.start("refresh &")
    #expect(session.value("jobs")?.array?.count == 101, "the last hundred that ended, and the new one")
    #expect(session.value("jobs/0/id") == 51)
  }

  @Test func waitForATimeLetsItPass() {
    var session = ScriptedSession()
    session.start("wait 250ms")
    #expect(session.timers.map(\.due) == [Instant(microseconds: 250_000)])
    #expect(session.session.isAwaiting)
    session.advance(by: .milliseconds(250))
    #expect(!session.session.isAwaiting)
  }

  @Test func nothingIsTakenWhileACommandWaits() {
    var session = ScriptedSession()
    session.start("wait 1s")
    let outcome = ScriptedSession.outcomes(session.start("export"))
    #expect(outcome.map(\.failure?.code) == ["busy"])
    #expect(session.session.isAwaiting)
  }

  @Test func cancelGivesUpTheFetchOfTheCurrentRevision() {
    var session = ScriptedSession()
    session.start("open &")
    session.run("cancel %1")
    #expect(session.text("flags/reason") == "cancelled")
    #expect(session.text("jobs/0/state") == "cancelled")
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    #expect(session.text("requests/0/fate") == "cancelled")
    #expect(session.inFlight.isEmpty && session.timers.isEmpty)
    #expect(session.answer(1, Answers.layout("expanded")).isEmpty)
    #expect(session.text("report/layout") == "compact")
    #expect(session.run("cancel %1").failure?.code == "jobEnded")
  }

  @Test func cancelOfASupersededJobLeavesTheNewerRevisionAlone() {
    var session = ScriptedSession()
    session.start("sign-in user-one &")
    session.start("sign-in user-two &")
    session.run("cancel %1")
    #expect(session.text("flags/state") == "loading")
    session.answer(.evaluation, Answers.layout("control"))
    session.answer(.evaluation, Answers.layout("expanded"))
    #expect(session.text("report/layout") == "expanded")
    #expect(session.value("jobs")?.array?.map { $0["state"] } == ["cancelled", "done"])
  }

  @Test func cancelOfTheNewestRevisionEndsTheOlderJobsToo() {
    var session = ScriptedSession()
    session.start("sign-in user-one &")
    session.start("sign-in user-two &")
    session.run("cancel %2")
    #expect(session.text("flags/reason") == "cancelled")
    #expect(session.inFlight.isEmpty)
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    #expect(session.outcome(ofJob: 2)?.status == .commandFailed)
  }

  @Test func interruptGivesUpTheForegroundOnly() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.start("wait")
    session.put(.interrupt)
    #expect(!session.session.isAwaiting)
    #expect(session.text("jobs/0/state") == "running")
    #expect(session.put(.interrupt).isEmpty, "nothing waits")
    session.start("wait 1h")
    session.put(.interrupt)
    #expect(session.timers.count == 1, "the fetch's")
  }

  @Test func anExpectedFailureIsASuccessAndTheOtherWayRound() {
    var session = ScriptedSession()
    let failed = session.run("! logout")
    #expect(failed.status == .success)
    #expect(failed.failure?.code == "notSignedIn")
    #expect(session.run("! status").status == .expectationFailed)
    #expect(session.run("! expect report.open == true").status == .success)
    #expect(session.run("! nonsense").status == .usage)
    #expect(session.run("! wait %x").status == .usage)
  }

  @Test func anExpectedFailureIsJudgedWhenTheJobEnds() {
    var session = ScriptedSession()
    #expect(session.run("! refresh &").status == .success)
    session.answer(.evaluation, Answers.status(503))
    #expect(session.outcome(ofJob: 1)?.status == .success)
    #expect(session.text("jobs/0/state") == "done")
    session.run("! refresh &")
    session.answer(.evaluation, Answers.layout("control"))
    #expect(session.outcome(ofJob: 2)?.status == .expectationFailed)
    #expect(session.text("jobs/1/state") == "failed")
    #expect(session.run("wait %2").status == .expectationFailed)
  }

  @Test func aJobMayWaitForAnother() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.start("wait &")
    session.start("wait %2 &")
    session.answer(.evaluation, Answers.status(503))
    #expect((1...3).map { session.outcome(ofJob: $0)?.status } == [.commandFailed, .commandFailed, .commandFailed])
  }

  /// Not a measurement: with a cost that grows with what is under way this test would not end.
  @Test func jobsByTheTenThousandEndInTheirOrder() {
    var session = ScriptedSession()
    session.start("consent opt-in")
    let kinds = ["refresh &", "fetch-decisions homeHero &", "wait 1s &", "flush &", "wait %1 &"]
    let count = 10_000
    for number in 0..<count { session.start(kinds[number % kinds.count]) }
    let outcome = session.run("wait")
    let jobs = outcome.result.document.array ?? []
    let ids = (1...count).filter { ($0 - 1) % kinds.count != 3 }
    #expect(jobs.map { $0["id"]?.integer } == ids.map { Int64($0) }, "flush has nothing to wait for and ended at once")
    #expect(session.text("jobs/0/state") != nil)
    let ended = ScriptedSession.outcomes(session.outputs).compactMap(\.job)
    #expect(Set(ended).count == count)
    #expect(session.session.runningJobs == [])
  }

  @Test func aWaitForAJobEndsBeforeNewerCommandsOfTheSameAnswer() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.start("wait %1 &")
    session.start("refresh &")
    session.run("wait")
    let ended = ScriptedSession.outcomes(session.outputs).compactMap(\.job)
    #expect(ended == [1, 2, 3])
  }

  @Test func cancelNamesTheJobThatItCancelled() {
    var session = ScriptedSession()
    session.start("refresh &")
    session.start("wait 1s &")
    let outcome = session.run("cancel %2")
    #expect(outcome.result.document == [["command": "wait 1s", "id": 2, "state": "cancelled"]])
  }
}
