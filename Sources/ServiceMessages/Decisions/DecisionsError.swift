import TextFormats

/// Why a fetch of decisions gave nothing (product.md rule 13; personalization.md 3.3). Cancellation is none of these.
package struct DecisionsError: Error, Equatable, Sendable {
  /// The kinds of the public client; raw values are words of the session document.
  package enum Kind: String, Sendable, CaseIterable {
    case unknown
    case initialization
    case consent
    case requestInvalid
    case network
    case responseInvalid
    case timeout

    /// The client's number for it.
    package var number: Int {
      switch self {
      case .unknown: 0
      case .initialization: 1
      case .consent: 2
      case .requestInvalid: 3
      case .network: 4
      case .responseInvalid: 5
      case .timeout: 6
      }
    }
  }

  package var kind: Kind
  /// One sentence for people, without a full stop.
  package var reason: String
  /// What to do about it.
  package var hint: String?
  /// The same request may well succeed later; nothing is retried by itself.
  package var isRetryable: Bool
  /// How long the service asks to wait, as received; nil when it does not say.
  package var retryAfter: String?

  package init(
    _ kind: Kind, _ reason: String, hint: String? = nil, isRetryable: Bool = false, retryAfter: String? = nil
  ) {
    self.kind = kind
    self.reason = reason
    self.hint = hint
    self.isRetryable = isRetryable
    self.retryAfter = retryAfter
  }

  /// How much of an error's body is shown, in Unicode scalars.
  static let longestExcerpt = 500

  /// What an answer says that is no success.
  ///
  /// - Parameter host: who was asked, for people; nil in an embedded world.
  package init(_ answer: Answer, host: String?) {
    switch answer {
    case .response(let response):
      self.init(response)
    case .failure(let failure):
      let detail = failure.detail.isEmpty ? "" : ": " + PrintableText.safe(failure.detail)
      let server = host.map { "the host \($0)" } ?? "the service"
      let check =
        host.map { "check the host \($0) in PERSONALIZATION_ENDPOINT, then the connection" }
        ?? "`world` shows the faults of the embedded world"
      let again = "the connection broke on the way: try again; `requests` has the exchange"
      switch failure.kind {
      case .offline: self.init(.network, "\(server) could not be reached\(detail)", hint: check)
      case .reset: self.init(.network, "\(server) cut the connection\(detail)", hint: again, isRetryable: true)
      case .tls: self.init(.network, "the connection to \(server) could not be made safe\(detail)", hint: check)
      case .timeout:
        self.init(
          .timeout, "no answer in time\(detail)", hint: "--timeout DURATION gives it longer", isRetryable: true)
      case .other: self.init(.unknown, "no answer\(detail)", hint: "`requests` has the exchange")
      }
    }
  }

  private init(_ response: HTTPResponse) {
    var reason = "HTTP \(response.status)"
    let text = Self.text(of: response.body)
    reason += text.isEmpty ? " with an empty body from \(DecisionsRequest.path)" : ": \(text)"
    let retryAfter = response.headers.first { $0.name.lowercased() == "retry-after" }?.value
    let after =
      retryAfter.map { " (the service asks to wait: \(PrintableText.safe(PrintableText.cut($0, columns: 40))))" } ?? ""
    switch response.status {
    case 429:
      self.init(
        .network, reason, hint: "too many requests: try again later\(after)", isRetryable: true,
        retryAfter: retryAfter)
    case 503:
      self.init(.network, reason, hint: "try again later\(after)", isRetryable: true, retryAfter: retryAfter)
    case 401, 403: self.init(.network, reason, hint: "points that require authentication are not served here")
    case 400: self.init(.network, reason, hint: "`requests` has the exchange; `help decisions` says what is sent")
    case 404: self.init(.network, reason, hint: "PERSONALIZATION_ENDPOINT may be the host of something else")
    case 300..<400:
      self.init(.network, reason, hint: "redirections are not followed: PERSONALIZATION_ENDPOINT is the tenant's host")
    default: self.init(.network, reason, hint: "`requests` has the exchange; try again later")
    }
  }

  /// What an error body says: the first text of these members, else the body itself (personalization.md 2.3).
  static func text(of body: [UInt8]) -> String {
    let document = try? JSON.parse(body)
    let object = document?.array?.first ?? document
    for name in ["message", "error_description", "description", "error"] {
      if let text = object?[name]?.string, !text.trimmingWhitespace.isEmpty { return shown(text) }
    }
    return shown(String(decoding: body.prefix(longestExcerpt * 4), as: UTF8.self))
  }

  private static func shown(_ text: String) -> String {
    PrintableText.cut(PrintableText.safe(text.trimmingWhitespace), columns: longestExcerpt)
  }
}

extension String {
  /// The text without white space around it, as the public client trims names.
  package var trimmingWhitespace: String {
    guard
      let first = unicodeScalars.first, let last = unicodeScalars.last,
      first.properties.isWhitespace || last.properties.isWhitespace
    else { return self }
    var scalars = unicodeScalars[...]
    while let scalar = scalars.first, scalar.properties.isWhitespace { scalars.removeFirst() }
    while let scalar = scalars.last, scalar.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
