/// An event in the outbox: everything that a later session needs to send it (product.md section 8).
package struct OutboxRecord: Equatable, Sendable {
  /// Made once, when the event was tracked; names it for ever.
  package var insertId: String
  package var deviceId: String
  /// Counts up from 1 in the session that tracked the event.
  package var sequence: Int
  /// The complete event of the wire (amplitude.md 6.2) as JSON text.
  package var event: String
  /// Why it was set aside, as a code of the session; nil while it waits.
  package var setAside: String?

  package init(insertId: String, deviceId: String, sequence: Int, event: String, setAside: String? = nil) {
    self.insertId = insertId
    self.deviceId = deviceId
    self.sequence = sequence
    self.event = event
    self.setAside = setAside
  }

  package static func == (left: Self, right: Self) -> Bool {
    func same(_ one: String?, _ other: String?) -> Bool {
      guard let one, let other else { return one == nil && other == nil }
      return one.utf8.elementsEqual(other.utf8)
    }
    return same(left.insertId, right.insertId) && same(left.deviceId, right.deviceId)
      && left.sequence == right.sequence && same(left.event, right.event) && same(left.setAside, right.setAside)
  }
}

/// What a session asks of the outbox on disk. Each must be done, and safe, before the outputs behind it are looked at.
package enum OutboxRequest: Equatable, Sendable {
  /// Keep these events until they are removed.
  case append([OutboxRecord])
  /// These were delivered or given up for good: forget them.
  case remove(insertIds: [String])
  /// Keep these, and why they are not sent: a later session reads it.
  case setAside(insertIds: [String], reason: String)
}
