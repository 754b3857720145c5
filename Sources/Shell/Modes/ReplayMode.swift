import Rendering
import TextFormats
import Transcripts
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `flagsh replay`: transcripts in, agreement or divergence out; no world, no network (product.md section 7).
struct ReplayMode {
  let context: ProcessContext
  let options: LaunchOptions
  private let reporter: FileReporter

  init(context: ProcessContext, options: LaunchOptions) {
    self.context = context
    self.options = options
    reporter = FileReporter(context: context, options: options, command: "replay")
  }

  func run(_ paths: [String], copy: String?, update: Bool) -> ExitStatus {
    var status = ExitStatus.success
    var files: [String] = []
    for path in paths {
      do throws(Diagnostic) { files += try TranscriptFiles.find(path) } catch {
        status = status.worse(reporter.fail(error, .badFile))
      }
    }
    var output: OutputFile?
    if let copy {
      do throws(Diagnostic) { output = try OutputFile(replacing: copy, keeping: files) } catch {
        return status.worse(reporter.fail(error, .badFile))
      }
    }
    var report = JUnitReport(name: "flagsh replay")
    for file in files {
      status = status.worse(replay(file, output, update: update, &report))
    }
    if let path = options.reportJUnit { status = status.worse(ReportFile.write(report.text, to: path, context)) }
    return status
  }

  private func replay(_ file: String, _ output: OutputFile?, update: Bool, _ report: inout JUnitReport) -> ExitStatus {
    let rewriting: Replayer.Rewriting =
      update ? .update(toolVersion: ToolVersion.text) : output == nil ? .nothing : .copy
    var replayer = Replayer(file: file, rewriting: rewriting)
    let updated: OutputFile?
    do throws(Diagnostic) {
      updated = update ? try OutputFile(besides: file) : nil
      let descriptor = try FileReading.open(file, as: "transcript")
      defer { SystemCalls.close(descriptor) }
      try FileReading.forEachChunk(of: descriptor, file, as: "transcript") { chunk in
        replayer.feed(chunk)
        (output ?? updated)?.write(replayer.takeRewritten())
        return !replayer.isBroken
      }
    } catch {
      return reporter.fail(error, .badFile)
    }
    let result = replayer.finish()
    (output ?? updated)?.write(replayer.takeRewritten())
    var suite = JUnitReport.Suite(name: file)
    suite.cases.append(JUnitReport.Case(name: "replay", failure: result.diagnostics.first))
    report.add(suite)
    var (status, diagnostics) = (result.status, result.diagnostics)
    if let updated {
      diagnostics = finishUpdate(updated, file, result).map { [$0] } ?? []
      status = diagnostics.isEmpty ? .success : .badFile
    }
    if let failure = output?.failure {
      diagnostics.append(failure)
      status = status.worse(.badFile)
    }
    reporter.tell(
      diagnostics, status, gravest: result.fault, summary: options.isQuiet ? nil : result.summary,
      result: result.document)
    return status
  }

  /// A transcript is rewritten only from one that could be read to its end. Gives what kept it from that.
  private func finishUpdate(_ updated: OutputFile, _ file: String, _ result: ReplayReport) -> Diagnostic? {
    guard let fault = result.fault else { return updated.replace(file) }
    updated.discard()
    return fault
  }
}
