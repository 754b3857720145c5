import CCurl
import ServiceMessages
import TextFormats
import Vocabulary

extension TransportFailure {
  /// Why a transfer brought no answer: a sentence of ours, then libcurl's words, which differ between its versions.
  init(_ completion: ccurl_completion, host: String) {
    let words = Self.withoutAddress(String(cString: completion.message))
    let (kind, sentence): (Kind, String) =
      switch completion.outcome {
      case .answered: (.other, "the answer of \(host) is lost")
      case .timed_out: (.timeout, "\(host) has not answered in time")
      case .unresolved: (.offline, "no address is known for \(host) or for the proxy to it")
      case .unreachable: (.offline, "nothing accepts a connection at \(host)")
      case .insecure: (.tls, "the connection to \(host) cannot be made safe")
      case .broken: (.reset, "the connection to \(host) broke off before the answer was complete")
      case .too_large:
        (
          .other,
          "the answer of \(host) is larger than \(HTTPClient.answerLimit >> 20) MiB, or its head than "
            + "\(CCURL_HEAD_LIMIT >> 10) KiB"
        )
      case .garbled: (.other, "what \(host) sent is no valid HTTP answer")
      case .refused: (.other, "libcurl refuses the address of \(host)")
      case .other: (.other, "the exchange with \(host) failed")
      }
    // Where we stop the library, its words are about that.
    let detail = completion.outcome == .too_large || completion.code == 0 ? "" : " (curl \(completion.code): \(words))"
    let hint = completion.outcome == .insecure ? Self.certificateHint : ""
    self.init(kind: kind, detail: sentence + detail + hint)
  }

  private static let certificateHint =
    "; the system's certificates come with the package ca-certificates, others are added with SSL_CERT_FILE"

  /// libcurl quotes the address of a proxy that it does not understand, password and all, and may cut it anywhere: no
  /// address is left.
  static func withoutAddress(_ words: String) -> String {
    let safe = PrintableText.safe(words)
    var start = safe.startIndex
    while let colon = safe[start...].firstIndex(of: ":") {
      if safe[colon...].hasPrefix("://") {
        let scheme = safe[..<colon].lastIndex { !($0.isLetter || $0.isNumber) }
        return (scheme.map { String(safe[...$0]) } ?? "") + "..."
      }
      start = safe.index(after: colon)
    }
    return safe
  }
}

extension TransportFacts {
  init(_ completion: ccurl_completion, host: String) {
    func span(_ microseconds: Int64) -> Span? { microseconds > 0 ? Span(microseconds: microseconds) : nil }
    let version: String? =
      switch completion.http_version {
      case 10: "HTTP/1.0"
      case 11: "HTTP/1.1"
      case 20: "HTTP/2"
      case 30: "HTTP/3"
      default: nil
      }
    let tls = String(cString: completion.tls)
    self.init(
      host: host, httpVersion: version, tls: tls.isEmpty ? nil : PrintableText.safe(tls),
      reusedConnection: completion.connections == 0 && completion.first_byte > 0,
      resolved: span(completion.resolved), connected: span(completion.connected), secured: span(completion.secured),
      firstByte: span(completion.first_byte), total: Span(microseconds: completion.total))
  }
}
