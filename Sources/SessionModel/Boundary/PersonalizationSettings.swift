/// What a session knows about the decisions service (product.md section 8).
package struct PersonalizationSettings: Equatable, Sendable {
  /// The host of the tenant's endpoint; nil when none is configured, which only a live session minds.
  package var endpoint: String?
  package var dataspace: String
  /// Asks the service to record nothing (personalization.md 1.4).
  package var isTestMode: Bool

  package init(endpoint: String? = nil, dataspace: String = "default", isTestMode: Bool = false) {
    self.endpoint = endpoint
    self.dataspace = dataspace
    self.isTestMode = isTestMode
  }
}
