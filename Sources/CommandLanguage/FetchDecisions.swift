package import Vocabulary

/// What `fetch-decisions` is asked for; names are as typed, trimming them is the session's.
package struct FetchDecisions: Equatable, Sendable {
  package var points: [String]
  package var anchor: Anchor?
  /// In the order in which they were given; a name may repeat.
  package var attributes: [ContextualAttribute]
  /// nil for the usual time.
  package var timeout: Span?
  /// One request for each point.
  package var isSplit: Bool
  /// Fail when a point has no content.
  package var requiresContent: Bool

  package init(
    points: [String], anchor: Anchor? = nil, attributes: [ContextualAttribute] = [], timeout: Span? = nil,
    isSplit: Bool = false, requiresContent: Bool = false
  ) {
    self.points = points
    self.anchor = anchor
    self.attributes = attributes
    self.timeout = timeout
    self.isSplit = isSplit
    self.requiresContent = requiresContent
  }
}
