import CWaiting
import CommandLanguage
import Rendering
import SessionModel
import TextFormats
import Vocabulary

/// Scripts without a person in front: `run FILE...`, `-c`, standard input.
struct ScriptMode {
  let context: ProcessContext
  let options: LaunchOptions

  /// Runs the texts of `-c` in one session.
  func run(commands: [String]) -> Int32 {
    let text = commands.joined(separator: "\n")
    return run([Script(name: "<-c>", folder: "") { _ in ReadyChunk(Array(text.utf8)) }])
  }

  /// Runs what comes on standard input in one session.
  func runStandardInput() -> Int32 { run([Self.standardInput]) }

  /// Runs script files, each in a session of its own; a failed one ends, the next still runs.
  func run(_ files: [String]) -> Int32 {
    run(
      files.map { file in
        if file == "-" { return Self.standardInput }
        return Script(name: file, folder: ScriptFeeder.folder(of: file)) { context throws(Diagnostic) in
          try FileChunks(path: file, as: "script", signals: context.signals)
        }
      })
  }

  /// A script, opened only when its turn comes.
  private struct Script {
    var name: String
    var folder: String
    var open: (ProcessContext) throws(Diagnostic) -> any ChunkSource
  }

  private static var standardInput: Script {
    Script(name: "<stdin>", folder: "") { StreamChunks(descriptor: 0, signals: $0.signals) }
  }

  private func run(_ scripts: [Script]) -> Int32 {
    let outlets: SessionOutlets
    do throws(Diagnostic) {
      outlets = try SessionOutlets(options, environment: context.environment)
    } catch {
      return context.fail(error, Self.status(of: error)).rawValue
    }
    // Until here nothing was begun that would have to be ended in good order.
    context.signals.installForBatch()
    context.keepUntilExit(outlets.setup)
    let (setup, events) = (outlets.setup, outlets.events)
    var recorder = outlets.recorder
    var report = options.reportJUnit == nil ? nil : JUnitReport(name: "flagsh run")
    var codes = ExitCodes()
    for (index, script) in scripts.enumerated() {
      let isLast = index == scripts.count - 1
      let result = run(script, setup, recorder, events, &report, isLast: isLast)
      codes.add(status: result.status, quitCode: result.quitCode)
      if recorder?.failure != nil {
        // What was asked to be recorded is not run without.
        recorder = nil
        break
      }
      if let signal = result.signal {
        codes.signal = signal
        break
      }
      if context.out.isReaderGone { break }
    }
    recorder?.close()
    if let failure = recorder?.failure { codes.add(status: context.fail(failure, .badFile), quitCode: nil) }
    if let failure = events?.takeFailure() { codes.add(status: context.fail(failure, .badFile), quitCode: nil) }
    if let report, let path = options.reportJUnit {
      codes.add(status: ReportFile.write(report.text, to: path, context), quitCode: nil)
    }
    return codes.code
  }

  private func run(
    _ script: Script, _ setup: SessionSetup, _ recorder: TranscriptRecorder?, _ events: EventsFile?,
    _ report: inout JUnitReport?, isLast: Bool
  ) -> BatchRun.Result {
    let reporter = context.reporter(options)
    let bytes: any ChunkSource
    do throws(Diagnostic) { bytes = try script.open(context) } catch {
      reporter.report(fault: error, status: .badFile, at: .start)
      var suite = JUnitReport.Suite(name: script.name)
      suite.cases.append(JUnitReport.Case(name: "script", failure: error))
      report?.add(suite)
      return BatchRun.Result(status: .badFile)
    }
    let runner = setup.makeRunner(context, reporter: reporter, recorder: recorder)
    events?.attach(to: runner, startMicroseconds: runner.session.configuration.startMicroseconds)
    if options.isVerbose { runner.tracer = Tracer(reporter: reporter) }
    runner.limit = options.limit.map { Instant.start.advanced(by: $0) }
    context.signals.deadline = options.limit.map { cwaiting_now() + $0.microseconds }
    let feeder = ScriptFeeder(bytes, file: script.name, folder: script.folder, signals: context.signals)
    feeder.beforeRead = { reporter.out.flush() }
    context.out.beforeFlush = { runner.flushTranscript() }
    context.err.beforeFlush = context.out.beforeFlush
    let collector = report == nil ? nil : ReportCollector(script.name)
    if let collector { runner.onOutcome = { collector.take($0, $1) } }
    let batch = BatchRun(
      runner: runner, feeder: feeder, reporter: reporter, signals: context.signals, keepsGoing: options.keepsGoing)
    let result = batch.run(isLast: isLast)
    if isLast { context.keepUntilExit(runner) }
    context.out.flush()
    context.out.beforeFlush = { true }
    context.err.beforeFlush = { true }
    if let collector { report?.add(collector.suite(status: result.status)) }
    return result
  }

  /// The exit status of a fault that comes before any command.
  static func status(of diagnostic: Diagnostic) -> ExitStatus {
    switch diagnostic.code {
    case "unreadableFile", "unwritableFile", "notATranscript": .badFile
    case "badAddress": .usage
    default: .badText
    }
  }
}

/// The codes of several scripts, put together (product.md section 2, "most severe").
struct ExitCodes {
  private var status = ExitStatus.success
  private var explicit: Int32 = 0
  var signal: Int32?

  /// An explicit `quit CODE` counts beside the script's own status: it does not hide what failed before.
  mutating func add(status: ExitStatus, quitCode: Int?) {
    self.status = self.status.worse(status)
    guard let quitCode else { return }
    let code = Int32(truncatingIfNeeded: quitCode)
    if let known = ExitStatus(rawValue: code) {
      self.status = self.status.worse(known)
    } else if explicit == 0 {
      explicit = code
    }
  }

  var code: Int32 {
    if let signal { return 128 + signal }
    return status == .success ? explicit : status.rawValue
  }
}
