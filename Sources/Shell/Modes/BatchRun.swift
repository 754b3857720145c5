import CommandLanguage
import SessionModel
import TextFormats
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the statements of one script in one session: standard input, `-c`, or a file of `run`.
struct BatchRun {
  let runner: SessionRunner
  let feeder: ScriptFeeder
  let reporter: Reporter
  let signals: SignalWatch
  let keepsGoing: Bool

  /// How the script ended.
  struct Result {
    var status = ExitStatus.success
    /// What `quit CODE` asked for.
    var quitCode: Int?
    /// The signal that ended it.
    var signal: Int32?
  }

  /// Runs to the end, to the first failure, or to a signal; the session has left then.
  func run(isLast: Bool) -> Result {
    var result = Result()
    if let failure = runner.takeRecordingFailure() {
      // What cannot be recorded is not begun.
      reporter.report(fault: failure, status: .badFile, at: runner.now)
      result.status = .badFile
      return result
    }
    runner.isInterrupted = { [signals] in signals.endsBatch != nil }
    loop: while !reporter.out.isReaderGone {
      if let signal = signals.endsBatch {
        result.signal = signal
        break
      }
      switch step(&result) {
      case .goOn: continue
      case .stop: break loop
      }
    }
    if result.signal == nil { result.signal = signals.endsBatch }
    result.status = result.status.worse(runner.leave(isLast: isLast))
    if let failure = runner.takeRecordingFailure() {
      result.status = result.status.worse(.badFile)
      reporter.report(fault: failure, status: .badFile, at: runner.now)
    }
    return result
  }

  private enum Next { case goOn, stop }

  private func step(_ result: inout Result) -> Next {
    let item: StatementReader.Item?
    do throws(Diagnostic) { item = try feeder.next() } catch {
      return failed(error, .badFile, &result)
    }
    guard let item else {
      guard signals.isOvertime else { return .stop }
      _ = failed(runner.overtimeFault(waitingFor: "the rest of the script"), .commandFailed, &result)
      return .stop
    }
    switch runner.redacted(item) {
    case .fault(let fault):
      return failed(fault, .badText, &result)
    case .statement(let statement):
      switch Self.sourcing(of: statement) {
      case .file(let file): return source(file, statement, &result)
      case .refused(let fault): return failed(fault, command: "source", .usage, &result)
      case nil: break
      }
      let verdict = runner.run(statement)
      result.status = result.status.worse(verdict.status)
      if let failure = runner.takeRecordingFailure() { return failed(failure, .badFile, &result) }
      if let quit = verdict.quit {
        result.quitCode = quit
        return .stop
      }
      if verdict.hitLimit {
        // Also when `!` expected the command to fail: the run as a whole did not end in time.
        result.status = result.status.worse(.commandFailed)
        return .stop
      }
      return verdict.status == .success || keepsGoing ? .goOn : .stop
    }
  }

  private func failed(
    _ fault: Diagnostic, command: String? = nil, _ status: ExitStatus, _ result: inout Result
  ) -> Next {
    reporter.report(fault: fault, command: command, status: status, at: runner.now)
    result.status = result.status.worse(status)
    return keepsGoing ? .goOn : .stop
  }

  private func source(_ file: String, _ statement: Statement, _ result: inout Result) -> Next {
    do throws(Diagnostic) {
      try feeder.source(file)
      reporter.report(Outcome(command: 0, name: "source"), at: runner.now, statement: statement)
      return .goOn
    } catch {
      return failed(Reporter.located(error, statement), command: "source", .badFile, &result)
    }
  }

  /// What a `source` command asks for.
  enum Sourcing {
    case file(String)
    /// It can be no job, and whether it fails is no single outcome.
    case refused(Diagnostic)
  }

  /// nil for every other statement, also for a faulty `source`, which the session refuses with the right message.
  static func sourcing(of statement: Statement) -> Sourcing? {
    // Few commands begin like this, so that the others are parsed only once.
    switch statement.text.utf8.first {
    case UInt8(ascii: "s"): guard statement.text.utf8.dropFirst().first == UInt8(ascii: "o") else { return nil }
    case UInt8(ascii: "!"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): break
    default: return nil
    }
    guard let parsed = try? CommandParser.parse(statement), case .source(let file) = parsed.command else { return nil }
    guard !parsed.expectsFailure, !parsed.inBackground else {
      let sign = parsed.expectsFailure ? "!" : "&"
      return .refused(
        Reporter.located(
          Diagnostic(
            code: "badArgument", message: "source does not go with \(sign)",
            hint: "write \(sign) at the commands inside of the script"), statement))
    }
    return .file(file)
  }
}
