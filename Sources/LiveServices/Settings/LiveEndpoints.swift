package import ServiceMessages
package import TextFormats
package import Vocabulary

/// Where the three services are (amplitude.md 1.1, personalization.md 1.1). A base address has no slash at its end; paths
/// are appended.
package struct LiveEndpoints: Equatable, Sendable {
  /// Nil when neither an address nor a known region was given.
  package let evaluation: String?
  package let analytics: String?
  package let decisions: String?

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
    if let evaluationURL {
      evaluation = try BaseAddress(parsing: evaluationURL, for: "evaluation").text
    } else {
      evaluation = Self.evaluationHosts[region]
    }
    if let analyticsURL {
      analytics = try BaseAddress(parsing: analyticsURL, for: "analytics").text
    } else {
      analytics = Self.analyticsHosts[region]
    }
    self.decisions = decisions?.url
  }

  /// The base address of a service; nil when it is not known. The world itself has none in live.
  package func base(of service: Service) -> String? {
    switch service {
    case .evaluation: evaluation
    case .analytics: analytics
    case .decisions: decisions
    case .world: nil
    }
  }
}
