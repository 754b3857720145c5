import CWaiting
import LiveServices
import ServiceMessages
import TestSupport
import Vocabulary

/// The loop around a client: waits, drives, collects.
final class ClientLoop {
  struct Fault: Error, CustomStringConvertible {
    var description: String
  }

  /// Far longer than anything takes on a busy machine, in microseconds.
  static let patience: Int64 = 60_000_000

  let client: HTTPClient
  private(set) var completions: [HTTPCompletion] = []

  init(_ settings: HTTPClient.Settings = HTTPClient.Settings()) throws {
    guard Surroundings.proxy != nil else { throw Fault(description: "there is no proxy") }
    client = HTTPClient(settings)
  }

  /// Goes round until something is the case.
  func run(for what: String, until isDone: () -> Bool) throws {
    let limit = cwaiting_now() + Self.patience
    while !isDone() {
      guard cwaiting_now() < limit else { throw Fault(description: "waited in vain for \(what)") }
      turn()
    }
  }

  private func turn() {
    var entries = client.descriptors
    // Short, since what a test waits for need not be an event of a socket.
    _ = cwaiting_wait(&entries, entries.count, min(client.microsecondsLeft ?? 2_000, 2_000))
    client.drive(entries)
    while let completion = client.nextCompletion() { completions.append(completion) }
  }

  /// Starts a request and goes round until it has ended.
  func exchange(_ request: WireRequest, id: Int = 1, backstop: Span = .seconds(60)) throws -> HTTPCompletion {
    if let failure = client.start(id: id, request, backstop: backstop) {
      throw Fault(description: failure.detail)
    }
    let before = completions.count
    try run(for: "the end of request \(id)") { completions.count > before }
    return completions[before]
  }

  func get(_ url: String, backstop: Span = .seconds(60)) throws -> HTTPCompletion {
    try exchange(.get(url), backstop: backstop)
  }
}

extension WireRequest {
  /// A request for an address of this machine, over plain http unless the address says otherwise.
  static func get(_ url: String) -> WireRequest {
    WireRequest(method: "GET", url: url, host: "server", isPlain: url.hasPrefix("http:"))
  }

  static func post(_ url: String, _ body: [UInt8]) -> WireRequest {
    WireRequest(method: "POST", url: url, host: "server", body: body, isPlain: true)
  }
}

extension Answer {
  var response: HTTPResponse? { if case .response(let response) = self { response } else { nil } }
  var failure: TransportFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
