import TextFormats

/// Limits and id rules of the ingestion service (amplitude.md 6.3 and 6.4).
enum IngestionLimits {
  /// An HTTP V2 request stays below this many bytes.
  static let requestBytes = 1_048_576
  /// A request to `/batch` stays below this many bytes.
  static let batchBytes = 20 * 1_048_576
  static let events = 2_000
  /// Code points of ids, event types and texts in properties; the service's unit is not documented.
  static let textLength = 1_024
  /// Objects and arrays inside each other, the property object included.
  static let depth = 40
  /// The shortest id, unless the request's options say otherwise.
  static let idLength = 5
  /// How long a repeated insert id of a device is recognised: seven days, in microseconds.
  static let deduplication: Int64 = 7 * 86_400 * 1_000_000

  /// Ids that stand for nobody; compared without case, since the service's case rule is not documented.
  private static let deniedIds: [String] = [
    "", "anonymous", "nil", "none", "null", "n/a", "na", "undefined", "unknown",
    "00000000-0000-0000-0000-000000000000", "{}", "lmy47d", "0", "-1",
  ]

  static func isDenied(_ id: String) -> Bool {
    let lowercased = id.lowercased()
    return deniedIds.contains { $0.isExactly(lowercased) }
  }

  static func isTooLong(_ text: String) -> Bool {
    text.utf8.count > textLength && text.unicodeScalars.count > textLength
  }

  /// Whether every text in a value is short enough and nothing is nested too deeply.
  static func accepts(_ value: JSONValue, depth: Int = 1) -> Bool {
    switch value {
    case .string(let text): !isTooLong(text)
    case .array(let elements):
      depth <= Self.depth && elements.allSatisfy { accepts($0, depth: depth + 1) }
    case .object(let object):
      depth <= Self.depth
        && object.members.allSatisfy { !isTooLong($0.name) && accepts($0.value, depth: depth + 1) }
    default: true
    }
  }
}
