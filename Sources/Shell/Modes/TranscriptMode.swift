import TextFormats
import Transcripts
import Vocabulary

/// `flagsh transcript show|script|audit` (product.md sections 2 and 7).
struct TranscriptMode {
  let context: ProcessContext
  let options: LaunchOptions

  func run(_ verb: String, _ files: [String]) -> ExitStatus {
    if verb == "audit" { return audit(files) }
    var status = ExitStatus.success
    for file in files {
      if verb == "show" {
        var listing = TranscriptListing(file: file)
        status = status.worse(read(file) { listing.lines(for: $0) })
      } else {
        var script = TranscriptScript(file: file)
        status = status.worse(read(file) { script.lines(for: $0) })
      }
      if context.out.isReaderGone { break }
    }
    return status
  }

  /// Prints what each item gives; the whole records of a damaged file are shown before the fault is told.
  private func read(_ file: String, _ lines: (TranscriptItem) -> [String]) -> ExitStatus {
    var reader = TranscriptReader(file: file)
    do throws(Diagnostic) {
      let descriptor = try FileReading.open(file, as: "transcript")
      defer { SystemCalls.close(descriptor) }
      var fault: Diagnostic?
      try FileReading.forEachChunk(of: descriptor, file, as: "transcript") { chunk in
        reader.feed(chunk)
        do throws(Diagnostic) { try drain(&reader, lines) } catch { fault = error }
        return fault == nil && !context.out.isReaderGone
      }
      if let fault { throw fault }
      if context.out.isReaderGone { return .success }
      reader.finish()
      try drain(&reader, lines)
      return .success
    } catch {
      return context.fail(error, .badFile)
    }
  }

  private func drain(_ reader: inout TranscriptReader, _ lines: (TranscriptItem) -> [String]) throws(Diagnostic) {
    while let item = try reader.next() {
      for line in lines(item) { context.out.write(line: line) }
    }
  }

  // MARK: Audit

  private func audit(_ files: [String]) -> ExitStatus {
    let reporter = FileReporter(context: context, options: options, command: "transcript audit")
    let secrets: [NamedSecret]
    do throws(Diagnostic) { secrets = try SecretSources.read(context.environment, config: options.config) } catch {
      return reporter.fail(error, error.code == "unreadableFile" ? .badFile : .badText)
    }
    guard !secrets.isEmpty else {
      return reporter.fail(
        Diagnostic(
          code: "noSecrets", message: "there is no secret to look for",
          hint: "name a file of secrets in FLAGSH_SECRETS_FILE, or a configuration with --config"), .usage)
    }
    var status = ExitStatus.success
    for file in files {
      var audit = SecretAudit(secrets)
      do throws(Diagnostic) {
        let descriptor = try FileReading.open(file, as: "file")
        defer { SystemCalls.close(descriptor) }
        try FileReading.forEachChunk(of: descriptor, file, as: "file") {
          audit.feed(Array($0))
          return true
        }
      } catch {
        status = status.worse(reporter.fail(error, .badFile))
        continue
      }
      audit.finish()
      let report = AuditReport(file: file, audit)
      reporter.tell(report.diagnostics, report.status, summary: report.summary, result: report.document)
      status = status.worse(report.status)
    }
    return status
  }
}
