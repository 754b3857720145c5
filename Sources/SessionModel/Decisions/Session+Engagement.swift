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
    var item: Decision.Item?
    if let index {
      item = decision.items.first { $0.index == index }
      guard item != nil else { return finish(command, failing: Self.noItem(index, of: view)) }
    }
    if action == .view { personalization.shown[place].isReported = true }
    if configuration.personalization.isTestMode {
      note("testMode", "decisions were fetched in test mode: the service has nothing to join this event with")
    }
    if let item, Self.objectId(of: item) == nil {
      note(
        "noObjectId", "the item has no id of its own (\(Self.idMembers[0])): the event names it by its content id only")
    }
    trackEngagement(action, decision, item)
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

  /// The members under which content schemas have the id of an object, the usual one first.
  private static let idMembers = ["ssot__Id__c", "Id__c", "id", "Id"]

  /// The id of the object that a recommended item is, from its own members.
  private static func objectId(of item: Decision.Item) -> String? {
    for member in idMembers {
      switch item.members[member] {
      case .string(let text)? where !text.isEmpty: return text
      case .integer(let number)?: return String(number)
      default: continue
      }
    }
    return nil
  }

  /// The event about a whole block, or about one item of it (personalization.md 6).
  private mutating func trackEngagement(_ action: EngagementAction, _ decision: Decision, _ item: Decision.Item?) {
    let sessionId = personalization.engagementSession ?? identifiers.uuid()
    personalization.engagementSession = sessionId
    var members = [
      JSONMember("category", "Engagement"), JSONMember("channel", "mobile"),
      // Items are catalogue objects; a whole block is an engagement of its own.
      JSONMember("eventType", item == nil ? "userEngagement" : "catalog"),
    ]
    if let id = item.flatMap(Self.objectId) { members.append(JSONMember("id", .string(id))) }
    members += [
      JSONMember("interactionName", .string(action.interactionName)),
      JSONMember("personalizationContentId", .string(item?.contentId ?? decision.personalizationId)),
      JSONMember("personalizationId", .string(decision.personalizationId)),
    ]
    if let id = decision.point.id { members.append(JSONMember("personalizationPointId", .string(id))) }
    members.append(JSONMember("personalizationPointName", .string(decision.point.name)))
    members.append(JSONMember("sessionId", .string(sessionId)))
    if item != nil { members.append(JSONMember("type", "Product")) }
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
