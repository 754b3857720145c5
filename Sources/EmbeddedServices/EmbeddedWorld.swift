import ServiceMessages
package import SessionModel
import TextFormats
package import Vocabulary

/// The world inside flagsh: plays the services of the app from a world file (product.md section 6).
///
/// A value without a clock: what it does depends on the effects it is given and their moments only. An answer is
/// computed when its request is made and handed over when its latency has passed, or, while the service is held, when
/// it is delivered. Requests to the world itself are answered at once and never meet a fault.
package struct EmbeddedWorld: World, Sendable {
  package let file: WorldFile
  /// Microseconds since 1970-01-01T00:00:00Z at the session's start.
  package let startMicroseconds: Int64

  var flags: WorldFlags
  private var points: WorldPoints
  var services: [Service: ServiceState]
  var held: [HeldAnswer] = []
  var store = EventStore()
  var people = KnownPeople()
  /// Whether the app has the keys of the world file.
  var isConfigured = true
  private var queue = DueQueue()

  package init(_ file: WorldFile, startMicroseconds: Int64) {
    self.file = file
    self.startMicroseconds = startMicroseconds
    flags = file.flags
    points = file.points
    services = [:]
    for service in Service.ofTheApp {
      services[service] = ServiceState(latency: file.latencies[service] ?? .zero, fault: file.faults[service])
    }
  }

  package var nextDue: Instant? { queue.nextDue }

  package mutating func next(notAfter limit: Instant) -> Input? { queue.take(notAfter: limit) }

  package mutating func perform(_ effect: Effect, at now: Instant) {
    switch effect {
    case .request(let id, let request) where request.service == .world:
      // Delivered answers come first, so that they have arrived when the command that delivers them returns.
      let response = answerWorldRequest(request, at: now)
      queue.add(.answer, id: id, due: now, .answer(request: id, .response(response)))
    case .request(let id, let request):
      answer(request, id: id, at: now)
    case .cancelRequest(let id):
      cancel(request: id, at: now)
    case .startTimer(let id, let due):
      queue.add(.timer, id: id, due: due, .timer(id: id))
    case .cancelTimer(let id):
      queue.cancel(.timer, id: id)
    case .outbox, .shell:
      break
    }
  }

  // MARK: Requests to services

  private mutating func answer(_ request: HTTPRequest, id: Int, at now: Instant) {
    var state = services[request.service] ?? ServiceState(latency: .zero)
    let fault = state.takeFault()
    services[request.service] = state
    let due = state.isHolding ? nil : now.advanced(by: state.latency)
    let answer: Answer
    switch fault {
    case .timeout:
      return
    case .offline:
      answer = .failure(TransportFailure(kind: .offline))
    case .reset:
      answer = .failure(TransportFailure(kind: .reset))
    case .status(let status):
      answer = .response(.fault(status, of: request.service, number: state.faultCount - 1))
    case .malformed:
      var response = compute(request, id: id, at: now, due: due)
      response.body.removeLast((response.body.count + 1) / 2)
      answer = .response(response)
    case .empty:
      answer = .response(emptied(compute(request, id: id, at: now, due: due), of: request.service, id: id, at: now))
    case nil:
      answer = .response(compute(request, id: id, at: now, due: due))
    }
    if let due {
      queue.add(.answer, id: id, due: due, .answer(request: id, answer))
    } else {
      held.append(HeldAnswer(request: id, service: request.service, answer: answer))
    }
  }

  private mutating func compute(_ request: HTTPRequest, id: Int, at now: Instant, due: Instant?) -> HTTPResponse {
    switch request.service {
    case .evaluation:
      let response = EvaluationService.answer(request, flags: &flags)
      if response.status == 200, let user = EvaluationService.user(of: request) { people.learn(user) }
      return response
    case .analytics:
      let (response, events) = IngestionService.receive(request, uploadTime: wallMicroseconds(now) / 1_000)
      store.take(events, request: id, due: due?.advanced(by: file.processing))
      return response
    case .decisions:
      store.settle(at: now)
      points.prepare()
      let service = DecisionsService(points: points) { [people, store] in people.user(device: $0, store: store) }
      return service.answer(request, seed: decisionsSeed(id, at: now))
    case .world:
      return .text(404, "Not Found")
    }
  }

  /// A successful answer without its content, as each service would write it.
  private func emptied(_ response: HTTPResponse, of service: Service, id: Int, at now: Instant) -> HTTPResponse {
    guard response.status == 200 else { return response }
    switch service {
    case .evaluation: return .json(200, [:])
    case .decisions: return DecisionsService.empty(seed: decisionsSeed(id, at: now))
    case .analytics, .world: return HTTPResponse(status: 200, body: [])
    }
  }

  private func decisionsSeed(_ id: Int, at now: Instant) -> [String] { [String(id), String(wallMicroseconds(now))] }

  private mutating func cancel(request id: Int, at now: Instant) {
    queue.cancel(.answer, id: id)
    held.removeAll { $0.request == id }
    // Nobody hears the answer any more, but the service has taken what the upload carried.
    store.release(request: id, due: now.advanced(by: file.processing))
  }

  /// Hands these held answers over now, in this order.
  mutating func deliver(_ requests: [Int], at now: Instant) {
    for request in requests {
      guard let index = held.firstIndex(where: { $0.request == request }) else { continue }
      let answer = held.remove(at: index)
      queue.add(.answer, id: request, due: now, .answer(request: request, answer.answer))
      store.release(request: request, due: now.advanced(by: file.processing))
    }
  }

  /// Microseconds since 1970 at a moment of the session.
  func wallMicroseconds(_ now: Instant) -> Int64 {
    let (sum, overflow) = startMicroseconds.addingReportingOverflow(now.microseconds)
    return overflow ? .max : sum
  }
}
