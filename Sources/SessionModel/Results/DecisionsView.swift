package import ServiceMessages
package import TextFormats
package import Vocabulary

/// What one point shows.
package struct DecisionView: Equatable, Sendable {
  package var point: String
  package var outcome: DecisionOutcome
  /// Identity or consent have changed since.
  package var isStale: Bool
  /// nil when the answer had no entry for the point.
  package var decision: Decision?
  /// Items that could not be used.
  package var dropped: [DecisionsResponse.Dropped] = []

  /// What an answer says about a point.
  init(point: String, _ response: DecisionsResponse, isStale: Bool) {
    self.point = point
    self.isStale = isStale
    let decision = response[point]
    self.decision = decision
    outcome = decision.map { $0.hasContent ? .content : .empty } ?? .missing
    if let place = decision?.place { dropped = response.droppedItems(of: place) }
  }

  /// The members of `decisions.POINT` in the session document.
  package var document: JSONValue {
    let items = decision?.items ?? []
    return [
      "attributes": .object(decision?.attributes ?? JSONObject()),
      "data": .array(items.map { .object($0.members) }),
      "decisionId": JSONValue(decision?.decisionId),
      "dropped": .integer(Int64(dropped.count)),
      "indexes": .array(items.map { .integer(Int64($0.index)) }),
      "outcome": .string(outcome.rawValue),
      "personalizationId": JSONValue(decision?.personalizationId),
      "pointId": JSONValue(decision?.point.id),
      "stale": .bool(isStale),
    ]
  }
}

/// What a fetch brought, or what is shown by now.
package struct DecisionsView: Equatable, Sendable {
  /// In the order of the request; then what was not asked for, in the order of the answer.
  package var points: [DecisionView]
  /// One for each request.
  package var requestIds: [String]
  /// The usable entries as they came.
  package var received: [JSONValue]
  package var dropped: [DecisionsResponse.Dropped]
  /// Whom the decisions are for.
  package var deviceId: String
  /// False for an answer that came after the identity had changed.
  package var isCurrent: Bool

  /// How many entries of the answer could not be used at all.
  package var lostEntries: Int { dropped.count { $0.item == nil } }

  package var document: JSONValue {
    [
      "current": .bool(isCurrent),
      "decisions": .object(JSONObject(members: points.map { JSONMember($0.point, $0.document) })),
      "dropped": .array(dropped.map(\.document)),
      "individualId": .string(deviceId),
      "personalizations": .array(received),
      "requestId": JSONValue(requestIds.first),
      "requestIds": .array(requestIds.map(JSONValue.string)),
    ]
  }
}

/// Where personalization stands, in short.
package struct PersonalizationView: Equatable, Sendable {
  package var consent: Consent
  package var settings: PersonalizationSettings
  /// Points that show something.
  package var shown: Int
  package var stale: Int
  /// Points with content whose view nobody has noted.
  package var unreported: Int
  /// Fetches that have not ended.
  package var inFlight: Int

  package var document: JSONValue {
    [
      "consent": .string(consent.rawValue), "dataspace": .string(settings.dataspace),
      "endpoint": JSONValue(settings.endpoint), "inFlight": .integer(Int64(inFlight)),
      "shown": .integer(Int64(shown)), "stale": .integer(Int64(stale)), "testMode": .bool(settings.isTestMode),
      "unreported": .integer(Int64(unreported)),
    ]
  }
}
