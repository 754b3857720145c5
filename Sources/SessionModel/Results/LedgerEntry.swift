package import TextFormats
package import Vocabulary

/// One line of the ledger: an event that was tracked, or one that was not and why (product.md section 5).
package struct LedgerEntry: Equatable, Sendable {
  /// The word of `events[].delivery`: how far an event has come.
  package enum Delivery: String, Sendable {
    case queued, held, sent, processed, parked, dropped
  }

  /// The word of `suppressed[].reason`: why an event was not tracked.
  package enum Suppression: String, Sendable {
    case deduplicated, notAssigned, override, flagsOff
  }

  /// Who an event is meant for.
  package enum Destination: String, Sendable {
    /// The analytics service: uploaded, or held back with everything else.
    case analytics
    /// An engagement with a decision (personalization.md 6): only ever held, since no way to post it is documented.
    case personalization
  }

  /// Tracked, and how far it has come; or not, and why.
  package enum Fate: Equatable, Sendable {
    case tracked(Delivery)
    case suppressed(Suppression)
  }

  /// Counted from 1 over tracked events; suppressed ones count apart.
  package var sequence: Int
  package var time: Instant
  package var type: String
  package var userId: String?
  package var deviceId: String
  /// Made once, kept through every retry; nil for what was suppressed.
  package var insertId: String?
  package var properties: JSONObject
  package var fate: Fate
  package var destination: Destination

  package init(
    sequence: Int, time: Instant, type: String, userId: String?, deviceId: String, insertId: String?,
    properties: JSONObject, fate: Fate, destination: Destination = .analytics
  ) {
    self.sequence = sequence
    self.time = time
    self.type = type
    self.userId = userId
    self.deviceId = deviceId
    self.insertId = insertId
    self.properties = properties
    self.fate = fate
    self.destination = destination
  }

  /// The entry under the keys of product.md section 5, sorted.
  package var document: JSONValue {
    var members: [JSONMember] = []
    // What was not tracked has no delivery and no insert id; the keys stand there all the same, as product.md has them.
    var delivery = JSONValue.null
    if case .tracked(let state) = fate { delivery = .string(state.rawValue) }
    members.append(JSONMember("delivery", delivery))
    if destination != .analytics { members.append(JSONMember("destination", .string(destination.rawValue))) }
    members.append(JSONMember("deviceId", .string(deviceId)))
    members.append(JSONMember("insertId", JSONValue(insertId)))
    members.append(JSONMember("properties", .object(properties)))
    if case .suppressed(let reason) = fate { members.append(JSONMember("reason", .string(reason.rawValue))) }
    members.append(JSONMember("sequence", .integer(Int64(sequence))))
    members.append(JSONMember("time", .integer(time.microseconds)))
    members.append(JSONMember("type", .string(type)))
    members.append(JSONMember("userId", JSONValue(userId)))
    return .object(JSONObject(uniqueMembers: members))
  }
}
