import TextFormats

/// A selector resolved as far as a configuration allows (evaluation.md 6).
enum SelectorReference: Sendable {
  /// Finds nothing, whatever the user.
  case nothing
  /// A path into the context; `slot` numbers the distinct paths of an evaluator, each looked up once for a user.
  case context(slot: Int)
  /// A path into the result of a flag, by its number among `ResultPath`s.
  case result(Int)
  /// All results so far.
  case allResults
}

/// A path into the result of the flag with this number.
struct ResultPath: Sendable {
  let flag: Int
  let path: [String]
}

/// Steps from value to value by names.
enum SelectorWalk {
  static func value(at path: ArraySlice<String>, in root: JSONValue?, dialect: Dialect) -> JSONValue? {
    var value = root
    for name in path {
      switch value {
      case .object(let object)?: value = object[name]
      case .array(let elements)? where dialect.indexesLists: value = element(name, of: elements)
      default: return nil
      }
    }
    if case .null? = value { return .none }
    return value
  }

  private static func element(_ name: String, of elements: [JSONValue]) -> JSONValue? {
    if name.isExactly("length") { return .integer(Int64(elements.count)) }
    guard let index = IndexName.value(name), index < elements.count else { return nil }
    return elements[Int(index)]
  }
}
