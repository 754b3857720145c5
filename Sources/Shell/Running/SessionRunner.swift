import CommandLanguage
import Rendering
import SessionModel
import TextFormats
import Transcripts
import Vocabulary

/// The loop around one session: inputs in, effects to the world, outputs to transcript and reporter, in this order.
final class SessionRunner {
  private(set) var session: Session
  private var world: any World
  let header: TranscriptHeader
  let reporter: Reporter
  var recorder: TranscriptRecorder?
  /// Whether a command began the recording: its file ends with this session, whatever runs after it.
  var ownsRecorder = false
  let spool: InputSpool
  /// The session's time: virtual, moved only as product.md section 6 says, or that of the clock.
  private(set) var now = Instant.start
  /// The statement whose outcome is awaited, for the places in diagnostics.
  private var statement: Statement?
  /// What is asked while a command waits; true interrupts it (Ctrl-C).
  var isInterrupted: () -> Bool = { false }
  /// The moment at which waiting is given up (`--limit`).
  var limit: Instant?
  /// The real time of a live session; nil where time is virtual.
  var clock: SessionClock?
  /// Takes secrets out of everything that goes in, so that nothing that comes out can hold one.
  var redaction: Redaction?
  /// Does what the session asks of the outbox on disk; says why not when it cannot.
  var onOutbox: (OutboxRequest) -> String? = { _ in nil }
  /// Follows requests and times as they happen (`--verbose`).
  var tracer: Tracer?
  /// Why waiting was given up, told instead of the cancellation that it brings.
  private var overtime: Diagnostic?
  /// The outcome of a command whose request to the shell may still fail: it is told once, with how that went.
  var held: Outcome?
  /// What the command that runs has asked of the shell.
  var shellRequests: [ShellRequest] = []
  /// Shows or clears the history of typed lines; only a terminal has one.
  var onHistory: (HistoryRequest) -> Void = { _ in }
  /// The commands behind the jobs that run, for places in diagnostics and reports.
  private var jobStatements: [Int: Statement] = [:]
  /// Jobs that failed and that nobody waited for.
  private var failedJobs: [(job: Int, status: ExitStatus)] = []
  var verdict = Verdict()
  /// Sees every outcome with its command (reports).
  var onOutcome: (Outcome, Statement?) -> Void = { _, _ in }
  /// Sees every entry of the ledger (`--events-out`).
  var onLedger: (LedgerEntry) -> Void = { _ in }
  /// Called when the session has ended.
  var onLeft: () -> Void = {}
  /// Why the outbox cannot be written, as the session was told.
  private var outboxFailure: String?
  /// How many inputs have gone in.
  private(set) var inputCount = 0
  /// When the world owes the next input; nil when it owes none. Asked once after each turn that concerned the world,
  /// since most commands do not.
  private(set) var nextDue: Instant?

  /// How a command ended.
  struct Verdict {
    var status = ExitStatus.success
    /// The command asked to end the session with this code; the outer nil says it did not.
    var quit: Int??
    /// The time limit was reached.
    var hitLimit = false
    /// The command has its outcome, or has become a job.
    fileprivate(set) var isSettled = false
  }

  init(
    session: Session, world: any World, header: TranscriptHeader, reporter: Reporter, recorder: TranscriptRecorder?,
    temporaryFolder: String
  ) {
    self.session = session
    self.world = world
    self.header = header
    self.reporter = reporter
    self.recorder = recorder
    spool = InputSpool(header: header, folder: temporaryFolder)
    recorder?.begin(header)
  }

  /// The same without secrets: what a statement is made of goes to diagnostics and reports too.
  func redacted(_ item: StatementReader.Item) -> StatementReader.Item {
    guard let redaction else { return item }
    switch item {
    case .fault(var fault):
      fault.message = redaction.redacted(text: fault.message)
      fault.sourceLine = fault.sourceLine.map { redaction.redacted(text: $0) }
      return .fault(fault)
    case .statement(let statement):
      let text = redaction.redacted(text: statement.text)
      let line = redaction.redacted(text: statement.sourceLine)
      guard !text.isExactly(statement.text) || !line.isExactly(statement.sourceLine) else { return item }
      return .statement(Statement(text: text, place: statement.place, sourceLine: line))
    }
  }

  /// A typed line as it may be kept.
  func redacted(line: String) -> String { redaction?.redacted(text: line) ?? line }

  /// Why the transcript could not be written, once.
  func takeRecordingFailure() -> Diagnostic? {
    guard let failure = recorder?.failure else { return nil }
    recorder = nil
    // What the transcript lacks must not be seen.
    reporter.out.drop()
    return failure
  }

  /// The transcript reaches the operating system: before anything of it becomes visible.
  ///
  /// - Returns: False when it cannot be written: then nothing of what it lacks may become visible.
  func flushTranscript() -> Bool {
    recorder?.flush()
    return recorder?.failure == nil
  }

  /// Runs one command to its end, or until it has become a job.
  func run(_ statement: Statement) -> Verdict {
    keepUp()
    verdict = Verdict()
    self.statement = statement
    tracer?.began(statement, at: now)
    put(.command(text: statement.text, place: statement.place))
    settle()
    handOverWhatIsDue()
    if !shellRequests.isEmpty { serveShellRequests() }
    tracer?.ended(at: now)
    self.statement = nil
    return verdict
  }

  /// Tells the session that its events are not safe on disk; once for each reason.
  func outboxFailed(_ reason: String) {
    guard outboxFailure != reason else { return }
    outboxFailure = reason
    put(.outboxFailed(reason: reason))
  }

  /// Hands over undelivered events of earlier sessions, before the first command.
  func begin(with found: [OutboxRecord]) {
    if !found.isEmpty { put(.outbox(found: found)) }
  }

  /// Lets time pass: a terminal's clock has run on while the prompt waited.
  func advance(to instant: Instant) {
    nextDue = world.nextDue
    while let input = takeNext(notAfter: instant) { put(input) }
    now = max(now, instant)
  }

  /// Takes what a live world has brought meanwhile; nothing where time is virtual.
  func keepUp() {
    if let clock { advance(to: clock.now()) }
  }

  /// Ends the session: the last upload, then the transcript's footer.
  func leave(isLast: Bool) -> ExitStatus {
    put(.leave)
    while !session.hasLeft {
      if clock != nil, nextDue != nil {
        pause(notAfter: nil)
      } else if clock == nil, let input = takeNext(notAfter: Instant(microseconds: .max)) {
        put(input)
      } else {
        break
      }
    }
    onLeft()
    recorder?.finish(document: session.document, isLast: isLast || ownsRecorder)
    return failedJobs.reduce(.success) { $0.worse($1.status) }
  }

  // MARK: The loop

  /// Virtual time moves to the next due input while a command waits.
  private func settle() {
    while !verdict.isSettled {
      if isInterrupted() {
        put(.interrupt)
        continue
      }
      guard let due = nextDue else {
        // Nothing can come any more: whatever waits is given up rather than hanging.
        put(.interrupt)
        continue
      }
      if let limit, clock.map({ $0.now() >= limit }) ?? (due > limit) {
        now = max(now, limit)
        if !verdict.hitLimit { overtime = overtimeFault() }
        verdict.hitLimit = true
        put(.interrupt)
        continue
      }
      if clock != nil {
        pause(notAfter: limit)
      } else if let input = takeNext(notAfter: due) {
        put(input)
      }
    }
  }

  /// Waits for a live world, until it brings something or owes something, or until the limit.
  private func pause(notAfter limit: Instant?) {
    guard let clock, let due = nextDue else { return }
    let end = min(due, limit ?? due)
    clock.wait(max(0, end.since(clock.now()).microseconds))
    keepUp()
  }

  /// Why `--limit` ends the run: what the command was waiting for.
  private func overtimeFault() -> Diagnostic {
    let waiting = (session.document["requests"]?.array ?? []).filter { $0["fate"]?.isNull ?? false }
      .compactMap { request -> String? in
        guard let id = request["id"]?.integer, let service = request["service"]?.string else { return nil }
        return "request \(id) to \(service)"
      }
    return overtimeFault(waitingFor: waiting.isEmpty ? "time to pass" : waiting.joined(separator: ", "))
  }

  func overtimeFault(waitingFor what: String) -> Diagnostic {
    let span = limit.map { TimeText.text($0.since(.start)) } ?? "its end"
    return Diagnostic(
      code: "limitReached", message: "the run took longer than --limit \(span), waiting for \(what)",
      hint: "raise --limit, or look at requests and world")
  }

  private func takeNext(notAfter limit: Instant) -> Input? {
    defer { nextDue = world.nextDue }
    return world.next(notAfter: limit)
  }

  /// Whatever is due at this very moment comes before the next command.
  private func handOverWhatIsDue() {
    while let due = nextDue, due <= now, let input = takeNext(notAfter: now) { put(input) }
  }

  private func put(_ kind: Input.Kind) { put(Input(time: now, kind)) }

  private func put(_ input: Input) {
    now = max(now, input.time)
    inputCount += 1
    var input = Input(time: now, input.kind)
    if let redaction { input = redaction.redacted(input) }
    spool.append(input)
    recorder?.append(input)
    tracer?.saw(input)
    let outputs = session.apply(input)
    recorder?.append(outputs)
    for output in outputs { perform(output) }
  }

  private func perform(_ output: Output) {
    // A live effect reaches the disk or the network at once, so what led to it has to be safe before.
    if clock != nil, case .effect = output { recorder?.flush() }
    switch output {
    case .effect(.shell(let request)): shellRequests.append(request)
    case .effect(.outbox(let request)):
      if let reason = onOutbox(request) { outboxFailed(reason) }
    case .effect(let effect):
      tracer?.saw(effect, at: now)
      world.perform(effect, at: now)
      nextDue = world.nextDue
    case .outcome(let outcome): ended(outcome)
    case .notice(let notice): reporter.report(notice)
    case .ledger(let entry):
      tracer?.saw(entry)
      onLedger(entry)
    }
  }

  private func ended(_ outcome: Outcome) {
    if let job = outcome.job {
      // Only a cancellation that somebody awaited is a failure (product.md section 2, status 1).
      let isCancelled = outcome.failure?.code == "cancelled"
      if outcome.status != .success && !isCancelled { failedJobs.append((job, outcome.status)) }
    } else {
      verdict.status = outcome.status
      verdict.isSettled = true
      if case .waited(let jobs) = outcome.result {
        failedJobs.removeAll { failed in jobs.contains { $0.id == failed.job } }
      }
    }
    if outcome.job == nil, shellRequests.contains(where: \.mayFail) {
      held = outcome
    } else {
      tell(outcome)
    }
  }

  func tell(_ outcome: Outcome) {
    var outcome = outcome
    if outcome.job == nil, let overtime {
      self.overtime = nil
      outcome.status = outcome.status.worse(.commandFailed)
      outcome.failure = overtime
    }
    if case .jobStarted(let job) = outcome.result { jobStatements[job] = statement }
    let own = outcome.job.map { jobStatements.removeValue(forKey: $0) } ?? statement
    reporter.report(outcome, at: now, statement: own)
    onOutcome(outcome, own)
  }
}
