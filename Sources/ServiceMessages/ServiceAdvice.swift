package import Vocabulary

extension ServiceFailure {
  /// What a person can do about it, by service and status (amplitude.md 3.5 and 6.5); nil when there is nothing better
  /// than looking at the requests and trying again.
  package func advice(for service: Service) -> String? {
    switch code {
    case .offline: return "check the network, the proxy and the endpoint; doctor tries each"
    case .tls: return "the connection could not be made safe: check the clock, the proxy and the CA files; doctor"
    case .malformed: return "the answer is not the service's: check the endpoint, and for a proxy that answers instead"
    case .httpStatus: return status.flatMap { Self.advice(status: $0, service) }
    case .reset, .timeout, .cancelled, .other: return nil
    }
  }

  private static func advice(status: Int, _ service: Service) -> String? {
    let isEvaluation = service == .evaluation
    switch status {
    case 300..<400: return "the endpoint redirects, which is not followed: check its address"
    case 200..<300: return "only status 200 is a success: check for a proxy that answers instead of the service"
    case 400 where isEvaluation: return "the service could not read the user: look at identity and its properties"
    case 401 where isEvaluation:
      return "the service does not know this deployment key: compare AMPLITUDE_DEPLOYMENT_KEY and the region; doctor"
    case 401: return "the service does not accept the key: compare AMPLITUDE_API_KEY and the region; doctor"
    case 403: return "access is forbidden: a firewall, a proxy or a blocked region stands in between"
    case 404: return "there is no such address: check the endpoint and the region; doctor"
    case 413, 414, 431: return "the request is too large: unset user properties that targeting does not use"
    case 429: return "the service asks for a pause: wait a while"
    case 500...: return "the service fails or is overloaded: wait a while"
    default: return nil
    }
  }
}
