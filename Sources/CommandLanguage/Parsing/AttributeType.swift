/// The types that a contextual attribute can have, each with an option of its own: a type is never guessed
/// (personalization.md 5.1).
package enum AttributeType: String, Equatable, Sendable, CaseIterable {
  case text
  case int
  case double
  case bool
  case date

  /// `attribute`, `attribute-int` and so on.
  package var option: String { self == .text ? "attribute" : "attribute-" + rawValue }

  init?(option: String) {
    guard let type = Self.allCases.first(where: { $0.option == option }) else { return nil }
    self = type
  }
}
