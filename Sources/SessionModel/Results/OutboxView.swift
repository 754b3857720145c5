package import TextFormats

/// What `outbox` shows: undelivered events of this and earlier sessions.
package struct OutboxView: Equatable, Sendable {
  /// One undelivered event.
  package struct Event: Equatable, Sendable {
    /// The session's own number; below 0 for events of earlier sessions.
    var key: Int
    package var insertId: String
    package var deviceId: String?
    package var type: String
    /// Milliseconds since 1970, as on the wire.
    package var time: Int64?
    package var state: LedgerEntry.Delivery
    /// Why it is parked, as a code.
    package var reason: String?

    package var isEarlier: Bool { key < 0 }

    package var document: JSONValue {
      [
        "deviceId": JSONValue(deviceId), "earlier": .bool(isEarlier), "insertId": .string(insertId),
        "reason": JSONValue(reason), "state": .string(state.rawValue), "time": time.map(JSONValue.integer) ?? .null,
        "type": .string(type),
      ]
    }
  }

  /// Why a session has no outbox of its own.
  package enum Absence: String, Sendable {
    case embedded, notSending
  }

  package var events: [Event]
  package var absence: Absence?
  /// Why the outbox could not be written.
  package var failure: String?
  /// What `outbox discard` removed; nil for the other commands.
  package var discarded: [Event]?
  /// Events that could not be discarded, being on their way.
  package var onTheirWay = 0

  /// The result of the commands; `failure` only says whether there was one, since its words are the system's.
  package var document: JSONValue {
    var members = [JSONMember("absence", JSONValue(absence?.rawValue))]
    if let discarded {
      members.append(JSONMember("discarded", .array(discarded.map { .string($0.insertId) })))
    }
    members.append(JSONMember("events", .array(events.map(\.document))))
    members.append(JSONMember("failed", .bool(failure != nil)))
    if discarded != nil { members.append(JSONMember("onTheirWay", .integer(Int64(onTheirWay)))) }
    return .object(JSONObject(uniqueMembers: members))
  }

  /// The session document's `outbox`.
  var section: JSONValue {
    [
      "count": .integer(Int64(events.count)), "events": .array(events.map(\.document)), "failed": .bool(failure != nil),
    ]
  }
}
