package import CWaiting
import ServiceMessages
package import SessionModel
import TextFormats
package import Vocabulary

/// The real services over the network (product.md section 6), without a clock: callers say what time it is.
///
/// Requests get host, keys and encoded headers here and nowhere else; what comes back is redacted before anybody sees
/// it. The caller's loop waits for `descriptors` and `microsecondsLeft`, calls `drive`, then takes inputs with `next`.
package final class LiveWorld: World {
  /// Deadlines are timers of the session, of any length; libcurl gives up by itself only where none was set.
  static let backstop = Span.seconds(86_400)

  private let endpoints: LiveEndpoints
  private let keys: LiveKeys
  private let client: HTTPClient
  private let proxies: ProxyVariables
  private let redact: ([UInt8]) -> [UInt8]
  private var queue = LiveQueue()

  /// How the exchanges that ended last went on the wire.
  private var facts: [(request: Int, facts: TransportFacts)] = []
  private static let factsLimit = 16

  /// - Parameters:
  ///   - proxies: what the environment says about proxies, for their passwords.
  ///   - redact: takes every secret out of bytes that came from outside.
  package init(
    endpoints: LiveEndpoints, keys: LiveKeys, client: HTTPClient,
    proxies: ProxyVariables = ProxyVariables(environment: [:]), redact: @escaping ([UInt8]) -> [UInt8]
  ) {
    self.endpoints = endpoints
    self.keys = keys
    self.client = client
    self.proxies = proxies
    self.redact = redact
  }

  // MARK: The world

  /// No later than now when something has come, whatever was due before.
  package var nextDue: Instant? { queue.nextDue }

  package func next(notAfter limit: Instant) -> Input? { queue.take(notAfter: limit) }

  package func perform(_ effect: Effect, at now: Instant) {
    queue.note(now)
    switch effect {
    case .request(let id, let request):
      send(request, id: id, at: now)
    case .cancelRequest(let id):
      client.cancel(id: id)
      queue.cancel(answer: id)
    case .startTimer(let id, let due):
      queue.start(timer: id, due: due)
    case .cancelTimer(let id):
      queue.cancel(timer: id)
    case .outbox, .shell:
      break
    }
  }

  private func send(_ request: HTTPRequest, id: Int, at now: Instant) {
    // Only embedded services know what lies below /flagsh/.
    guard request.service != .world else {
      let answer = HTTPResponse(
        status: 404, headers: [HTTPHeader("content-type", "text/plain")], body: Array("Not Found".utf8))
      return queue.add(answer: .response(answer), id: id, at: now)
    }
    do throws(WireFault) {
      let wire = try WireRequest(request, to: endpoints, keys: keys)
      if let failure = client.start(id: id, wire, backstop: Self.backstop) {
        queue.add(answer: redacted(.failure(failure)), id: id, at: now)
      }
    } catch {
      queue.add(answer: redacted(.failure(error.failure)), id: id, at: now)
    }
  }

  /// How an exchange that ended lately went on the wire.
  package func facts(of request: Int) -> TransportFacts? { facts.last { $0.request == request }?.facts }

  // MARK: The loop's questions

  /// What the loop has to wait for besides its own descriptors.
  package var descriptors: [cwaiting_entry] { client.descriptors }

  /// After how many microseconds `drive` has to be called even when nothing is ready; nil: at no certain moment. Timers
  /// and answers that have come are not in it: `nextDue` tells about those.
  package var microsecondsLeft: Int64? { client.microsecondsLeft }

  /// How many requests are under way.
  package var pendingCount: Int { client.transferCount }

  /// Works on what is ready; answers that are complete then have come at `now`.
  package func drive(_ ready: [cwaiting_entry], at now: Instant) {
    client.drive(ready)
    while let completion = client.nextCompletion() {
      if facts.count == Self.factsLimit { facts.removeFirst() }
      facts.append((completion.id, completion.facts))
      queue.add(answer: redacted(completion.answer), id: completion.id, at: now)
    }
  }

  // MARK: Redaction

  private func redacted(_ answer: Answer) -> Answer {
    switch answer {
    case .response(let response):
      let headers = KeptHeaders.kept(response.headers).map { HTTPHeader($0.name, redacted($0.value)) }
      return .response(HTTPResponse(status: response.status, headers: headers, body: redact(response.body)))
    case .failure(let failure):
      return .failure(TransportFailure(kind: failure.kind, detail: redacted(proxies.hidden(in: failure.detail))))
    }
  }

  private func redacted(_ text: String) -> String { String(decoding: redact(Array(text.utf8)), as: UTF8.self) }
}
