import TextFormats

/// The first place where two JSON values differ in meaning.
struct JSONDifference: Equatable {
  /// From the value's root: `result.variants["a.b"].value`; empty for the root itself.
  var path: String
  /// Nil where that side has nothing.
  var expected: JSONValue?
  var found: JSONValue?

  /// Looks in a fixed order: members by the bytes of their names, elements by index. A text on both sides that is JSON
  /// itself, such as the body of a request, is looked into once.
  static func first(expected: JSONValue, found: JSONValue) -> JSONDifference? {
    first(expected, found, path: "", opensTexts: true)
  }

  private static func first(
    _ expected: JSONValue, _ found: JSONValue, path: String, opensTexts: Bool
  ) -> JSONDifference? {
    switch (expected, found) {
    case (.object(let one), .object(let other)):
      return first(one, other, path: path, opensTexts: opensTexts)
    case (.array(let one), .array(let other)):
      for index in 0..<min(one.count, other.count) {
        let step = "\(path)[\(index)]"
        if let difference = first(one[index], other[index], path: step, opensTexts: opensTexts) { return difference }
      }
      guard one.count != other.count else { return nil }
      let index = min(one.count, other.count)
      return JSONDifference(
        path: "\(path)[\(index)]", expected: index < one.count ? one[index] : nil,
        found: index < other.count ? other[index] : nil)
    case (.string(let one), .string(let other)):
      if one.isExactly(other) { return nil }
      if opensTexts, let expected = container(one), let found = container(other),
        let inside = first(expected, found, path: path, opensTexts: false)
      {
        return inside
      }
    default:
      if expected == found { return nil }
    }
    return JSONDifference(path: path, expected: expected, found: found)
  }

  private static func first(
    _ expected: JSONObject, _ found: JSONObject, path: String, opensTexts: Bool
  ) -> JSONDifference? {
    let one = sorted(expected)
    let other = sorted(found)
    var (left, right) = (0, 0)
    while left < one.count || right < other.count {
      let isMissingOnRight = right == other.count || (left < one.count && one[left].name.precedes(other[right].name))
      if isMissingOnRight {
        return JSONDifference(path: step(path, one[left].name), expected: one[left].value, found: nil)
      }
      if left == one.count || other[right].name.precedes(one[left].name) {
        return JSONDifference(path: step(path, other[right].name), expected: nil, found: other[right].value)
      }
      let step = step(path, one[left].name)
      if let difference = first(one[left].value, other[right].value, path: step, opensTexts: opensTexts) {
        return difference
      }
      left += 1
      right += 1
    }
    return nil
  }

  private static func sorted(_ object: JSONObject) -> [JSONMember] {
    object.members.sorted { $0.name.precedes($1.name) }
  }

  private static func step(_ path: String, _ name: String) -> String {
    let step = JSONPath.step(name: name)
    return path.isEmpty && step.utf8.first == UInt8(ascii: ".") ? String(step.dropFirst()) : path + step
  }

  private static func container(_ text: String) -> JSONValue? {
    guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    return try? JSON.parse(text)
  }
}
