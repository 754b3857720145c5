import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Leaving")
struct LeavingTests {
  private func session(then commands: String...) -> ScriptedSession {
    var session = ScriptedSession()
    session.run("open")
    for command in commands { session.start(command) }
    return session
  }

  @Test func leavingWithNothingToSendIsOverAtOnce() {
    var session = ScriptedSession()
    session.put(.leave)
    #expect(session.session.hasLeft)
    #expect(session.sent.isEmpty)
    #expect(session.start("status").isEmpty)
  }

  @Test func leavingUploadsWhatWaitsAndWaitsForTheAnswer() {
    var session = session()
    session.put(.leave)
    #expect(!session.session.hasLeft)
    #expect(session.inFlight.map { Uploaded.events(of: $0.request).count } == [2])
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.session.hasLeft)
    #expect(session.timers.isEmpty)
    #expect(session.deliveries == ["sent", "sent"])
  }

  @Test func aFailedUploadOnLeavingIsSaidAndNotRepeated() {
    var session = session()
    session.put(.leave)
    session.answer(.analytics, Answers.status(503))
    #expect(session.session.hasLeft)
    #expect(session.notices == ["uploadFailed"])
    #expect(session.deliveries == ["queued", "queued"])
    #expect(session.sent(to: .analytics).count == 1)
  }

  @Test func leavingWaitsFiveSecondsForAnAnswer() {
    var session = session()
    session.put(.leave)
    session.advance(by: .seconds(5))
    #expect(session.session.hasLeft)
    #expect(session.inFlight.isEmpty && session.timers.isEmpty)
    #expect(session.notices == ["eventsLeft"])
  }

  @Test func leavingGivesUpWhatRunsAndTracksNothingMore() {
    var session = session(then: "refresh &", "wait 1h &")
    session.put(.leave)
    #expect(session.inFlight.map(\.request.service) == [.analytics])
    #expect(session.eventTypes == ["$exposure", "Report Previewed"])
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    #expect(session.outcome(ofJob: 2)?.status == .commandFailed)
    #expect(session.notices == ["jobsCancelled"])
    #expect(ScriptedSession.outcomes(session.start("export")).map(\.failure?.code) == ["busy"])
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.session.hasLeft)
  }

  @Test func leavingLetsAnUploadOnItsWayArrive() {
    var session = session(then: "flush &", "export")
    session.put(.leave)
    #expect(session.sent(to: .analytics).count == 1, "the same events are not sent again")
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.inFlight.map { Uploaded.events(of: $0.request).count } == [1])
    session.answer(.analytics, Answers.accepted(1))
    #expect(session.session.hasLeft)
    #expect(session.deliveries == ["sent", "sent", "sent"])
  }

  @Test func leavingTwiceIsLeavingOnce() {
    var session = session()
    session.put(.leave)
    #expect(session.put(.leave).isEmpty)
    #expect(session.put(.interrupt).isEmpty)
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.put(.leave).isEmpty)
  }

  @Test func withFlagsOffNothingIsUploadedOnLeaving() {
    var session = session()
    session.reply = { _ in Answers.json(#"{"configured":false}"#) }
    session.run("world unconfigure")
    session.put(.leave)
    #expect(session.session.hasLeft)
    #expect(session.sent(to: .analytics).isEmpty)
    #expect(session.deliveries == ["queued", "queued"])
  }
}
