import ServiceMessages
import TextFormats
import Vocabulary

/// How commands and jobs come to their end (product.md section 3).
extension Session {
  mutating func finish(_ command: RunningCommand, _ result: CommandResult) {
    finish(command, Ending(result: result))
  }

  mutating func finish(
    _ command: RunningCommand, failing failure: Diagnostic, status: ExitStatus = .commandFailed,
    _ result: CommandResult = .nothing
  ) {
    finish(command, Ending(status: status, failure: failure, result: result))
  }

  /// A command in the background is a job also when its outcome is known at once.
  private mutating func finish(_ command: RunningCommand, _ ending: Ending) {
    conclude(
      command: command.number, name: command.name, job: command.inBackground ? startJob(command) : nil,
      expectsFailure: command.expectsFailure, ending)
  }

  private mutating func startJob(_ command: RunningCommand) -> Int {
    let job = jobs.start(command.text, keepsEnded: operations.awaitsJobs)
    outputs.append(.outcome(Outcome(command: command.number, name: command.name, result: .jobStarted(job))))
    return job
  }

  /// Lets a command wait, or sends it to the background as a job.
  mutating func suspend(_ command: RunningCommand, until awaited: Operation.Awaited) {
    var operation = Operation(
      command: command.number, name: command.name, job: nil, expectsFailure: command.expectsFailure, awaited: awaited)
    if command.inBackground { operation.job = startJob(command) }
    operations.append(operation)
  }

  /// How an operation ends.
  struct Ending {
    var status = ExitStatus.success
    var failure: Diagnostic?
    var result = CommandResult.nothing
    var jobState = Job.State.done
  }

  /// Ends every operation whose end has come, the oldest first; one that ends may end a wait for it.
  mutating func finishOperations() {
    guard !operations.isEmpty else { return }
    var due: [Int] = []
    if !flags.isLoading { due = operations.takeSettling() }
    if operations.uploadCount > 0 {
      let uploaded = operations.takeUploaded(isUploadSettled)
      if !uploaded.isEmpty { due = (due + uploaded).sorted() }
    }
    var next = due[...]
    while true {
      // A closure, since a method as a value would copy the session.
      if let wait = operations.firstWait(before: next.first, where: { haveEnded($0) }) {
        end(wait)
      } else if let command = next.popFirst() {
        end(command)
      } else {
        return
      }
    }
  }

  private mutating func end(_ command: Int) {
    guard let operation = operations.remove(command: command) else { return }
    conclude(operation, ending(of: operation))
  }

  private func haveEnded(_ awaited: Operation.Awaited) -> Bool {
    switch awaited {
    case .job(let id): jobs[id]?.state != .running
    case .allJobs(let through, _): jobs.haveEnded(through: through)
    case .settlement, .upload, .world, .decisions, .duration: false
    }
  }

  mutating func conclude(_ operation: Operation, _ ending: Ending) {
    conclude(
      command: operation.command, name: operation.name, job: operation.job, expectsFailure: operation.expectsFailure,
      ending)
  }

  private mutating func conclude(command: Int, name: String, job: Int?, expectsFailure: Bool, _ ending: Ending) {
    var outcome = Outcome(
      command: command, name: name, job: job, status: ending.status, failure: ending.failure, result: ending.result)
    if expectsFailure {
      switch ending.status {
      case .commandFailed, .expectationFailed:
        outcome.status = .success
      case .success:
        outcome.status = .expectationFailed
        outcome.failure = Diagnostic(
          code: "unexpectedSuccess", message: "\(name) succeeded where ! expects it to fail")
      default: break
      }
    }
    if let job {
      let failed = ending.jobState == .done && outcome.status != .success
      jobs.end(job, failed ? .failed : ending.jobState, status: outcome.status)
    }
    outputs.append(.outcome(outcome))
  }

  /// How an operation ends whose end has come.
  private func ending(of operation: Operation) -> Ending {
    switch operation.awaited {
    case .settlement(let revision, let opens): settlementEnding(revision: revision, opens: opens)
    case .upload: uploadEnding()
    case .job(let id): waitEnding(jobs[id].map { [$0] } ?? [])
    case .allJobs(let through, let endings): waitEnding(jobs.ended(through: through, since: endings))
    case .world, .decisions, .duration: Ending()
    }
  }

  private func waitEnding(_ awaited: [Job]) -> Ending {
    let worst = awaited.reduce(ExitStatus.success) { $0.worse($1.status) }
    guard worst != .success else { return Ending(result: .waited(awaited)) }
    let failed = awaited.filter { $0.status != .success }
    let named = failed.prefix(Self.namedJobs).map { "%\($0.id)" }.joined(separator: ", ")
    let others = failed.count - Self.namedJobs
    return Ending(
      status: worst,
      failure: Diagnostic(
        code: "jobFailed", message: others > 0 ? "\(named) and \(others) more failed" : "\(named) failed",
        hint: "jobs"),
      result: .waited(awaited))
  }

  private func settlementEnding(revision: Int, opens: Bool) -> Ending {
    var ending = Ending(result: opens ? .report(reportView) : .state(stateView))
    if revision != flags.revision {
      ending.jobState = .superseded
      ending.result = .superseded(stateView)
    }
    switch flags.settlement {
    case .fallback(.cancelled, _), nil:
      ending.status = .commandFailed
      ending.failure = Diagnostic(code: "cancelled", message: "the fetch was cancelled", hint: "refresh")
      ending.jobState = .cancelled
    case .fallback(let reason, let detail) where reason.isFetchFailure && !opens:
      // The app's report shows all the same, so only `open` is content with a failed fetch.
      ending.status = .commandFailed
      ending.failure = Diagnostic(
        code: reason.rawValue, message: "the fetch failed (\(detail))",
        hint: flags.advice ?? "requests, then refresh")
    case .fallback, .assigned:
      break
    }
    return ending
  }

  private func uploadEnding() -> Ending {
    let result = CommandResult.flushed(flushView)
    guard let failure = uploads.lastFailure else { return Ending(result: result) }
    return Ending(
      status: .commandFailed,
      failure: Diagnostic(
        code: "uploadFailed", message: "the upload failed (\(failure.sentence))",
        hint: uploadHint(failure)),
      result: result)
  }
}
