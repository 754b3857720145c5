package import TextFormats

/// Who the session is: a snapshot that events and requests take with them.
package struct Identity: Equatable, Sendable {
  /// The canonical user id; nil when anonymous.
  package var userId: String?
  package var deviceId: String
  /// User properties used in targeting, in the order in which they were first set.
  package var properties: JSONObject

  package init(userId: String? = nil, deviceId: String, properties: JSONObject = JSONObject()) {
    self.userId = userId
    self.deviceId = deviceId
    self.properties = properties
  }

  /// Whether both ids are the same, which is what exposures are de-duplicated by (product.md rule 6).
  package func hasSameIds(as other: Identity) -> Bool {
    guard deviceId.isExactly(other.deviceId) else { return false }
    switch (userId, other.userId) {
    case (nil, nil): return true
    case (let one?, let two?): return one.isExactly(two)
    default: return false
    }
  }
}
