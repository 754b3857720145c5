package import TextFormats

extension JSONValue {
  /// Equal as JSON: `1` and `1.0` are one number, the order of members does not count.
  package func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer, .number), (.number, .integer), (.number, .number):
      return self == other || doubleValue == other.doubleValue
    case (.array(let one), .array(let another)):
      return one.count == another.count && zip(one, another).allSatisfy { $0.means($1) }
    case (.object(let one), .object(let another)):
      return one.members.count == another.members.count
        && one.members.allSatisfy { member in another[member.name].map { member.value.means($0) } ?? false }
    default: return self == other
    }
  }

  /// Without null members and empty `metadata`, at any depth.
  package var withoutNulls: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutNulls))
    case .object(let object):
      let kept = object.members.filter { member in
        !member.value.isNull && !(member.name == "metadata" && member.value.object?.isEmpty == true)
      }
      return .object(JSONObject(uniqueMembers: kept.map { JSONMember($0.name, $0.value.withoutNulls) }))
    default: return self
    }
  }
}
