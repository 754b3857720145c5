import TextFormats

/// Follows a path into a document.
struct DocumentLookup {
  enum Found {
    case value(JSONValue)
    /// The step at `index` led nowhere; `at` is what it was tried on.
    case nothing(index: Int, at: JSONValue)
  }

  static func follow(_ path: DocumentPath, in document: JSONValue) -> Found {
    var current = document
    for (index, step) in path.steps.enumerated() {
      guard let next = follow(step, from: current) else { return .nothing(index: index, at: current) }
      current = next
    }
    return .value(current)
  }

  private static func follow(_ step: DocumentPath.Step, from value: JSONValue) -> JSONValue? {
    switch step {
    case .name(let name):
      if let member = value[name] { return member }
      guard name == "count" else { return .none }
      return count(of: value)
    case .index(let number):
      guard let list = value.array else { return .none }
      let index = number < 0 ? list.count + number : number
      // A bare `nil` would be read as JSON's null here.
      guard list.indices.contains(index) else { return .none }
      return list[index]
    case .filter(let name, let text):
      guard let list = value.array else { return .none }
      return .array(list.filter { element in member(name, of: element).map { reads($0, as: text) } ?? false })
    }
  }

  /// The elements of a list, or the Unicode scalars of a text.
  private static func count(of value: JSONValue) -> JSONValue? {
    switch value {
    case .array(let list): JSONValue(list.count)
    case .string(let text): JSONValue(text.unicodeScalars.count)
    default: .none
    }
  }

  /// The member of exactly this name, else the one that the name leads to as dotted names.
  private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
    if let member = value[name] { return member }
    guard name.utf8.contains(Byte.dot) else { return .none }
    var current = value
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard let next = current[String(part)] else { return .none }
      current = next
    }
    return current
  }

  private static func reads(_ value: JSONValue, as text: String) -> Bool {
    Comparison.isEqual(value, text) ?? false
  }
}
