import ServiceMessages
package import TextFormats
import Vocabulary

/// `engage`: what somebody did with something that was shown (personalization.md 6).
extension Session {
  mutating func engage(_ command: RunningCommand, _ action: EngagementAction, _ point: String, _ index: Int?) {
    if let obstacle = consentObstacle { return finish(command, failing: Self.diagnostic(obstacle)) }
    let name = point.trimmingWhitespace
    let shownName = PrintableText.safe(name)
    guard let place = personalization.index(of: name) else { return finish(command, failing: unknownPoint(name)) }
    let view = personalization.shown[place].view
    guard !view.isStale else {
      return finish(
        command,
        failing: Diagnostic(
          code: "stale", message: "what \(shownName) shows is stale: it was decided before identity or consent changed",
          hint: "fetch-decisions \(shownName)"))
    }
    guard let decision = view.decision, view.outcome == .content else {
      return finish(
        command,
        failing: Diagnostic(
          code: "notShown", message: "\(shownName) is \(view.outcome.rawValue): nothing of it was shown"))
    }
    var contentId = decision.personalizationId
    if let index {
      guard let item = decision.items.first(where: { $0.index == index }) else {
        return finish(command, failing: Self.noItem(index, of: view))
      }
      contentId = item.contentId
    }
    if action == .view { personalization.shown[place].isReported = true }
    if configuration.personalization.isTestMode {
      note("testMode", "decisions were fetched in test mode: the service has nothing to join this event with")
    }
    trackEngagement(action, decision, contentId: contentId, isItem: index != nil)
    finish(command, .engaged(ledger.tracked.last))
  }

  private static func noItem(_ index: Int, of view: DecisionView) -> Diagnostic {
    let point = PrintableText.safe(view.point)
    let indexes = view.decision?.items.map(\.index) ?? []
    var hint = "leave INDEX out: it has no items"
    if let last = indexes.last {
      hint = indexes.count == 1 ? "it has item \(last)" : "it has items \(indexes[0]) to \(last)"
    }
    let wasDropped = view.dropped.contains { $0.item == index }
    let why = wasDropped ? "was left out: it has no content id" : "was not shown"
    return Diagnostic(code: "notShown", message: "item \(index) of \(point) \(why)", hint: hint)
  }

  private mutating func trackEngagement(
    _ action: EngagementAction, _ decision: Decision, contentId: String, isItem: Bool
  ) {
    let sessionId = personalization.engagementSession ?? identifiers.uuid()
    personalization.engagementSession = sessionId
    var members = [
      JSONMember("category", "Engagement"), JSONMember("channel", "mobile"),
      // Items are catalogue objects; a whole block is an engagement of its own (personalization.md 6).
      JSONMember("eventType", isItem ? "catalog" : "userEngagement"),
      JSONMember("interactionName", .string(action.interactionName)),
      JSONMember("personalizationContentId", .string(contentId)),
      JSONMember("personalizationId", .string(decision.personalizationId)),
    ]
    if let id = decision.point.id { members.append(JSONMember("personalizationPointId", .string(id))) }
    members.append(JSONMember("personalizationPointName", .string(decision.point.name)))
    members.append(JSONMember("sessionId", .string(sessionId)))
    track(action.interactionName, JSONObject(uniqueMembers: members), to: .personalization)
  }
}

extension LedgerEntry {
  /// An engagement event in the field layout of the service's event streams (personalization.md 4.4), for
  /// `--events-out`; nil for an event that is none.
  ///
  /// - Parameter startMicroseconds: the session's start, since 1970-01-01T00:00:00Z.
  package func engagementDocument(startMicroseconds: Int64) -> JSONValue? {
    guard destination == .personalization else { return nil }
    let (moment, overflow) = startMicroseconds.addingReportingOverflow(time.microseconds)
    var members = properties
    members["dateTime"] = .string(CalendarMoment.text(milliseconds: (overflow ? .max : moment) / 1_000))
    members["deviceId"] = .string(deviceId)
    members["eventId"] = JSONValue(insertId)
    return .object(members)
  }
}
