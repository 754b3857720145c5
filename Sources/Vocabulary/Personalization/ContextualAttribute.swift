package import TextFormats

/// A typed name and value that a decision request carries beside the anchor; it is not stored in a profile
/// (personalization.md 1.3 and 5.1).
package struct ContextualAttribute: Equatable, Sendable {
  package var name: String
  /// As it travels: a text, a number, or true or false. Dates are texts.
  package var value: JSONValue

  package init(name: String, value: JSONValue) {
    self.name = name
    self.value = value
  }

  package static func == (left: ContextualAttribute, right: ContextualAttribute) -> Bool {
    left.name.isExactly(right.name) && left.value == right.value
  }
}
