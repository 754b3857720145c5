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
      return name == "count" ? count(of: value) : nil
    case .index(let number):
      guard let list = value.array else { return nil }
      let index = number < 0 ? list.count + number : number
      return list.indices.contains(index) ? list[index] : nil
    case .filter(let name, let text):
      guard let list = value.array else { return nil }
      return .array(list.filter { element in member(name, of: element).map { reads($0, as: text) } ?? false })
    }
  }

  /// The elements of a list, or the Unicode scalars of a text.
  private static func count(of value: JSONValue) -> JSONValue? {
    switch value {
    case .array(let list): JSONValue(list.count)
    case .string(let text): JSONValue(text.unicodeScalars.count)
    default: nil
    }
  }

  /// The member of exactly this name, else the one that the name leads to as dotted names.
  private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
    if let member = value[name] { return member }
    guard name.utf8.contains(Byte.dot) else { return nil }
    var current = value
    for part in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard let next = current[String(part)] else { return nil }
      current = next
    }
    return current
  }

  private static func reads(_ value: JSONValue, as text: String) -> Bool {
    Comparison.isEqual(value, text) ?? false
  }
}
