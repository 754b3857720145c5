package import ServiceMessages
package import TextFormats
package import Vocabulary

/// Where the three services are (amplitude.md 1.1, personalization.md 1.1).
package struct LiveEndpoints: Equatable, Sendable {
  /// Nil when neither an address nor a known region was given.
  package let evaluation: BaseAddress?
  package let analytics: BaseAddress?
  package let decisions: BaseAddress?

  private static let evaluationHosts = [
    "US": "https://api.lab.amplitude.com", "EU": "https://api.lab.eu.amplitude.com",
  ]
  private static let analyticsHosts = ["US": "https://api2.amplitude.com", "EU": "https://api.eu.amplitude.com"]

  /// - Parameters:
  ///   - region: `US` or `EU`, which chooses both of Amplitude's hosts; anything else chooses none.
  ///   - evaluationURL: used in place of the region's host, and the same for `analyticsURL`; each stands for itself.
  /// - Throws: a diagnostic with the code `badAddress`.
  package init(
    region: String, evaluationURL: String? = nil, analyticsURL: String? = nil, decisions: PersonalizationEndpoint? = nil
  ) throws(Diagnostic) {
    evaluation = try Self.address(evaluationURL ?? Self.evaluationHosts[region], for: .evaluation)
    analytics = try Self.address(analyticsURL ?? Self.analyticsHosts[region], for: .analytics)
    self.decisions = try Self.address(decisions?.url, for: .decisions)
  }

  private static func address(_ text: String?, for service: Service) throws(Diagnostic) -> BaseAddress? {
    guard let text else { return nil }
    return try BaseAddress(parsing: text, for: service.rawValue)
  }

  /// The address of a service; nil when it is not known. The world itself has none in live.
  package func base(of service: Service) -> BaseAddress? {
    switch service {
    case .evaluation: evaluation
    case .analytics: analytics
    case .decisions: decisions
    case .world: nil
    }
  }
}
