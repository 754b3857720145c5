import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("The outbox")
struct OutboxTests {
  /// An event of an earlier session, as it stands on disk.
  private func record(
    _ number: Int, device: String = "earlier-device", setAside: String? = nil
  ) -> OutboxRecord {
    let event = UploadEvent(
      type: "Report Exported", userId: "earlier-user", deviceId: device, time: 1_767_000_000_000 + Int64(number),
      insertId: "EARLIER-\(number)", eventId: number, sessionId: 1_767_000_000_000, platform: "iOS",
      properties: JSONObject())
    return OutboxRecord(
      insertId: event.insertId, deviceId: device, sequence: number, event: event.document.text, setAside: setAside)
  }

  private func ids(_ session: ScriptedSession, _ upload: Int) -> [String?] {
    Uploaded.texts(session.sent(to: .analytics)[upload].request, "insert_id")
  }

  // MARK: What is kept

  @Test func anEventIsKeptBeforeItCountsAsTracked() throws {
    var session = ScriptedSession(ScriptedSession.sending)
    session.run("open")
    var kept: [String] = []
    for output in session.outputs {
      if case .effect(.outbox(.append(let records))) = output { kept += records.map(\.insertId) }
      if case .ledger(let entry) = output, case .tracked = entry.fate {
        #expect(kept.last == entry.insertId)
      }
    }
    #expect(kept.count == 2)
    guard case .append(let first)? = session.outbox.first else {
      Issue.record("nothing was kept")
      return
    }
    session.start("flush &")
    let sent = Uploaded.events(of: session.inFlight[0].request)[0]
    #expect(try JSON.parse(first[0].event) == sent, "what is kept is the event of the wire, complete")
    #expect(first[0].deviceId == session.text("identity/deviceId"))
    #expect(first[0].sequence == 1)
  }

  @Test func anEventLeavesOnlyOnceItIsAcknowledgedOrGivenUp() {
    var session = ScriptedSession.live(events: 4)
    let ids = session.events.compactMap { $0["insertId"]?.string }
    session.start("flush &")
    session.answer(.analytics, Answers.status(503))
    session.start("flush &")
    session.answer(
      .analytics, Answers.json(#"{"code":400,"error":"e","events_with_missing_fields":{"x":[2]}}"#, status: 400))
    session.answer(.analytics, Answers.accepted(3))
    #expect(
      session.outbox.dropFirst(4) == [
        .remove(insertIds: [ids[2]]), .remove(insertIds: [ids[0], ids[1], ids[3]]),
      ])
  }

  @Test func whatIsParkedStaysOnDiskWithItsReason() {
    var session = ScriptedSession.live(events: 2)
    let ids = session.events.compactMap { $0["insertId"]?.string }
    session.start("flush &")
    session.answer(.analytics, Answers.json(#"{"code":400,"error":"Invalid API key: k"}"#, status: 400))
    #expect(session.outbox.last == .setAside(insertIds: ids, reason: "keyRefused"))
  }

  @Test(
    "Only a live session that sends keeps an outbox",
    arguments: [ScriptedSession.configuration, ScriptedSession.holding])
  func noOutbox(configuration: SessionConfiguration) {
    var session = ScriptedSession(configuration)
    session.run("open")
    session.run("export")
    session.run("flush")
    #expect(session.outbox.isEmpty)
  }

  @Test func engagementsAreNoEventsOfTheOutbox() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.run("open")
    #expect(session.outbox.count == session.events.count { $0["destination"] == nil })
  }

  @Test func aDiskThatFailsIsSaidLoudlyAndCostsNoEvent() {
    var session = ScriptedSession.live(events: 2)
    session.put(.outboxFailed(reason: "no space left on the device"))
    #expect(session.notices == ["outboxFailed"])
    #expect(session.sentences("outboxFailed")[0].contains("no space left on the device"))
    #expect(session.value("outbox/failed") == true)
    #expect(session.run("flush").status == .success)
    #expect(session.deliveries == ["sent", "sent"])
  }

  // MARK: What was found

  @Test func earlierEventsGoBeforeNewerOnes() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(1), record(2)]))
    #expect(session.notices == ["outboxFound"])
    #expect(session.sent.isEmpty, "they wait like others for a flush, the thirtieth event, or leaving")
    session.run("open")
    #expect(session.value("outbox/count") == 4)
    #expect(session.events.count == 2, "they are no events of this session")
    session.run("flush")
    #expect(ids(session, 0).prefix(2) == ["EARLIER-1", "EARLIER-2"])
    #expect(ids(session, 0).count == 4)
    #expect(session.outbox.last == .remove(insertIds: ids(session, 0).compactMap { $0 }))
    #expect(session.value("outbox/count") == 0)
  }

  @Test func anEarlierEventIsSentAsItWas() throws {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(7)]))
    session.start("flush &")
    #expect(try JSON.parse(record(7).event) == Uploaded.events(of: session.inFlight[0].request)[0])
  }

  @Test func theSameEventFoundTwiceIsOne() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(1), record(1)]))
    session.put(.outbox(found: [record(1), record(2)]))
    session.run("flush")
    #expect(ids(session, 0) == ["EARLIER-1", "EARLIER-2"])
  }

  @Test(
    "What is no event stays where it is and is said",
    arguments: ["", "no json", "[]", "{}", #"{"event_type":"x"}"#, #"{"event_type":"x","insert_id":"OTHER"}"#])
  func unreadable(event: String) {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [OutboxRecord(insertId: "I-1", deviceId: "d", sequence: 1, event: event), record(2)]))
    #expect(session.notices == ["outboxUnreadable", "outboxFound"])
    session.run("flush")
    #expect(ids(session, 0) == ["EARLIER-2"])
    #expect(!session.outbox.contains(.remove(insertIds: ["I-1"])))
  }

  @Test func aLaterSessionTriesWhatAKeyOrAQuotaHeldBack() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(
      .outbox(found: [
        record(1, setAside: "keyRefused"), record(2, setAside: "eventRefused"), record(3, setAside: "overQuota"),
        record(4, setAside: "a word of a later version"),
      ]))
    #expect(session.notices == ["outboxFound", "outboxParked"])
    session.run("flush")
    #expect(ids(session, 0) == ["EARLIER-1", "EARLIER-3"])
    session.run("outbox send")
    #expect(ids(session, 1) == ["EARLIER-2", "EARLIER-4"])
  }

  @Test func leavingSendsWhatWasFound() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(1)]))
    session.put(.leave)
    session.answer(.analytics, Answers.accepted(1))
    #expect(session.session.hasLeft)
    #expect(session.outbox == [.remove(insertIds: ["EARLIER-1"])])
    #expect(!session.notices.contains("eventsStay"))
  }

  @Test func aFailureKeepsWhatWasFound() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(1)]))
    session.start("flush &")
    session.answer(.analytics, Answers.status(503))
    #expect(session.outcome(ofJob: 1)?.status == .commandFailed)
    session.advance(by: .seconds(1))
    #expect(session.inFlight.count == 1)
    session.answer(.analytics, Answers.accepted(1))
    #expect(session.outbox == [.remove(insertIds: ["EARLIER-1"])])
  }

  // MARK: Commands

  @Test func theListNamesEventsOfThisAndEarlierSessions() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(1), record(2, setAside: "eventRefused")]))
    session.run("open")
    let events = session.run("outbox list").result.document["events"]?.array ?? []
    #expect(events.map { $0["earlier"] } == [true, true, false, false])
    #expect(events.map { $0["state"] } == ["queued", "parked", "queued", "queued"])
    #expect(events[1]["reason"] == "eventRefused")
    #expect(events[0]["time"] == 1_767_000_000_001)
    #expect(events.map { $0["type"] } == ["Report Exported", "Report Exported", "$exposure", "Report Previewed"])
    #expect(session.run("outbox").result == session.run("outbox list").result)
  }

  @Test func sendTakesOnlyTheParkedEventsThatAreNamed() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(1, setAside: "eventRefused"), record(2, setAside: "eventRefused")]))
    #expect(session.run("outbox send EARLIER-2").status == .success)
    #expect(ids(session, 0) == ["EARLIER-2"])
    #expect(session.run("outbox send EARLIER-9").failure?.code == "unknownEvent")
    #expect(session.value("outbox/count") == 1)
  }

  @Test func discardForgetsWhatIsNamedOrEverything() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.put(.outbox(found: [record(1), record(2)]))
    session.run("open")
    #expect(session.run("outbox discard EARLIER-1").result.document["discarded"] == ["EARLIER-1"])
    #expect(session.outbox.last == .remove(insertIds: ["EARLIER-1"]))
    session.run("outbox discard")
    #expect(session.value("outbox/count") == 0)
    #expect(session.deliveries == ["dropped", "dropped"])
    session.run("flush")
    #expect(session.sent(to: .analytics).isEmpty)
  }

  @Test func anEventOnItsWayCannotBeCalledBack() {
    var session = ScriptedSession.live(events: 2)
    session.start("flush &")
    session.run("export")
    let discarded = session.run("outbox discard").result.document
    #expect(discarded["onTheirWay"] == 2)
    #expect(discarded["discarded"]?.array?.count == 1)
    session.answer(.analytics, Answers.accepted(2))
    #expect(session.deliveries == ["sent", "sent", "dropped"])
  }

  @Test(
    "Where nothing is sent the list says so and send is refused",
    arguments: [
      (ScriptedSession.configuration, "embedded"), (ScriptedSession.holding, "notSending"),
    ])
  func withoutSending(configuration: SessionConfiguration, absence: String) {
    var session = ScriptedSession(configuration)
    session.run("open")
    let list = session.run("outbox list")
    #expect(list.status == .success)
    #expect(list.result.document["absence"]?.string == absence)
    #expect(list.result.document["events"] == [])
    let send = session.run("outbox send")
    #expect(send.status == .commandFailed)
    #expect(send.failure?.hint?.contains("--send") == true)
    #expect(session.run("outbox discard").result.document["discarded"] == [])
    #expect(session.run("expect outbox.count == 0").status == .success)
    #expect(session.events.count == 2)
  }
}
