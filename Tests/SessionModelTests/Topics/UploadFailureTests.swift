import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

/// amplitude.md 6.6 and 9.1: what happens to events when an upload goes wrong in the field.
@Suite("Uploads that go wrong")
struct UploadFailureTests {
  // MARK: Back-off

  /// min(60, 2^(n-1)) seconds after the n-th failure in a row, six times.
  @Test(
    "A failure that may pass is tried again with the same insert ids",
    arguments: [
      Answers.status(500), Answers.status(503), Answers.status(408), Answers.status(429), Answers.offline,
      Answers.json("<html>VPN</html>", status: 400), Answers.status(302),
    ])
  func backOff(answer: Answer) {
    var session = ScriptedSession.live(events: 3)
    session.start("flush &")
    session.answer(.analytics, answer)
    #expect(session.outcome(ofJob: 1)?.failure?.code == "uploadFailed")
    let first = Uploaded.texts(session.sent(to: .analytics)[0].request, "insert_id")
    for (number, seconds) in [1, 2, 4, 8, 16, 32].enumerated() {
      #expect(session.timers.map { $0.due.since(session.now) } == [.seconds(Int64(seconds))])
      session.advance(by: .milliseconds(Int64(seconds) * 1_000 - 1))
      #expect(session.inFlight.isEmpty)
      session.advance(by: .milliseconds(1))
      #expect(session.sent(to: .analytics).count == number + 2)
      #expect(Uploaded.texts(session.inFlight[0].request, "insert_id") == first)
      session.answer(.analytics, answer)
    }
    #expect(session.timers.isEmpty && session.inFlight.isEmpty, "the seventh failure ends the series")
    #expect(session.notices.filter { $0 == "uploadsStopped" }.count == 1)
    #expect(session.deliveries == ["queued", "queued", "queued"])
    session.start("flush &")
    session.answer(.analytics, answer)
    #expect(session.timers.map { $0.due.since(session.now) } == [.seconds(1)], "a flush begins a new series")
  }

  @Test func aSuccessEndsTheSeries() {
    var session = ScriptedSession.live(events: 2)
    session.start("flush &")
    session.answer(.analytics, Answers.status(503))
    session.advance(by: .seconds(1))
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.deliveries == ["sent", "sent"])
    #expect(session.timers.isEmpty)
    session.run("export")
    session.start("flush &")
    session.answer(.analytics, Answers.status(503))
    #expect(session.timers.map { $0.due.since(session.now) } == [.seconds(1)])
  }

  @Test func flushTriesNowWhileBackingOff() {
    var session = ScriptedSession.live(events: 2)
    session.start("flush &")
    session.answer(.analytics, Answers.offline)
    session.start("flush &")
    #expect(session.inFlight.count == 1)
    #expect(session.timers.count == 1, "the time limit of the upload; no pause is left")
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.outcome(ofJob: 2)?.status == .success)
  }

  @Test func aTimeOutIsTriedAgainToo() {
    var session = ScriptedSession.live(events: 2)
    session.start("flush &")
    session.advance(by: .seconds(60))
    #expect(session.outcome(ofJob: 1)?.failure?.code == "uploadFailed")
    session.advance(by: .seconds(1))
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.deliveries == ["sent", "sent"])
  }

  @Test("A refusal that will not pass is kept and said, and not repeated", arguments: [401, 403, 404, 405, 422])
  func finalRefusals(status: Int) {
    var session = ScriptedSession.live(events: 2)
    session.start("flush &")
    session.answer(.analytics, Answers.status(status))
    let failure = session.outcome(ofJob: 1)?.failure
    #expect(failure?.message == "the upload failed (HTTP \(status))")
    #expect(failure?.hint?.hasPrefix("the events are kept") == true)
    #expect(session.timers.isEmpty)
    #expect(session.deliveries == ["queued", "queued"])
  }

  @Test func embeddedSessionsRepeatUploadsWhenAsked() {
    var configuration = ScriptedSession.configuration
    configuration.retries = true
    var session = ScriptedSession(configuration)
    session.run("open")
    session.start("flush &")
    session.answer(.analytics, Answers.status(503))
    session.advance(by: .seconds(1))
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.deliveries == ["sent", "sent"])
  }

  // MARK: Refusals

  @Test func onlyTheFirstBadEventMayBeNamedEachTime() {
    var session = ScriptedSession.live(events: 5)
    session.start("flush &")
    let refusal =
      #"{"code":400,"error":"Invalid field values on some events","events_with_invalid_fields":{"time":[1]}}"#
    session.answer(.analytics, Answers.json(refusal, status: 400))
    session.answer(.analytics, Answers.json(refusal, status: 400))
    session.answer(.analytics, Answers.accepted(3))
    #expect(session.uploadSizes == [5, 4, 3])
    #expect(session.deliveries == ["sent", "dropped", "dropped", "sent", "sent"])
    #expect(session.outcome(ofJob: 1)?.status == .success)
  }

  @Test func anEventRefusedWithoutANameIsFoundByHalvesAndParked() {
    var session = ScriptedSession.live(events: 25)
    let bad = session.text("events/5/insertId")
    session.reply = { request in
      let isBad = Uploaded.texts(request, "insert_id").contains { $0 == bad }
      return isBad
        ? Answers.json(#"{"code":400,"error":"Invalid event JSON"}"#, status: 400)
        : Answers.accepted(Uploaded.events(of: request).count)
    }
    #expect(session.run("flush").status == .success)
    #expect(session.deliveries.enumerated().filter { $1 != "sent" }.map { "\($0) \($1)" } == ["5 parked"])
    #expect(session.notices == ["eventsParked"])
    #expect(session.uploadSizes == [25, 12, 6, 3, 6, 3, 1, 2, 1, 2, 1, 19], "halves, not one by one")
  }

  @Test func aRequestThatLacksAFieldParksItsEventsAndStops() {
    var session = ScriptedSession.live(events: 3)
    session.start("flush &")
    session.answer(
      .analytics,
      Answers.json(#"{"code":400,"error":"Request missing required field","missing_field":"api_key"}"#, status: 400))
    #expect(session.deliveries == ["parked", "parked", "parked"])
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    #expect(session.inFlight.isEmpty && session.timers.isEmpty)
    #expect(session.run("flush").status == .success)
    #expect(session.sent(to: .analytics).count == 1, "never again unchanged by itself")
  }

  @Test func aRefusedKeyParksEverythingAndStopsForGood() {
    var session = ScriptedSession.live(events: 3)
    session.start("flush &")
    session.run("export")
    session.answer(.analytics, Answers.json(#"{"code":400,"error":"Invalid API key: k"}"#, status: 400))
    #expect(Set(session.deliveries) == ["parked"])
    for _ in 0..<40 { session.run("export") }
    #expect(session.sent(to: .analytics).count == 1)
    let flush = session.run("flush")
    #expect(flush.status == .commandFailed)
    #expect(flush.failure?.hint?.contains("AMPLITUDE_API_KEY") == true)
    #expect(session.timers.isEmpty)
  }

  @Test func anotherKeyLetsParkedEventsGo() {
    var session = ScriptedSession()
    session.run("open")
    session.start("flush &")
    session.answer(.analytics, Answers.json(#"{"code":400,"error":"Invalid API key: k"}"#, status: 400))
    session.reply = { request in
      request.service == .world
        ? Answers.json(#"{"configured":true}"#) : Answers.accepted(Uploaded.events(of: request).count)
    }
    session.run("export")
    session.run("world configure")
    #expect(session.deliveries == ["queued", "queued", "queued"])
    #expect(session.run("flush").status == .success)
    #expect(session.deliveries == ["sent", "sent", "sent"])
    #expect(Uploaded.events(of: session.sent(to: .analytics)[1].request).map { $0["event_id"] } == [1, 2, 3])
  }

  @Test func anEmptySuccessIsAcceptedAndSaid() {
    var session = ScriptedSession.live(events: 2)
    session.reply = { _ in Answers.status(200) }
    #expect(session.run("flush").status == .success)
    #expect(session.deliveries == ["sent", "sent"])
    #expect(session.notices == ["emptyAnswer"])
  }

  @Test func anEventThatFitsNoRequestIsDroppedAndTheOthersGo() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.reply = { request in
      let text = String(repeating: "x", count: 1_000_000)
      return request.service == .evaluation
        ? Answers.json(#"{"report-layout":{"key":"control","value":"control","metadata":{"a":"\#(text)"}}}"#)
        : Answers.accepted(Uploaded.events(of: request).count)
    }
    session.run("open")
    session.run("export")
    #expect(session.run("flush").status == .success)
    #expect(session.eventTypes == ["$exposure", "Report Previewed", "Report Exported"])
    #expect(session.deliveries == ["dropped", "sent", "sent"])
    #expect(session.notices == ["eventOverLimit", "eventsDropped"])
    #expect(
      session.sentences("eventOverLimit") == [
        "event #1 may be refused: property metadata has a text of more than 1024 characters"
      ])
  }

  // MARK: Throttling

  private func throttled(_ fields: String) -> Answer {
    Answers.json(#"{"code":429,"error":"Too many requests","eps_threshold":30,\#(fields)}"#, status: 429)
  }

  /// Two devices take turns: device-a has events 1, 2, 5; device-b has 3, 4.
  private func twoDevices() -> ScriptedSession {
    var session = ScriptedSession(ScriptedSession.sending)
    session.reply = { request in
      request.service == .evaluation ? Answers.json("{}") : Answers.accepted(Uploaded.events(of: request).count)
    }
    session.run("identity --device-id device-a")
    session.run("open")
    session.run("export")
    session.run("identity --device-id device-b")
    session.run("export")
    session.run("identity --device-id device-a")
    return session
  }

  @Test func aThrottledDeviceWaitsAndTheOthersGoOn() {
    var session = twoDevices()
    #expect(
      session.events.compactMap { $0["deviceId"]?.string } == [
        "device-a", "device-a", "device-b", "device-b", "device-a",
      ])
    session.start("flush &")
    session.answer(.analytics, throttled(#""throttled_devices":{"device-a":31},"throttled_events":[0]"#))
    #expect(Uploaded.texts(session.inFlight[0].request, "device_id") == ["device-b", "device-b"])
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.deliveries == ["queued", "queued", "sent", "sent", "queued"])
    #expect(session.outcome(ofJob: 1)?.failure?.message.contains("429") == true)
    #expect(session.timers.map { $0.due.since(session.now) } == [.seconds(30)])
    #expect(session.run("flush").failure?.message == "the service asks for a pause; 3 events follow in 30s")
    session.advance(by: .seconds(30))
    #expect(Uploaded.events(of: session.inFlight[0].request).map { $0["event_id"] } == [1, 2, 5])
    session.answer(.analytics, Answers.accepted(3))
    #expect(Set(session.deliveries) == ["sent"])
  }

  @Test func aThrottledUsersDeviceKeepsItsOrder() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.run("open")
    session.run("sign-in user-one")
    session.run("sign-in user-two")
    session.start("flush &")
    session.answer(.analytics, throttled(#""throttled_users":{"user-one":31}"#))
    // All are of one device: what was tracked before user-one goes, what follows waits.
    let users = Uploaded.texts(session.inFlight[0].request, "user_id")
    #expect(users == [nil, nil])
    session.answer(.analytics, Answers.accepted(2))
    session.advance(by: .seconds(30))
    #expect(Uploaded.texts(session.inFlight[0].request, "user_id") == ["user-one", "user-one", "user-two", "user-two"])
  }

  @Test func whoIsOverQuotaIsParkedAndTheOthersGoOn() {
    var session = twoDevices()
    session.start("flush &")
    session.answer(.analytics, throttled(#""exceeded_daily_quota_devices":{"device-a":500001}"#))
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.deliveries == ["parked", "parked", "sent", "sent", "parked"])
    #expect(session.timers.isEmpty)
  }

  @Test func silencedDevicesAreGivenUp() {
    var session = twoDevices()
    session.start("flush &")
    session.answer(
      .analytics,
      Answers.json(#"{"error":"silenced","silenced_devices":["device-b"],"silenced_events":[2,3]}"#, status: 400))
    session.answer(.analytics, Answers.accepted(3))
    #expect(session.deliveries == ["sent", "sent", "dropped", "dropped", "sent"])
  }

  // MARK: Leaving

  @Test func leavingEndsAPauseAndTriesOnce() {
    var session = ScriptedSession.live(events: 2)
    session.start("flush &")
    session.answer(.analytics, Answers.offline)
    session.put(.leave)
    #expect(session.inFlight.count == 1)
    session.answer(.analytics, Answers.offline)
    #expect(session.session.hasLeft)
    #expect(session.timers.isEmpty)
    #expect(session.notices.suffix(2) == ["uploadFailed", "eventsStay"])
    #expect(
      session.sentences("eventsStay") == ["2 events stay in the outbox; a later session with --send delivers them"])
  }

  @Test func leavingDoesNotWaitForThoseWhoHaveToPause() {
    var session = ScriptedSession.live(events: 2)
    let device = session.text("identity/deviceId") ?? ""
    session.start("flush &")
    session.answer(.analytics, throttled(#""throttled_devices":{"\#(device)":31}"#))
    session.put(.leave)
    #expect(session.session.hasLeft)
    #expect(session.timers.isEmpty)
    #expect(session.notices.last == "eventsStay")
  }

  @Test func leavingSaysWhatWasHeld() {
    var session = ScriptedSession(ScriptedSession.holding)
    session.run("open")
    session.put(.leave)
    #expect(session.sentences("eventsHeld") == ["2 events held and not sent; they end with this session"])
    #expect(session.sent(to: .analytics).isEmpty)
  }
}
