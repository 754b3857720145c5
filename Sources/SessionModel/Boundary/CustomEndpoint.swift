package import Vocabulary

/// A service's address that stands in for the region's own (`--evaluation-url`, `--analytics-url`).
package struct CustomEndpoint: Equatable, Sendable {
  package var service: Service
  /// As configured, without secrets: `https://proxy.example/amplitude`.
  package var url: String

  package init(service: Service, url: String) {
    self.service = service
    self.url = url
  }
}
