import CCurl
package import CWaiting
package import ServiceMessages
import TextFormats
package import Vocabulary

/// Requests over libcurl, in the one loop that the caller owns: nothing happens but inside `drive`.
///
/// One pool of connections for its whole life. Answers are decoded and bounded, redirects are not followed, proxies come
/// from the environment, and no connection is trusted without a certificate (curl.md).
package final class HTTPClient {
  /// The largest body of an answer, decoded.
  package static let answerLimit = 16 << 20

  /// What a client is made with; nothing of it changes afterwards.
  package struct Settings: Sendable {
    /// What the tool calls itself, such as `flagsh/1.0`.
    package var userAgent: String
    package var certificates: CertificateSettings
    /// A file name to open in place of the system's usual ones.
    package var libraryName: String?

    package init(
      userAgent: String = "flagsh", certificates: CertificateSettings = CertificateSettings(),
      libraryName: String? = nil
    ) {
      self.userAgent = userAgent
      self.certificates = certificates
      self.libraryName = libraryName
    }
  }

  private let settings: Settings
  private var client: OpaquePointer?
  private var hosts: [Int: String] = [:]

  package init(_ settings: Settings) { self.settings = settings }

  deinit {
    if let client { ccurl_client_destroy(client) }
  }

  /// How many transfers are under way.
  package var transferCount: Int { client.map { ccurl_transfers($0) } ?? 0 }

  // MARK: Transfers

  /// Begins a transfer under an id that no other one has now. Does no network work: the next `drive` does.
  ///
  /// - Parameter backstop: after how long libcurl gives up by itself; callers' own deadlines come before.
  /// - Returns: why it cannot be sent; nil when it is under way.
  package func start(id: Int, _ request: WireRequest, backstop: Span) -> TransportFailure? {
    let client: OpaquePointer
    switch opened() {
    case .success(let found): client = found
    case .failure(let failure): return failure.failure
    }
    let numberOnWire = UInt64(bitPattern: Int64(id))
    guard let transfer = ccurl_transfer_create(client, numberOnWire, request.method, request.url) else {
      return TransportFailure(kind: .other, detail: "libcurl is out of memory")
    }
    // An empty header value has a form of its own; with the usual one the header would not be sent.
    for header in request.headers {
      ccurl_transfer_add_header(transfer, header.value.isEmpty ? header.name + ";" : "\(header.name): \(header.value)")
    }
    ccurl_transfer_add_header(transfer, "User-Agent: " + settings.userAgent)
    if let body = request.body ?? (request.method == "POST" ? [] : nil) {
      ccurl_transfer_set_body(transfer, body, body.count)
      // libcurl would call every body a form.
      if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
        ccurl_transfer_add_header(transfer, "Content-Type:")
      }
    }
    ccurl_transfer_set_limit(transfer, Self.answerLimit)
    ccurl_transfer_set_time_limit(transfer, backstop.microseconds)
    ccurl_transfer_set_certificates(transfer, settings.certificates.file, settings.certificates.folder)
    if request.isPlain { ccurl_transfer_allow_plain(transfer) }
    if let words = ccurl_transfer_start(transfer) {
      return TransportFailure(kind: .other, detail: "libcurl does not take the request: " + String(cString: words))
    }
    hosts[id] = request.host
    return nil
  }

  /// Ends a transfer at once; nothing more comes of it. Says whether there was one.
  @discardableResult
  package func cancel(id: Int) -> Bool {
    hosts[id] = nil
    guard let client else { return false }
    return ccurl_cancel(client, UInt64(bitPattern: Int64(id)))
  }

  // MARK: The loop's three questions

  /// What the loop has to wait for besides its own descriptors.
  package var descriptors: [cwaiting_entry] {
    guard let client else { return [] }
    let count = ccurl_descriptors(client, nil, 0)
    guard count > 0 else { return [] }
    var entries = [cwaiting_entry](repeating: cwaiting_entry(descriptor: -1, wanted: 0, ready: 0), count: count)
    _ = ccurl_descriptors(client, &entries, count)
    return entries
  }

  /// After how many microseconds `drive` has to be called even when nothing is ready; nil: at no certain moment.
  package var microsecondsLeft: Int64? {
    guard let client else { return nil }
    let left = ccurl_microseconds_left(client)
    return left < 0 ? nil : left
  }

  /// Works on what is ready, and on what is due. Entries of others and entries that are not ready do no harm.
  package func drive(_ ready: [cwaiting_entry]) {
    guard let client else { return }
    ccurl_drive(client, ready, ready.count)
  }

  /// The next transfer that has ended, in libcurl's order.
  package func nextCompletion() -> HTTPCompletion? {
    guard let client, let found = ccurl_next_completion(client)?.pointee else { return nil }
    let id = Int(Int64(bitPattern: found.id))
    let host = hosts.removeValue(forKey: id) ?? ""
    let facts = TransportFacts(found, host: host)
    guard found.outcome == .answered else {
      return HTTPCompletion(id: id, answer: .failure(TransportFailure(found, host: host)), facts: facts)
    }
    let body = Array(UnsafeBufferPointer(start: found.body, count: found.body_length))
    let head = Array(UnsafeBufferPointer(start: found.head, count: found.head_length))
    let response = HTTPResponse(status: Int(found.status), headers: HeaderBlock.headers(of: head), body: body)
    return HTTPCompletion(id: id, answer: .response(response), facts: facts)
  }

  // MARK: The library

  private struct Unavailable: Error {
    var failure: TransportFailure
  }

  /// libcurl's client, made by the first request. A failure is not remembered.
  private func opened() -> Result<OpaquePointer, Unavailable> {
    if let client { return .success(client) }
    do throws(Diagnostic) {
      _ = try TransportLibrary.open(named: settings.libraryName)
    } catch {
      let hint = error.hint.map { "; " + $0 } ?? ""
      return .failure(Unavailable(failure: TransportFailure(kind: .other, detail: error.message + hint)))
    }
    guard let made = ccurl_client_create() else {
      return .failure(Unavailable(failure: TransportFailure(kind: .other, detail: "libcurl is out of memory")))
    }
    client = made
    return .success(made)
  }
}
