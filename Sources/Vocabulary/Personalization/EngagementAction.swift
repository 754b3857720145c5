/// What somebody did with something that a decision brought (personalization.md 6).
package enum EngagementAction: String, Sendable, CaseIterable {
  case view
  case click

  /// The action's name in events: the connector's own default for web and mobile.
  package var interactionName: String { "personalization-" + rawValue }
}
