package import TextFormats

/// What the ingestion service says it takes in one event (amplitude.md 6.3). The app's library does not look, so these
/// are worth a notice and no more: what is tracked is what the app would track.
package enum EventLimits {
  /// Code points of ids, names and texts in properties; the service's unit is not documented.
  package static let textLength = 1_024
  /// Objects and arrays inside each other, the property object included.
  package static let depth = 40

  /// The first thing in an event that is over a limit, in words; nil when all is well.
  package static func excess(
    type: String, userId: String?, deviceId: String, properties: JSONObject
  ) -> String? {
    if isLong(type) { return "the event type has more than \(textLength) characters" }
    if let userId, isLong(userId) { return "the user id has more than \(textLength) characters" }
    if isLong(deviceId) { return "the device id has more than \(textLength) characters" }
    for member in properties.members {
      if isLong(member.name) { return "the name of a property has more than \(textLength) characters" }
      if let excess = excess(in: member.value, depth: 2) { return "property \(member.name) \(excess)" }
    }
    return nil
  }

  private static func excess(in value: JSONValue, depth: Int) -> String? {
    switch value {
    case .string(let text): return isLong(text) ? "has a text of more than \(textLength) characters" : nil
    case .array(let elements):
      if depth > Self.depth { return "is nested more than \(Self.depth) levels deep" }
      for element in elements {
        if let excess = excess(in: element, depth: depth + 1) { return excess }
      }
    case .object(let object):
      if depth > Self.depth { return "is nested more than \(Self.depth) levels deep" }
      for member in object.members {
        if isLong(member.name) { return "has a name of more than \(textLength) characters" }
        if let excess = excess(in: member.value, depth: depth + 1) { return excess }
      }
    default: break
    }
    return nil
  }

  private static func isLong(_ text: String) -> Bool {
    text.utf8.count > textLength && text.unicodeScalars.count > textLength
  }
}
