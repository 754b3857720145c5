import TextFormats

/// A named place that can receive a decision.
package struct PersonalizationPoint: Equatable, Sendable {
  /// The API name, without blanks around it; case matters.
  package var name: String
  /// The record id, which only an answer knows.
  package var id: String?

  package init(name: String, id: String? = nil) {
    self.name = name
    self.id = id
  }

  package static func == (left: PersonalizationPoint, right: PersonalizationPoint) -> Bool {
    left.name.isExactly(right.name) && JSONValue(left.id) == JSONValue(right.id)
  }
}
