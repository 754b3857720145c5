import TextFormats

/// A condition on the items of a recommender (personalization.md 5.2).
struct RecommendationFilter: Sendable {
  /// What an item's field is compared with.
  enum Operand: Equatable, Sendable {
    case text(String)
    /// A key of the request's context; the filter is dropped when the request has no value there.
    case variable(String)
    /// A field of the item that the person is looking at.
    case anchorField([String])
  }

  /// What became of a filter for one request.
  enum Resolution: Equatable, Sendable {
    /// The text to compare with.
    case text(String)
    /// The request lacks the variable: the condition counts for nothing, and the answer gets broader.
    case dropped
    /// There is no anchor to compare with: nothing can be recommended.
    case impossible
  }

  /// The most filters of one kind that a recommender may have.
  static let countLimit = 10
  /// The longest name of a variable.
  static let variableLengthLimit = 64

  /// The path inside the item.
  let field: [String]
  /// One of the evaluation engine's operators.
  let operatorText: String
  let operand: Operand
  /// Whether what matches is left out, rather than what does not.
  let isExcluding: Bool

  func resolved(context: JSONObject, anchor: JSONValue?) -> Resolution {
    switch operand {
    case .text(let text): return .text(text)
    case .variable(let name): return Self.text(of: context[name]).map(Resolution.text) ?? .dropped
    case .anchorField(let path):
      guard let anchor else { return .impossible }
      return Self.text(of: ItemCatalogue.value(at: path, in: anchor)).map(Resolution.text) ?? .impossible
    }
  }

  /// A single value as a filter compares it; nil for null, lists and objects, which no variable can hold.
  static func text(of value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let integer): String(integer)
    case .number(let literal): literal
    case .bool(let flag): flag ? "true" : "false"
    case nil, .null, .array, .object: nil
    }
  }

  /// The filter as the evaluation engine's condition over an item.
  func condition(comparingWith text: String) -> JSONValue {
    [
      "selector": .array((["context", "item"] + field).map(JSONValue.string)), "op": .string(operatorText),
      "values": [.string(text)],
    ]
  }

  var document: JSONValue {
    let value: JSONValue =
      switch operand {
      case .text(let text): .string(text)
      case .variable(let name): .string("{!\(name)}")
      case .anchorField(let path): ["anchor": .array(path.map(JSONValue.string))]
      }
    return [
      "effect": .string(isExcluding ? "exclude" : "include"), "field": .array(field.map(JSONValue.string)),
      "op": .string(operatorText), "value": value,
    ]
  }
}
