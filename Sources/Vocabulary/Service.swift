/// Who answers a request: the three services of the app, or the world itself (paths under `/flagsh/`, product.md section 6).
package enum Service: String, Sendable, CaseIterable {
  case evaluation
  case analytics
  case decisions
  case world

  /// The services that a world plays: those of the app.
  package static let ofTheApp: [Service] = [.evaluation, .analytics, .decisions]
}
