import CWaiting
import CommandLanguage
import LineEditing
import Rendering
import SessionModel
import TextFormats
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One interactive session: lines from the terminal, commands to the runner, time as it passes in between.
final class InteractiveLoop {
  private let context: ProcessContext
  private let runner: SessionRunner
  private let reporter: Reporter
  private let history: HistoryFile?
  private var reader: (any LineReader)?
  private let names = SessionNames()
  private var typedLines = 0
  private var isContinuing = false
  /// Where virtual and real time stood when the prompt came up.
  private var clock: (virtual: Instant, real: Int64) = (.start, 0)

  init(context: ProcessContext, options: LaunchOptions, runner: SessionRunner, reporter: Reporter) {
    self.context = context
    self.runner = runner
    self.reporter = reporter
    history =
      options.keepsHistory ? StateFolder.path("history", context.environment).map { HistoryFile(path: $0) } : nil
  }

  /// Runs until `quit`, the end of input or a signal; gives the exit status of the process.
  func run() -> Int32 {
    let reader = makeReader()
    self.reader = reader
    defer { reader.close() }
    if let warning = history?.load() { reporter.note("note: " + warning) }
    for line in history?.entries ?? [] { reader.remember(line) }
    runner.onHistory = { [unowned self] in serve($0) }
    runner.onOutcome = { [names] outcome, _ in names.learn(outcome) }
    var code: Int32 = 0
    var statements = StatementReader(file: "<terminal>", firstLine: 1)
    loop: while true {
      switch nextLine(from: reader) {
      case .line(let line):
        take(line, &statements)
        if let quit = run(&statements) {
          code = quit
          break loop
        }
      case .interrupted:
        statements = StatementReader(file: "<terminal>", firstLine: typedLines + 1)
        isContinuing = false
      case .endOfInput:
        break loop
      case .terminated(let signal):
        code = 128 + signal
        break loop
      }
      if let signal = context.signals.termination {
        code = 128 + signal
        break
      }
    }
    _ = runner.leave(isLast: true)
    if let failure = runner.takeRecordingFailure() {
      reporter.report(fault: failure, status: .badFile, at: runner.now)
      code = code == 0 ? ExitStatus.badFile.rawValue : code
    }
    return code
  }

  private func makeReader() -> any LineReader {
    let prompt: () -> Prompt = { [unowned self] in self.prompt() }
    let wait: WaitForInput = { [unowned self] in self.wait($0) }
    let editrc = LineEditor.Configuration.editrcPath(
      editrc: context.environment["EDITRC"], home: context.environment["HOME"])
    do throws(EditingObstacle) {
      let editor = try LineEditor(
        LineEditor.Configuration(editrc: editrc), prompt: prompt,
        complete: { [unowned self] in names.complete($0, $1, runner.session) }, waitForInput: wait)
      for warning in editor.warnings { reporter.note("note: " + warning) }
      return editor
    } catch {
      if error.isSurprising { reporter.note("note: no line editing: \(error)") }
      return PlainTerminalReader(prompt: prompt, waitForInput: wait)
    }
  }

  // MARK: Lines

  private func nextLine(from reader: any LineReader) -> LineEvent {
    context.out.flush()
    _ = runner.flushTranscript()
    context.signals.forgetInterrupt()
    clock = (runner.now, cwaiting_now())
    reporter.printAbove = { [unowned reader] in reader.printAbove($0) }
    defer { reporter.printAbove = nil }
    let event = reader.readLine()
    runner.advance(to: sessionTime())
    return event
  }

  private func take(_ line: String, _ statements: inout StatementReader) {
    typedLines += 1
    if let warning = history?.append(runner.redacted(line: line)) { reporter.note("note: " + warning) }
    reader?.remember(line)
    if !isContinuing { statements = StatementReader(file: "<terminal>", firstLine: typedLines) }
    statements.feed(Array(line.utf8) + [0x0A])
  }

  /// Runs what the line held; gives the code when it asked to quit.
  private func run(_ statements: inout StatementReader) -> Int32? {
    while let item = statements.next() {
      switch runner.redacted(item) {
      case .fault(let fault):
        reporter.report(fault: fault, status: .badText, at: runner.now)
      case .statement(let statement):
        if let code = run(statement) { return code }
      }
    }
    isContinuing = statements.isContinuing
    return nil
  }

  private func run(_ statement: Statement) -> Int32? {
    switch BatchRun.sourcing(of: statement) {
    case .file(let file): return source(file, statement)
    case .refused(let fault): reporter.report(fault: fault, command: "source", status: .usage, at: runner.now)
    case nil: return run(command: statement)
    }
    return nil
  }

  private func run(command statement: Statement) -> Int32? {
    let verdict = runner.run(statement)
    context.out.flush()
    if let failure = runner.takeRecordingFailure() { reporter.report(fault: failure, status: .badFile, at: runner.now) }
    return verdict.quit.map { Int32(truncatingIfNeeded: $0 ?? 0) }
  }

  /// A sourced script stops at its first failure; the shell goes on.
  private func source(_ file: String, _ statement: Statement) -> Int32? {
    let feeder = ScriptFeeder(ReadyChunk([]), file: "<terminal>", folder: "", signals: context.signals)
    do throws(Diagnostic) {
      try feeder.source(file)
      while let item = try feeder.next() {
        switch runner.redacted(item) {
        case .fault(let fault):
          reporter.report(fault: fault, status: .badText, at: runner.now)
          return nil
        case .statement(let statement):
          switch BatchRun.sourcing(of: statement) {
          case .file(let nested):
            do throws(Diagnostic) { try feeder.source(nested) } catch { throw Reporter.located(error, statement) }
            continue
          case .refused(let fault): throw fault
          case nil: break
          }
          let verdict = runner.run(statement)
          if let quit = verdict.quit { return Int32(truncatingIfNeeded: quit ?? 0) }
          if verdict.status != .success || context.signals.takeInterrupt() { return nil }
        }
      }
    } catch {
      let status = error.code == "badArgument" ? ExitStatus.usage : .badFile
      reporter.report(fault: error, command: "source", status: status, at: runner.now)
    }
    return nil
  }

  // MARK: Time

  /// Virtual time runs with the real clock while the prompt waits (product.md section 6).
  private func sessionTime() -> Instant {
    if let clock = runner.clock { return clock.now() }
    return clock.virtual.advanced(by: Span(microseconds: max(0, cwaiting_now() - clock.real)))
  }

  /// Waits for a key; what falls due meanwhile goes into the session.
  private func wait(_ terminal: Int32) -> Happening {
    var patience: Int64 = -1
    if let due = runner.nextDue {
      let now = sessionTime()
      if due <= now {
        runner.advance(to: now)
        _ = runner.flushTranscript()
        reader?.promptChanged()
        return .none
      }
      patience = due.since(now).microseconds
    }
    let inputs = runner.inputCount
    let happening = context.signals.wait(for: terminal, microseconds: patience)
    if runner.inputCount != inputs {
      // A live world has brought something.
      _ = runner.flushTranscript()
      reader?.promptChanged()
    }
    if case .signal(SIGINT) = happening { context.signals.forgetInterrupt() }
    return happening
  }

  private func prompt() -> Prompt {
    if isContinuing { return Prompt("> ") }
    let text = PromptText.text(runner.session)
    return reporter.palette.isOn ? Prompt(text, painted: "\u{1B}[1m" + text + "\u{1B}[0m") : Prompt(text)
  }

  // MARK: History

  private func serve(_ request: HistoryRequest) {
    switch request {
    case .show(let last):
      let entries = history?.entries ?? []
      let shown = last.map { entries.suffix($0) } ?? entries[...]
      reporter.text(zip(shown.indices, shown).map { "\($0 + 1)  \(PrintableText.safe($1))" })
    case .clear:
      if let warning = history?.clear() { reporter.note("note: " + warning) }
      reader?.forgetLines()
    }
  }
}
