import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Engaging with what was shown")
struct EngagementTests {
  private func shown() -> ScriptedSession {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero product_recs")
    return session
  }

  @Test("An item's own content id is reported, a whole point's is its personalization id")
  func contentId() {
    var session = shown()
    #expect(session.run("engage click product_recs 1").status == .success)
    #expect(session.run("engage view homeHero").status == .success)
    #expect(session.run("engage view product_recs").status == .success)
    let properties = session.events.map { $0["properties"] }
    #expect(properties.map { $0?["personalizationContentId"] } == ["7a2f:1", "7a2e", "7a2f"])
    #expect(properties.map { $0?["personalizationId"] } == ["7a2f", "7a2e", "7a2f"])
    #expect(properties.map { $0?["eventType"] } == ["catalog", "userEngagement", "userEngagement"])
    // The outer id is the product's, the inner one its brand's; a whole block is no object of a catalogue.
    #expect(properties.map { $0?["id"]?.string } == ["SKU-2", nil, nil])
    #expect(properties.map { $0?["type"]?.string } == ["Product", nil, nil])
    #expect(session.eventTypes == ["personalization-click", "personalization-view", "personalization-view"])
  }

  @Test("It is held, is never uploaded, and does not count as an analytics event")
  func neverUploaded() {
    var session = shown()
    session.run("open")
    for _ in 0..<40 { session.run("engage click product_recs 0") }
    #expect(session.sent(to: .analytics).isEmpty)
    session.run("flush")
    let uploaded = session.sent(to: .analytics).flatMap { Uploaded.texts($0.request, "event_type") }
    #expect(uploaded == ["$exposure", "Report Previewed"])
    let engagements = session.events.filter { $0["destination"] == "personalization" }
    #expect(engagements.count == 40)
    #expect(Set(engagements.map { $0["delivery"]?.string }) == ["held"])
    #expect(session.events.filter { $0["destination"] == nil }.map { $0["delivery"] } == ["sent", "sent"])
    #expect(session.session.eventCounts.held == 40)
    #expect(session.session.eventCounts.queued == 0)
    session.run("engage click product_recs 0")
    session.put(.leave)
    #expect(session.sent(to: .analytics).count == 1)
  }

  @Test("It does not lengthen the analytics session")
  func analyticsSession() {
    var session = shown()
    session.run("open")
    session.run("wait 200s")
    session.run("engage view homeHero")
    session.run("wait 200s")
    session.run("export")
    session.run("flush")
    let events = session.sent(to: .analytics).flatMap { Uploaded.events(of: $0.request) }
    let sessions = events.compactMap { $0["session_id"]?.integer }
    #expect(sessions.count == 3)
    #expect(sessions.first != sessions.last)
  }

  @Test(
    "Nothing is reported that was not shown",
    arguments: [
      ("engage view Nowhere", "unknownPoint"), ("engage click product_recs 3", "notShown"),
      ("engage click homeHero 0", "notShown"), ("engage view quiet", "notShown"), ("engage view gone", "notShown"),
    ])
  func notShown(command: String, code: String) {
    let quiet = #"{"personalizationId":"q","personalizationPointId":"9pp","personalizationPointName":"quiet"}"#
    var session = ScriptedSession.optedIn(
      DecisionAnswers.entries(DecisionAnswers.hero(id: "h", header: "Hi"), DecisionAnswers.recommendations, quiet))
    session.run("fetch-decisions homeHero product_recs quiet gone")
    let outcome = session.run(command)
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.code == code)
    #expect(session.events.isEmpty)
  }

  @Test("Items keep their numbers when a neighbour was left out")
  func originalIndexes() {
    let entry = """
      {"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p",
       "data":[{"name":"no id"},{"personalizationContentId":"a:1"},{"personalizationContentId":"a:2"}]}
      """
    var session = ScriptedSession.optedIn(DecisionAnswers.entries(entry))
    session.run("fetch-decisions p")
    #expect(session.notices.contains("droppedItems"))
    #expect(session.run("engage click p 0").failure?.message.contains("left out") == true)
    session.run("engage click p 1")
    #expect(session.events.map { $0["properties"]?["personalizationContentId"] } == ["a:1"])
    #expect(session.value("decisions/p/indexes") == [1, 2])
    #expect(session.value("decisions/p/data")?.array?.count == 2)
  }

  @Test(
    "What is stale is not reported", arguments: ["logout", "sign-in user-two", "identity --device-id other-device"])
  func stale(change: String) {
    var session = shown()
    session.run("sign-in user-one")
    session.run("fetch-decisions homeHero")
    session.run(change)
    #expect(session.run("engage view homeHero").failure?.code == "stale")
    session.run("fetch-decisions homeHero")
    #expect(session.run("engage view homeHero").status == .success)
  }

  @Test("An event can be written in the layout of the event streams")
  func eventLayout() throws {
    var session = shown()
    session.run("engage click product_recs 0")
    let entry = session.outputs.compactMap { if case .ledger(let entry) = $0 { entry } else { nil } }.last
    let document = try #require(
      entry?.engagementDocument(startMicroseconds: ScriptedSession.configuration.startMicroseconds))
    #expect(document["dateTime"] == "2026-01-01T00:00:00.000Z")
    #expect(document["deviceId"]?.string == session.text("identity/deviceId"))
    #expect(document["eventId"]?.string == session.text("events/-1/insertId"))
    #expect(document["category"] == "Engagement")
    #expect(document["channel"] == "mobile")
    #expect(document["sessionId"]?.string?.isEmpty == false)
    session.run("open")
    let preview = session.outputs.compactMap { if case .ledger(let entry) = $0 { entry } else { nil } }.last
    #expect(preview?.engagementDocument(startMicroseconds: 0) == nil)
  }

  @Test("Test mode is told, since nothing can be joined then")
  func testMode() {
    var configuration = ScriptedSession.configuration
    configuration.personalization.isTestMode = true
    var session = ScriptedSession.optedIn(DecisionAnswers.both, configuration)
    session.run("fetch-decisions homeHero")
    session.run("engage view homeHero")
    #expect(session.notices.contains("testMode"))
  }
}
