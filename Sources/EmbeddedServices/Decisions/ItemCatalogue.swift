import TextFormats

/// The items that recommenders choose from, in the order of their popularity.
struct ItemCatalogue: Sendable {
  let name: String
  /// Objects only.
  let items: [JSONValue]

  /// The item whose field `idField` is this text.
  func item(_ id: String, idField: String) -> JSONValue? {
    items.first { $0[idField]?.string?.isExactly(id) ?? false }
  }

  /// The value at a path of member names.
  static func value(at path: [String], in item: JSONValue) -> JSONValue? {
    var value: JSONValue? = item
    for name in path { value = value?[name] }
    return value
  }

  /// Whether any item has something at the path, be it null.
  func hasField(_ path: [String]) -> Bool { items.contains { Self.value(at: path, in: $0) != nil } }

  /// The names of all members at the top of items, in the order of their appearance.
  var fieldNames: [String] {
    var seen: Set<ExactText> = []
    var names: [String] = []
    for item in items {
      for member in item.object?.members ?? [] where seen.insert(ExactText(member.name)).inserted {
        names.append(member.name)
      }
    }
    return names
  }
}
