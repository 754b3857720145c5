import ServiceMessages
import TextFormats
import Vocabulary

/// How commands and jobs come to their end (product.md section 3).
extension Session {
  mutating func finish(_ command: RunningCommand, _ result: CommandResult) {
    conclude(
      command: command.number, name: command.name, job: nil, expectsFailure: command.expectsFailure,
      Ending(result: result))
  }

  mutating func finish(
    _ command: RunningCommand, failing failure: Diagnostic, status: ExitStatus = .commandFailed,
    _ result: CommandResult = .nothing
  ) {
    conclude(
      command: command.number, name: command.name, job: nil, expectsFailure: command.expectsFailure,
      Ending(status: status, failure: failure, result: result))
  }

  /// Lets a command wait, or sends it to the background as a job.
  mutating func suspend(_ command: RunningCommand, until awaited: Operation.Awaited) {
    var operation = Operation(
      command: command.number, name: command.name, job: nil, expectsFailure: command.expectsFailure, awaited: awaited)
    if command.inBackground {
      let job = jobs.start(command.text)
      operation.job = job
      outputs.append(.outcome(Outcome(command: command.number, name: command.name, result: .jobStarted(job))))
    }
    operations.append(operation)
  }

  /// How an operation ends.
  struct Ending {
    var status = ExitStatus.success
    var failure: Diagnostic?
    var result = CommandResult.nothing
    var jobState = Job.State.done
  }

  /// Ends every operation whose end has come; one that ends may end another.
  mutating func finishOperations() {
    var index = 0
    while index < operations.count {
      if let ending = ending(of: operations[index]) {
        conclude(operations.remove(at: index), ending)
        index = 0
      } else {
        index += 1
      }
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

  /// How an operation ends if its end has come; nil while it has to wait.
  private func ending(of operation: Operation) -> Ending? {
    switch operation.awaited {
    case .settlement(let revision, let opens):
      guard !flags.isLoading else { return nil }
      return settlementEnding(revision: revision, opens: opens)
    case .upload(let sequence):
      guard isUploadSettled(through: sequence) else { return nil }
      return uploadEnding()
    case .jobs(let ids):
      let awaited = ids.compactMap { jobs[$0] }
      guard !awaited.contains(where: { $0.state == .running }) else { return nil }
      let worst = awaited.reduce(ExitStatus.success) { $0.worse($1.status) }
      guard worst != .success else { return Ending(result: .waited(awaited)) }
      let failed = awaited.filter { $0.status != .success }.map { "%\($0.id)" }.joined(separator: ", ")
      return Ending(
        status: worst, failure: Diagnostic(code: "jobFailed", message: "\(failed) failed", hint: "jobs"),
        result: .waited(awaited))
    case .world, .decisions, .duration:
      return nil
    }
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
        code: reason.rawValue, message: "the fetch failed (\(detail))", hint: "requests, then refresh")
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
        hint: "the events are kept; flush tries again"),
      result: result)
  }
}
