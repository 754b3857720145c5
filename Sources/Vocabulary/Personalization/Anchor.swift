/// The item that a decision is relative to (personalization.md 5.3). Both texts travel as they are, never rewritten.
package struct Anchor: Equatable, Sendable {
  package var id: String
  /// A data model object's API name or an item type; nil lets the service infer it from the id.
  package var type: String?

  package init(id: String, type: String? = nil) {
    self.id = id
    self.type = type
  }

  package static func == (left: Anchor, right: Anchor) -> Bool {
    left.id.utf8.elementsEqual(right.id.utf8) && (left.type == nil) == (right.type == nil)
      && (left.type ?? "").utf8.elementsEqual((right.type ?? "").utf8)
  }
}
