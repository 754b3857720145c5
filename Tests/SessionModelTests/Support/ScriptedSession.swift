import CommandLanguage
import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// A session in a world that the test plays: every request waits until the test answers it, time stands until it is
/// moved. Everything goes through `Session.apply`.
struct ScriptedSession {
  /// A request that was asked for, with who the session was at that moment.
  struct Sent {
    var id: Int
    var request: HTTPRequest
    var identity: Identity
    var time: Instant
  }

  private(set) var session: Session
  private(set) var now = Instant.start
  /// Everything that came out, in order.
  private(set) var outputs: [Output] = []
  /// Every request that was asked for, in order.
  private(set) var sent: [Sent] = []
  /// Requests without an answer that were not cancelled, oldest first.
  private(set) var inFlight: [Sent] = []
  /// Timers that run, in the order in which they were started.
  private(set) var timers: [(id: Int, due: Instant)] = []
  /// What was asked of the outbox, in order.
  private(set) var outbox: [OutboxRequest] = []
  private(set) var cancelledTimers: [Int] = []
  /// What `run` answers while a command waits.
  var reply: (HTTPRequest) -> Answer

  static let configuration = SessionConfiguration(seed: [0, 7], dailyActions: [10, 20, 12, 8, 14, 11, 9])

  /// The first line, so that every command has a place of its own.
  private var line = 0

  init(
    _ configuration: SessionConfiguration = Self.configuration, rules: Set<Rule> = Set(Rule.allCases),
    reply: @escaping (HTTPRequest) -> Answer = { Answers.usual(for: $0, layout: "expanded") }
  ) {
    session = Session(configuration, rules: rules)
    self.reply = reply
  }

  // MARK: Inputs

  /// Puts in one input; gives what came out of it.
  @discardableResult
  mutating func put(_ kind: Input.Kind) -> [Output] {
    let new = session.apply(Input(time: now, kind))
    outputs += new
    for case .effect(let effect) in new { take(effect) }
    return new
  }

  /// Puts in a command and leaves it waiting; gives what came out.
  @discardableResult
  mutating func start(_ command: String) -> [Output] {
    line += 1
    return put(.command(text: command, place: SourcePlace(file: "test", line: line, column: 1)))
  }

  /// Runs a command to its end: what it waits for is answered by `reply`, oldest first; without anything in flight
  /// time moves to the next timer. Requests of commands in the background stay unanswered when nothing waits.
  @discardableResult
  mutating func run(_ command: String) -> Outcome {
    let first = outputs.count
    start(command)
    while session.isAwaiting {
      if let oldest = inFlight.first {
        answer(oldest.id, reply(oldest.request))
      } else if let next = timers.min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
        now = max(now, next.due)
        fire(next.id)
      } else {
        put(.interrupt)
      }
    }
    return Self.outcomes(outputs[first...]).last { $0.job == nil }
      ?? Outcome(command: 0, name: "no outcome", status: .internalFault)
  }

  @discardableResult
  mutating func answer(_ request: Int, _ answer: Answer) -> [Output] {
    inFlight.removeAll { $0.id == request }
    return put(.answer(request: request, answer))
  }

  /// Answers the oldest request in flight to a service.
  @discardableResult
  mutating func answer(_ service: Service, _ answer: Answer) -> [Output] {
    guard let oldest = inFlight.first(where: { $0.request.service == service }) else { return [] }
    return self.answer(oldest.id, answer)
  }

  @discardableResult
  mutating func fire(_ timer: Int) -> [Output] {
    timers.removeAll { $0.id == timer }
    return put(.timer(id: timer))
  }

  /// Moves time, firing each timer that is due on the way.
  mutating func advance(by span: Span) {
    let end = now.advanced(by: span)
    while let next = timers.filter({ $0.due <= end }).min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) {
      now = max(now, next.due)
      fire(next.id)
    }
    now = end
  }

  mutating func moveTime(to moment: Instant) { now = moment }

  private mutating func take(_ effect: Effect) {
    switch effect {
    case .request(let id, let request):
      let new = Sent(id: id, request: request, identity: session.identity, time: now)
      sent.append(new)
      inFlight.append(new)
    case .cancelRequest(let id): inFlight.removeAll { $0.id == id }
    case .startTimer(let id, let due): timers.append((id, due))
    case .cancelTimer(let id):
      cancelledTimers.append(id)
      timers.removeAll { $0.id == id }
    case .outbox(let request): outbox.append(request)
    case .shell: break
    }
  }

  // MARK: Looking

  static func outcomes(_ outputs: some Sequence<Output>) -> [Outcome] {
    outputs.compactMap { if case .outcome(let outcome) = $0 { outcome } else { nil } }
  }

  var notices: [String] { outputs.compactMap { if case .notice(let notice) = $0 { notice.code } else { nil } } }

  func sent(to service: Service) -> [Sent] { sent.filter { $0.request.service == service } }

  func inFlight(to service: Service) -> [Sent] { inFlight.filter { $0.request.service == service } }

  /// The outcome of a job that has ended.
  func outcome(ofJob job: Int) -> Outcome? { Self.outcomes(outputs).first { $0.job == job } }

  /// What stands in the session document under names and numbers joined by `/`; -1 is the last of a list.
  func value(_ path: String) -> JSONValue? {
    path.split(separator: "/").reduce(session.document as JSONValue?) { found, step in
      if let index = Int(step), let list = found?.array {
        let place = index < 0 ? list.count + index : index
        return list.indices.contains(place) ? list[place] : nil
      }
      return found?[String(step)]
    }
  }

  func text(_ path: String) -> String? { value(path)?.string }

  var events: [JSONValue] { value("events")?.array ?? [] }

  var suppressed: [JSONValue] { value("suppressed")?.array ?? [] }

  var eventTypes: [String] { events.compactMap { $0["type"]?.string } }

  var deliveries: [String] { events.compactMap { $0["delivery"]?.string } }
}

/// Answers of the services, written by hand from the protocol reference.
enum Answers {
  static func json(_ text: String, status: Int = 200) -> Answer { .response(HTTPResponse(status: status, json: text)) }

  static func status(_ status: Int) -> Answer { .response(HTTPResponse(status: status, body: [])) }

  static let offline = Answer.failure(TransportFailure(kind: .offline))

  /// Variants in which the report's flag has this key and value.
  static func layout(_ value: String, experiment: String? = nil) -> Answer {
    let metadata = experiment.map { #","metadata":{"experimentKey":"\#($0)"}"# } ?? ""
    return json(#"{"report-layout":{"key":"\#(value)","value":"\#(value)"\#(metadata)}}"#)
  }

  static func accepted(_ count: Int) -> Answer { json(#"{"code":200,"events_ingested":\#(count)}"#) }

  /// What a healthy world says to any request.
  static func usual(for request: HTTPRequest, layout: String) -> Answer {
    switch request.service {
    case .evaluation: self.layout(layout)
    case .analytics: accepted(Uploaded.events(of: request).count)
    case .decisions, .world: json("{}")
    }
  }
}

/// The events in an upload, read back from its body.
enum Uploaded {
  static func events(of request: HTTPRequest) -> [JSONValue] {
    guard let body = request.body, let read = try? JSON.parse(body) else { return [] }
    return read["events"]?.array ?? []
  }

  static func texts(_ request: HTTPRequest, _ member: String) -> [String?] {
    events(of: request).map { $0[member]?.string }
  }
}
