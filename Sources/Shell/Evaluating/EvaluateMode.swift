import CommandLanguage
import EmbeddedServices
import FlagEvaluation
import LineEditing
import TextFormats
import Vocabulary

/// `flagsh evaluate`: users as JSON Lines on standard input, results on standard output, a line at a time, so that
/// memory does not grow with the input.
struct EvaluateMode {
  static let inputName = "<stdin>"

  let context: ProcessContext
  let options: LaunchOptions
  let evaluate: EvaluateOptions

  /// - Returns: The exit status of the process: 3 when a line could not be evaluated.
  func run() -> Int32 {
    context.signals.installForBatch()
    let task: any EvaluateTask
    do throws(Diagnostic) { task = try makeTask() } catch {
      let status: ExitStatus =
        switch error.code {
        case "unreadableFile": .badFile
        case "badArgument": .usage
        default: .badText
        }
      return context.fail(error, status).rawValue
    }
    if SystemCalls.isTerminal(0), !options.isQuiet {
      context.err.write(line: "note: reading one JSON object a line; Ctrl-D ends")
      context.err.flush()
    }
    return run(task)
  }

  // MARK: What to do with a line

  private func makeTask() throws(Diagnostic) -> any EvaluateTask {
    if evaluate.isCases {
      let dialect = options.engine ?? .javaScript
      if evaluate.form == .differences { return CaseComparison(from: dialect, self) }
      return CaseResults(dialect: dialect, options: evaluate)
    }
    let (configuration, dialect) = try source()
    try checkKeys(configuration)
    switch evaluate.form {
    case .results: return try UserResults(configuration, dialect, evaluate)
    case .counts: return try UserCounts(configuration, dialect, evaluate, form: options.output)
    case .differences: return UserComparison(configuration, from: dialect, self)
    }
  }

  /// The flags to evaluate and whose rules count.
  private func source() throws(Diagnostic) -> (FlagConfiguration, Dialect) {
    guard let path = evaluate.flags else {
      let world = try ChosenWorld.world(options)
      return (try world.servedFlags(), world.dialect)
    }
    return (try FlagsFile.read(path), options.engine ?? .javaScript)
  }

  /// A key that no flag has is a slip of the person who typed it.
  private func checkKeys(_ configuration: FlagConfiguration) throws(Diagnostic) {
    for key in evaluate.keys ?? [] where configuration.flag(key) == nil {
      let near = NearestName.nearestName(to: key, in: configuration.flags.map(\.key))
      throw LaunchOptions.bad(
        "there is no flag \(PrintableText.ascii(key))",
        near.map { "did you mean \($0)?" } ?? "--keys takes keys of flags")
    }
  }

  // MARK: Lines

  private func run(_ task: any EvaluateTask) -> Int32 {
    var status = ExitStatus.success
    var tally = LineTally()
    let progress = EvaluateProgress(context, options, showsBesideOutput: evaluate.form == .counts)
    let chunks = StreamChunks(descriptor: 0, signals: context.signals)
    var lines = JSONLines()
    do throws(Diagnostic) {
      reading: while true {
        guard let chunk = try chunks.next() else { break }
        lines.append(chunk)
        guard take(&lines, task, &tally, progress) else { break reading }
        // What is known is shown before the next line is waited for.
        context.out.flush()
        if context.out.isReaderGone || context.signals.endsBatch != nil { break }
      }
      if chunks.isAtEnd, context.signals.endsBatch == nil {
        lines.finish()
        _ = take(&lines, task, &tally, progress)
      }
    } catch {
      progress.clear()
      status = context.fail(error, .badFile)
    }
    progress.clear()
    if tally.bad > 0 { status = status.worse(.badText) }
    if !context.out.isReaderGone {
      context.out.append { task.finish(tally, into: &$0) }
      if let note = task.note(tally), !options.isQuiet {
        context.out.flush()
        context.err.write(line: "note: \(note)")
      }
    }
    return context.signals.endsBatch.map { 128 + $0 } ?? status.rawValue
  }

  /// Works through the lines that are whole; false when the rest is not wanted any more.
  private func take(
    _ lines: inout JSONLines, _ task: any EvaluateTask, _ tally: inout LineTally, _ progress: EvaluateProgress
  ) -> Bool {
    while true {
      var fault: LineFault?
      do throws(JSONLines.LineTooLong) {
        guard let line = try lines.next() else { return true }
        tally.bytes = line.endOffset
        if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
        tally.lines += 1
        do throws(LineFault) {
          try evaluate(line, task)
        } catch {
          fault = error
        }
      } catch {
        tally.lines += 1
        fault = LineFault(error.diagnostic(file: Self.inputName))
      }
      if let fault {
        tally.bad += 1
        progress.clear()
        context.out.append { task.refuse(fault, into: &$0) }
        _ = context.fail(fault.diagnostic, .badText)
        if evaluate.isStrict { return false }
      }
      progress.tick(tally)
      if context.out.isReaderGone { return false }
    }
  }

  private func evaluate(_ line: JSONLines.Line, _ task: any EvaluateTask) throws(LineFault) {
    let document: JSONValue
    do throws(JSONError) {
      document = try JSON.parse(line.bytes, allowsByteOrderMark: line.number == 1)
    } catch {
      // Only the part around the fault is shown, however long the line is.
      let shown = line.bytes.prefix(error.offset + LineFault.bytesShown)
      throw LineFault(error.diagnostic(file: Self.inputName, firstLine: line.number, text: shown))
    }
    var fault: LineFault?
    context.out.append { output in
      do throws(LineFault) { try task.take(document, line: line.number, into: &output) } catch { fault = error }
    }
    if let fault { throw fault.placed(in: line) }
  }
}
