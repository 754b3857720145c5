import FlagEvaluation
import TextFormats

/// Something about a user that can be changed: an id, another member, or a user property.
struct UserProperty {
  /// One name, or `user_properties` and a name.
  let path: [String]

  /// Nil for selectors that select nothing of this kind.
  init?(selector: [String]) {
    guard selector.count >= 3, selector[0].isExactly("context"), selector[1].isExactly("user") else { return nil }
    let path = Array(selector[2...])
    let isProperty = path.count == 2 && path[0].isExactly("user_properties")
    guard isProperty || path.count == 1 && !path[0].isExactly("user_properties") else { return nil }
    self.path = path
  }

  /// `user_id`, `user_properties.plan`.
  var name: String { path.joined(separator: ".") }

  func isSame(_ other: UserProperty) -> Bool {
    path.elementsEqual(other.path) { $0.isExactly($1) }
  }

  var isUserId: Bool { path.count == 1 && path[0].isExactly("user_id") }
  var isDeviceId: Bool { path.count == 1 && path[0].isExactly("device_id") }

  func value(in user: JSONValue) -> JSONValue? {
    path.reduce(user as JSONValue?) { $0?[$1] }
  }

  /// The user with another value of it; nil takes it away.
  func set(_ value: JSONValue?, in user: JSONValue) -> JSONValue {
    guard var object = user.object else { return user }
    if path.count == 1 {
      object[path[0]] = value
    } else {
      var properties = object[path[0]]?.object ?? JSONObject()
      properties[path[1]] = value
      object[path[0]] = properties.isEmpty ? Optional.none : JSONValue.object(properties)
    }
    return .object(object)
  }

  /// Whether the app could really have this value: ids have rules, and there is always a device id.
  func allows(_ value: JSONValue?) -> Bool {
    guard isUserId || isDeviceId else { return true }
    guard let value else { return isUserId }
    guard let id = value.string else { return false }
    return id.unicodeScalars.count >= IngestionLimits.idLength && !IngestionLimits.isDenied(id)
      && !IngestionLimits.isTooLong(id)
  }
}

/// The values worth trying for one property, from the conditions and buckets that look at it.
struct ChangeCandidates {
  /// How many values of one property are tried.
  static let limit = 64
  /// How many made-up ids are tried for a bucket: enough to meet a share of a few percent.
  static let bucketLimit = 256

  let property: UserProperty
  /// Nil stands for taking the property away.
  private(set) var values: [JSONValue?] = []
  private(set) var isBucketed = false

  init(_ property: UserProperty) { self.property = property }

  mutating func add(_ condition: FlagConfiguration.Condition) {
    for value in Self.values(for: condition) where values.count < Self.limit { add(value) }
  }

  mutating func addBucketing() {
    guard !isBucketed else { return }
    isBucketed = true
    for number in 1...Self.bucketLimit { add(.string("explore-\(number)")) }
  }

  private mutating func add(_ value: JSONValue?) {
    guard property.allows(value), !values.contains(value) else { return }
    values.append(value)
  }

  private static func values(for condition: FlagConfiguration.Condition) -> [JSONValue?] {
    let texts = condition.values.map { text -> JSONValue? in text == "(none)" ? Optional.none : JSONValue.string(text) }
    let other = JSONValue.string("other-than-\(condition.values.first ?? "any")")
    switch condition.operatorText {
    case "is", "contains": return texts
    case "set is", "set contains": return [.array(texts.compactMap(\.self)), nil]
    case "set contains any": return texts.map { text in text.map { .array([$0]) } }
    case "is not", "does not contain": return [other, nil]
    case "set is not", "set does not contain", "set does not contain any": return [[other], nil]
    case "less", "less or equal", "greater", "greater or equal": return condition.values.flatMap(numbers) + [nil]
    case "version less", "version less or equal", "version greater", "version greater or equal":
      return condition.values.flatMap(versions) + [nil]
    default: return [nil]
    }
  }

  /// A number and its neighbours.
  private static func numbers(around text: String) -> [JSONValue?] {
    if let number = Int64(text), number > .min, number < .max {
      return [.integer(number), .integer(number - 1), .integer(number + 1)]
    }
    guard let number = Double(text), number.isFinite else { return [.string(text)] }
    return [.double(number), .double(number - 1), .double(number + 1)]
  }

  /// A version, the lowest one, and the next higher major one.
  private static func versions(around text: String) -> [JSONValue?] {
    let major = Int64(text.prefix { ("0"..."9").contains($0) }) ?? 0
    return [.string(text), "0.0.0", .string("\(major < .max ? major + 1 : major).0.0")]
  }
}
