import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Events and their upload")
struct UploadTests {
  /// A session with an open report and this many events.
  private func session(events count: Int) -> ScriptedSession {
    var session = ScriptedSession()
    session.run("open")
    for _ in 0..<(count - 2) { session.run("export") }
    return session
  }

  @Test func anUploadedEventHasTheFieldsOfTheWire() {
    var session = ScriptedSession()
    session.moveTime(to: Instant(microseconds: 1_500_999))
    session.run("sign-in user-one")
    session.run("open")
    session.start("flush &")
    let preview = Uploaded.events(of: session.inFlight[0].request).last
    let wanted: JSONValue = [
      "device_id": JSONValue(session.text("identity/deviceId")), "event_id": 2,
      "event_properties": [
        "days": 7, "layout": "expanded", "layout_source": "assignment", "platform": "iOS", "report_type": "usage",
      ],
      "event_type": "Report Previewed", "insert_id": JSONValue(session.text("events/-1/insertId")),
      "library": "amplitude-swift-unified/0.0.0-amplitude-swift/1.18.6", "platform": "iOS",
      // 2026-01-01T00:00:00Z and a second and a half, in milliseconds.
      "session_id": 1_767_225_601_500, "time": 1_767_225_601_500, "user_id": "user-one",
    ]
    #expect(preview == wanted)
  }

  @Test func theEnvironmentsPlatformIsInEventAndProperties() {
    var configuration = ScriptedSession.configuration
    configuration.platform = "macOS"
    var session = ScriptedSession(configuration)
    session.run("open")
    session.start("flush &")
    let event = Uploaded.events(of: session.inFlight[0].request)[0]
    #expect(event["platform"] == "macOS")
    #expect(session.text("events/-1/properties/platform") == "macOS")
  }

  @Test func aPauseOfFiveMinutesBeginsAnAnalyticsSession() {
    var session = session(events: 2)
    session.advance(by: Span(microseconds: 299_999_999))
    session.run("export")
    session.advance(by: .seconds(300))
    session.run("export")
    session.start("flush &")
    let start: Int64 = 1_767_225_600_000
    let ids = Uploaded.events(of: session.inFlight[0].request).map { $0["session_id"]?.integer }
    #expect(ids == [start, start, start, start + 599_999])
  }

  @Test func aFlushOfNothingSendsNothing() {
    var session = ScriptedSession()
    let outcome = session.run("flush")
    #expect(outcome.status == .success)
    #expect(session.sent.isEmpty)
  }

  @Test func aFlushNamesTheDeviceAndReturnsWhenTheUploadIsSettled() {
    var session = session(events: 3)
    let outcome = session.run("flush")
    #expect(outcome.status == .success)
    #expect(outcome.result.document["deviceId"] == JSONValue(session.text("identity/deviceId")))
    #expect(session.deliveries == ["sent", "sent", "sent"])
  }

  @Test func theThirtiethEventAsksForUpload() {
    var session = session(events: 29)
    #expect(session.sent(to: .analytics).isEmpty)
    session.run("export")
    #expect(session.inFlight(to: .analytics).map { Uploaded.events(of: $0.request).count } == [30])
  }

  @Test func whatIsOnItsWayIsNoPartOfTheNextThirty() {
    var session = session(events: 30)
    session.run("export")
    session.answer(.analytics, Answers.accepted(30))
    #expect(session.inFlight.isEmpty, "one event waits for flush, the thirtieth, or leaving")
    #expect(session.deliveries.last == "queued")
    for _ in 0..<28 { session.run("export") }
    #expect(session.inFlight.isEmpty)
    session.run("export")
    #expect(session.inFlight(to: .analytics).map { Uploaded.events(of: $0.request).count } == [30])
  }

  @Test func whileTheServiceFailsEveryThirtiethEventTriesAgain() {
    var session = session(events: 30)
    session.answer(.analytics, Answers.status(503))
    for _ in 0..<29 { session.run("export") }
    #expect(session.inFlight.isEmpty)
    session.run("export")
    #expect(session.inFlight(to: .analytics).map { Uploaded.events(of: $0.request).count } == [60])
  }

  @Test func eventsTrackedDuringAnUploadFollowInOrder() {
    var session = session(events: 2)
    session.start("flush &")
    session.run("export")
    session.start("flush &")
    #expect(session.inFlight.count == 1, "one upload at a time")
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.outcome(ofJob: 1)?.status == .success, "its events have been uploaded")
    #expect(session.outcome(ofJob: 2) == nil)
    #expect(session.inFlight.map { Uploaded.events(of: $0.request).count } == [1])
    session.answer(.analytics, Answers.status(503))
    #expect(session.outcome(ofJob: 2)?.failure?.code == "uploadFailed")
    #expect(session.deliveries == ["sent", "sent", "queued"])
  }

  @Test(
    "An upload that says nothing about events keeps them all",
    arguments: [
      Answers.status(500), Answers.status(503), Answers.status(429), Answers.status(403), Answers.offline,
      Answers.json("<html>blocked</html>", status: 400), Answers.json(#"{"error":"captive portal"}"#, status: 400),
    ])
  func failingUpload(answer: Answer) {
    var session = session(events: 3)
    session.start("flush &")
    session.answer(.analytics, answer)
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    #expect(session.deliveries == ["queued", "queued", "queued"])
    #expect(session.inFlight.isEmpty, "nothing is tried again by itself")
    let first = Uploaded.texts(session.sent(to: .analytics)[0].request, "insert_id")
    session.run("flush")
    #expect(session.deliveries == ["sent", "sent", "sent"])
    #expect(Uploaded.texts(session.sent(to: .analytics)[1].request, "insert_id") == first)
  }

  @Test func aFailureIsForgottenOnceALaterUploadWent() {
    var session = session(events: 2)
    session.reply = { _ in Answers.status(503) }
    #expect(session.run("flush").status == .commandFailed)
    // Both events are refused for good: nothing is left to upload, and nothing failed.
    session.reply = { _ in
      Answers.json(#"{"code":400,"error":"x","events_with_invalid_fields":{"time":[0,1]}}"#, status: 400)
    }
    #expect(session.run("flush").status == .success)
    #expect(session.deliveries == ["dropped", "dropped"])
  }

  @Test func eventsNamedByTheServiceAreDroppedAndTheOthersSentAgain() {
    var session = session(events: 4)
    session.start("flush &")
    session.answer(
      .analytics,
      Answers.json(
        #"{"code":400,"error":"Invalid field values on some events","events_with_invalid_fields":{"time":[1,3]}}"#,
        status: 400))
    #expect(session.deliveries == ["queued", "dropped", "queued", "dropped"])
    #expect(session.inFlight.map { Uploaded.events(of: $0.request).map { $0["event_id"] } } == [[1, 3]])
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.deliveries == ["sent", "dropped", "sent", "dropped"])
    #expect(session.notices == ["eventsDropped"])
  }

  @Test func aRequestTooLargeIsHalvedDownToOneEvent() {
    var session = session(events: 4)
    session.start("flush &")
    session.answer(.analytics, Answers.status(413))
    #expect(Uploaded.events(of: session.inFlight[0].request).map { $0["event_id"] } == [1, 2])
    session.answer(.analytics, Answers.status(413))
    #expect(Uploaded.events(of: session.inFlight[0].request).map { $0["event_id"] } == [1])
    session.answer(.analytics, Answers.status(413))
    #expect(session.deliveries.first == "dropped")
    for _ in 0..<3 { session.answer(.analytics, Answers.accepted(1)) }
    #expect(session.deliveries == ["dropped", "sent", "sent", "sent"])
    #expect(session.outcome(ofJob: 1)?.status == .success)
  }

  @Test func aRefusedKeyParksTheEventsAndStops() {
    var session = session(events: 2)
    session.start("flush &")
    session.answer(.analytics, Answers.json(#"{"code":400,"error":"Invalid API key: abc"}"#, status: 400))
    #expect(session.deliveries == ["parked", "parked"])
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    #expect(session.outcome(ofJob: 1)?.failure?.message.contains("abc") == false)
    #expect(session.run("flush").failure?.message == "the service refused the API key; 2 events kept")
    #expect(session.sent(to: .analytics).count == 1)
  }

  @Test func anUploadWithoutAnswerIsGivenUpAfterAMinute() {
    var session = session(events: 2)
    session.start("flush &")
    session.advance(by: .seconds(59))
    #expect(session.outcome(ofJob: 1) == nil)
    session.advance(by: .seconds(1))
    #expect(session.outcome(ofJob: 1)?.failure?.code == "uploadFailed")
    #expect(session.deliveries == ["queued", "queued"])
    #expect(session.inFlight.isEmpty)
  }

  @Test func fewerIngestedThanSentIsSaid() {
    var session = session(events: 2)
    session.reply = { _ in Answers.accepted(0) }
    session.run("flush")
    #expect(session.notices == ["fewerIngested"])
    #expect(session.deliveries == ["sent", "sent"])
  }

  @Test func cancellingOneFlushLeavesTheUploadToTheOther() {
    var session = session(events: 2)
    session.start("flush &")
    session.start("flush &")
    session.run("cancel %1")
    #expect(session.text("jobs/0/state") == "cancelled")
    #expect(session.inFlight.count == 1)
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.outcome(ofJob: 2)?.status == .success)
    #expect(session.deliveries == ["sent", "sent"])
  }

  @Test func cancellingTheOnlyFlushGivesTheUploadUpAndKeepsTheEvents() {
    var session = session(events: 2)
    session.start("flush &")
    session.run("cancel %1")
    #expect(session.inFlight.isEmpty && session.timers.isEmpty)
    #expect(session.deliveries == ["queued", "queued"])
    session.run("flush")
    #expect(session.deliveries == ["sent", "sent"])
  }

  @Test func liveWithoutConsentHoldsEventsAndAsksNotToTrackAssignments() {
    var configuration = ScriptedSession.configuration
    configuration.world = .live
    configuration.isSending = false
    var session = ScriptedSession(configuration)
    session.run("open")
    for _ in 0..<40 { session.run("export") }
    #expect(session.run("flush").status == .success)
    session.put(.leave)
    #expect(Set(session.deliveries) == ["held"])
    #expect(session.sent(to: .analytics).isEmpty)
    #expect(session.sent[0].request.header("X-Amp-Exp-Track") == "no-track")
    #expect(session.session.hasLeft)
  }

  @Test func thousandsOfEventsGoUpInRequestsOfAThousand() {
    var session = ScriptedSession()
    session.run("open")
    // The service is away, so the queue grows past what one request may hold.
    session.reply = { _ in Answers.offline }
    for _ in 0..<1_100 {
      session.run("export")
      if !session.inFlight.isEmpty { session.answer(.analytics, Answers.offline) }
    }
    session.start("flush &")
    #expect(Uploaded.events(of: session.inFlight[0].request).count == 1_000)
    session.answer(.analytics, Answers.accepted(1_000))
    #expect(Uploaded.events(of: session.inFlight[0].request).count == 102)
    session.answer(.analytics, Answers.accepted(102))
    #expect(Set(session.deliveries) == ["sent"])
  }
}
