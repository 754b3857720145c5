import TextFormats

/// Comparing what was found with a VALUE, which is read by the kind of what was found (product.md section 5).
enum Comparison {
  /// Whether they are equal; nil when the text cannot be read as that kind.
  static func isEqual(_ found: JSONValue, _ text: String) -> Bool? {
    switch found {
    case .string(let value): return value.isExactly(text)
    case .null: return text == "null"
    case .bool(let value):
      switch text {
      case "true": return value
      case "false": return !value
      default: return nil
      }
    case .integer, .number:
      guard let left = ExactNumber(found), let right = ExactNumber(text) else { return nil }
      return left == right
    case .array, .object:
      guard let value = try? JSON.parse(text) else { return nil }
      guard value.kindName == found.kindName else { return nil }
      return isEqual(found, value)
    }
  }

  /// Whether two documents say the same; numbers compare by their value.
  static func isEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    switch (left, right) {
    case (.integer, .number), (.number, .integer), (.number, .number):
      guard let one = ExactNumber(left), let other = ExactNumber(right) else { return false }
      return one == other
    case (.array(let one), .array(let other)):
      return one.count == other.count && zip(one, other).allSatisfy { isEqual($0, $1) }
    case (.object(let one), .object(let other)):
      return one.count == other.count
        && one.members.allSatisfy { member in other[member.name].map { isEqual(member.value, $0) } ?? false }
    default: return left == right
    }
  }

  enum Order {
    case before
    case same
    case after
  }

  /// How a found text (by code points) or number stands to a VALUE; nil when they have no order.
  static func order(_ found: JSONValue, _ text: String) -> Order? {
    switch found {
    case .string(let value):
      if value.isExactly(text) { return .same }
      return value.precedes(text) ? .before : .after
    case .integer, .number:
      guard let left = ExactNumber(found), let right = ExactNumber(text) else { return nil }
      if left == right { return .same }
      return left < right ? .before : .after
    default: return nil
    }
  }

  /// Whether a text has this substring, a list this element, an object this member; nil for other kinds.
  static func contains(_ found: JSONValue, _ text: String) -> Bool? {
    switch found {
    case .string(let value): contains(Array(value.utf8), Array(text.utf8))
    case .array(let list): list.contains { isEqual($0, text) ?? false }
    case .object(let object): object[text] != nil
    default: nil
    }
  }

  /// The search of Knuth, Morris and Pratt: linear in both lengths.
  private static func contains(_ text: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard !wanted.isEmpty else { return true }
    var borders = [0]
    var length = 0
    for index in wanted.indices.dropFirst() {
      while length > 0, wanted[index] != wanted[length] { length = borders[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      borders.append(length)
    }
    var matched = 0
    for byte in text {
      while matched > 0, byte != wanted[matched] { matched = borders[matched - 1] }
      if byte == wanted[matched] { matched += 1 }
      if matched == wanted.count { return true }
    }
    return false
  }
}
