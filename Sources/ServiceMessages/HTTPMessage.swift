package import Vocabulary

/// A header line; names as the real clients write them.
package struct HTTPHeader: Equatable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A request as the session asks for it: no host, and a placeholder (`{{AMPLITUDE_API_KEY}}`) wherever a key belongs.
///
/// The live world fills in host and keys and encodes the user header while it writes to the socket; the embedded
/// world reads the request as it is (product.md section 7).
package struct HTTPRequest: Equatable, Sendable {
  package var service: Service
  package var method: String
  /// Path and query.
  package var path: String
  /// Sorted by name. `X-Amp-Exp-User` holds JSON text here, base64url only on the wire.
  package var headers: [HTTPHeader]
  /// JSON text; nil when there is no body.
  package var body: String?

  package init(service: Service, method: String, path: String, headers: [HTTPHeader] = [], body: String? = nil) {
    self.service = service
    self.method = method
    self.path = path
    self.headers = headers.sorted { $0.name < $1.name }
    self.body = body
  }

  /// The value of the first header of this name, compared without case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// An answer as it came: any status, any bytes.
package struct HTTPResponse: Equatable, Sendable {
  package var status: Int
  package var headers: [HTTPHeader]
  package var body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package init(status: Int, json: String) {
    self.init(status: status, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(json.utf8))
  }
}

/// Why no answer came.
package struct TransportFailure: Equatable, Sendable {
  /// The kinds that people can do something different about.
  package enum Kind: String, Sendable, CaseIterable {
    /// No route, no name, nothing listens.
    case offline
    /// The connection was cut.
    case reset
    /// The connection could not be made safe.
    case tls
    /// The world gave up waiting.
    case timeout
    /// Anything else a transport can say.
    case other
  }

  package var kind: Kind
  /// A sentence for people, without secrets; empty when the kind says all.
  package var detail: String

  package init(kind: Kind, detail: String = "") {
    self.kind = kind
    self.detail = detail
  }
}

/// What became of a request.
package enum Answer: Equatable, Sendable {
  case response(HTTPResponse)
  case failure(TransportFailure)
}

/// The texts that stand for keys in requests (product.md section 7: the session never holds a secret).
package enum SecretPlaceholder {
  package static let apiKey = "{{AMPLITUDE_API_KEY}}"
  package static let deploymentKey = "{{AMPLITUDE_DEPLOYMENT_KEY}}"
}
