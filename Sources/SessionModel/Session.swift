import ServiceMessages
package import Vocabulary

/// A session: a pure function of its inputs (design.md, "The one idea").
///
/// `apply` is the whole interface; the reducer's parts stand by topic in the folders beside this file.
package struct Session: Sendable {
  package let configuration: SessionConfiguration
  /// The rules in force: all of them, but in tests that take one away.
  let rules: Set<Rule>
  let figures: ReportFigures

  // What the session knows.
  package internal(set) var now = Instant.start
  package internal(set) var identity: Identity
  package internal(set) var flagsOff: FlagsOff?
  var flags = FlagState()
  package internal(set) var isReportOpen = false
  var ledger = Ledger()
  var exposures = ExposureMemory()
  var uploads = UploadState()
  var outbox = OutboxState()
  var exchanges = ExchangeLog()
  var personalization = DecisionsState()
  var jobs = JobTable()
  var operations = OperationTable()
  var departure = Departure.staying

  // Counters and what the current input has brought out so far.
  var identifiers: IdentifierGenerator
  var commandCount = 0
  var nextRequest = 1
  var nextTimer = 1
  var outputs: [Output] = []

  package init(_ configuration: SessionConfiguration, rules: Set<Rule> = Set(Rule.allCases)) {
    self.configuration = configuration
    self.rules = rules
    figures = ReportFigures(daily: configuration.dailyActions)
    flagsOff = configuration.flagsOff
    identifiers = IdentifierGenerator(seed: configuration.seed)
    identity = Identity(deviceId: identifiers.uuid())
  }

  /// Takes one input and gives what comes out of it, in order.
  ///
  /// An input that cannot be meant for this session (an answer nobody waits for, a timer that was cancelled) is ignored;
  /// nothing is taken after the session has left.
  package mutating func apply(_ input: Input) -> [Output] {
    outputs.removeAll(keepingCapacity: true)
    now = max(now, input.time)
    guard departure != .left else { return [] }
    switch input.kind {
    case .command(let text, let place): take(command: text, at: place)
    case .answer(let request, let answer): take(answer, for: request)
    case .timer(let id): take(timer: id)
    case .outbox(let found): take(found: found)
    case .outboxFailed(let reason): take(outboxFailure: reason)
    case .interrupt: interrupt()
    case .leave: leave()
    }
    finishOperations()
    finishDeparture()
    return outputs
  }

  /// Whether a command is waiting for its outcome; no further command may be put in until it has one.
  package var isAwaiting: Bool { operations.foreground != nil }

  /// Whether everything asked for on leaving has come to an end.
  package var hasLeft: Bool { departure == .left }

  /// Whether a rule is in force: always, but in tests.
  func enforces(_ rule: Rule) -> Bool { rules.count == Rule.allCases.count || rules.contains(rule) }

  // MARK: Effects

  /// Asks for a request and remembers the exchange; gives its id.
  mutating func send(_ request: HTTPRequest) -> Int {
    let id = nextRequest
    nextRequest += 1
    exchanges.begin(id: id, service: request.service, revision: flags.revision, at: now)
    outputs.append(.effect(.request(id: id, request)))
    return id
  }

  mutating func startTimer(after span: Span) -> Int {
    let id = nextTimer
    nextTimer += 1
    outputs.append(.effect(.startTimer(id: id, due: now.advanced(by: span))))
    return id
  }

  mutating func cancelTimer(_ id: Int) { outputs.append(.effect(.cancelTimer(id: id))) }

  mutating func cancelRequest(_ id: Int) {
    exchanges.end(id, .failure(.cancelled), fate: .cancelled, at: now)
    outputs.append(.effect(.cancelRequest(id: id)))
  }

  mutating func note(_ code: String, _ message: String) {
    outputs.append(.notice(Notice(code: code, message: message)))
  }
}
