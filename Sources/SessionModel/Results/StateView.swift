package import TextFormats
package import Vocabulary

/// The picture of a session at one moment: what `status`, `refresh`, `sign-in` and `logout` give.
package struct StateView: Equatable, Sendable {
  package var identity: IdentityView
  package var flags: FlagsView
  package var report: ReportView
  package var events: EventCounts
  package var personalization: PersonalizationView
  package var runningJobs: Int
  package var world: SessionConfiguration.WorldKind
  package var isSending: Bool
  /// nil in an embedded session.
  package var live: LiveView?

  package var document: JSONValue {
    [
      "events": events.document, "flags": flags.document, "identity": identity.document,
      "jobs": .integer(Int64(runningJobs)), "personalization": personalization.document,
      "report": report.document,
      "world": LiveView.world(world, isSending: isSending, live),
    ]
  }
}

/// Who the session is, and for which revision.
package struct IdentityView: Equatable, Sendable {
  package var identity: Identity
  package var revision: Int
  package var isStale: Bool

  /// What `identity` gives: those of the document, and where the flags stand.
  package var resultDocument: JSONValue {
    var members = document.object ?? JSONObject()
    members["revision"] = JSONValue(revision)
    members["stale"] = .bool(isStale)
    return .object(members)
  }

  /// The keys of the session document's `identity`.
  package var document: JSONValue {
    [
      "deviceId": .string(identity.deviceId), "properties": .object(identity.properties),
      "userId": JSONValue(identity.userId),
    ]
  }
}

/// Where flags stand.
package struct FlagsView: Equatable, Sendable {
  /// The word of `flags.state`.
  package enum State: String, Sendable {
    case off, notFetched, loading, assigned, fallback
  }

  package var state: State
  package var off: FlagsOff?
  package var reason: FallbackReason?
  /// More about the reason, for people.
  package var reasonDetail: String
  /// The assigned layout's variant value.
  package var assignedValue: String?
  package var revision: Int
  package var isStale: Bool
  package var overrides: [FlagOverride]

  package var document: JSONValue {
    [
      "configured": .bool(off == nil), "off": JSONValue(off?.rawValue), "reason": JSONValue(reason?.rawValue),
      "revision": .integer(Int64(revision)), "stale": .bool(isStale), "state": .string(state.rawValue),
    ]
  }
}

/// A variant set by hand.
package struct FlagOverride: Equatable, Sendable {
  package var flag: String
  package var variant: String
}

/// What the person sees of the report.
package struct ReportView: Equatable, Sendable {
  package var isOpen: Bool
  package var isVisible: Bool
  package var layout: Layout
  package var source: LayoutSource
  package var figures: ReportFigures
  /// The daily average and the most active day are shown: expanded, and visible.
  package var hasDetails: Bool
  package var flags: FlagsView

  /// The keys of the session document's `report`.
  package var document: JSONValue {
    var members: [JSONMember] = []
    members.reserveCapacity(7)
    if hasDetails { members.append(JSONMember("average", .integer(Int64(figures.average)))) }
    members.append(JSONMember("layout", .string(layout.rawValue)))
    if hasDetails { members.append(JSONMember("mostActiveDay", JSONValue(figures.mostActiveDay))) }
    members.append(JSONMember("open", .bool(isOpen)))
    members.append(JSONMember("source", .string(source.rawValue)))
    members.append(JSONMember("total", .integer(Int64(figures.total))))
    members.append(JSONMember("visible", .bool(isVisible)))
    return .object(JSONObject(uniqueMembers: members))
  }
}

/// How many events there are, by what became of them.
package struct EventCounts: Equatable, Sendable {
  package var tracked: Int
  /// Waiting for an upload.
  package var queued: Int
  /// Kept back because nothing is sent.
  package var held: Int
  package var suppressed: Int
  /// Put aside after a refusal; told in text, and by `events[].delivery` in documents.
  package var parked = 0

  package var document: JSONValue {
    [
      "held": .integer(Int64(held)), "queued": .integer(Int64(queued)), "suppressed": .integer(Int64(suppressed)),
      "tracked": .integer(Int64(tracked)),
    ]
  }
}
