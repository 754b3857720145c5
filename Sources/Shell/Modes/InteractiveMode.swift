import Rendering
import SessionModel
import TextFormats
import Vocabulary

/// The shell on a terminal: a prompt that tells the truth, answers above the line that is being typed.
struct InteractiveMode {
  let context: ProcessContext
  let options: LaunchOptions

  func run() -> Int32 {
    let outlets: SessionOutlets
    do throws(Diagnostic) {
      outlets = try SessionOutlets(options, environment: context.environment)
    } catch {
      return context.fail(error, ScriptMode.status(of: error)).rawValue
    }
    let (setup, recorder, events) = (outlets.setup, outlets.recorder, outlets.events)
    context.signals.installForTerminal()
    let reporter = context.reporter(options)
    let runner = setup.makeRunner(context, reporter: reporter, recorder: recorder)
    if let failure = runner.takeRecordingFailure() { return context.fail(failure, .badFile).rawValue }
    events?.attach(to: runner, startMicroseconds: runner.session.configuration.startMicroseconds)
    if options.isVerbose { runner.tracer = Tracer(reporter: reporter) }
    runner.isInterrupted = { [signals = context.signals] in signals.takeInterrupt() }
    context.out.beforeFlush = { runner.flushTranscript() }
    context.err.beforeFlush = context.out.beforeFlush
    defer {
      context.out.beforeFlush = { true }
      context.err.beforeFlush = { true }
    }
    let code = InteractiveLoop(context: context, options: options, runner: runner, reporter: reporter).run()
    if let failure = events?.takeFailure() { return context.fail(failure, .badFile).rawValue }
    return code
  }
}
