import CommandLanguage
import SessionModel
import TextFormats
import Transcripts
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What commands ask of the shell itself: leaving, the form of results, the history, recordings.
extension SessionRunner {
  /// Done once the command itself is over, so that a transcript begun by it holds it whole.
  func serveShellRequests() {
    let requests = shellRequests
    shellRequests = []
    for request in requests {
      switch request {
      case .quit(let code): verdict.quit = .some(code)
      case .output(let form): reporter.form = form
      case .history(let history): onHistory(history)
      case .stopRecording: stopRecording()
      case .record(let file):
        do throws(Diagnostic) { try startRecording(file) } catch { fail(error, status: .badFile) }
      }
    }
    if let held { tell(held) }
    held = nil
  }

  private func stopRecording() {
    guard let recorder, recorder.isRecording else {
      return fail(
        Diagnostic(code: "notRecording", message: "nothing is being recorded", hint: "record FILE"),
        status: .commandFailed)
    }
    recorder.finish(document: session.document, isLast: true)
    if recorder.failure == nil { self.recorder = nil }
  }

  /// Begins a transcript with the first input of the session: a fresh session brings out what this one brought out.
  private func startRecording(_ file: String) throws(Diagnostic) {
    if let recorder, recorder.isRecording {
      throw Diagnostic(
        code: "alreadyRecording", message: "the transcript \(PrintableText.ascii(recorder.path)) is being recorded",
        hint: "record --stop ends it")
    }
    // Before anything that the file holds is given up.
    try spool.check()
    let recorder = try TranscriptRecorder(path: file, flags: O_NONBLOCK)
    recorder.begin(header)
    var twin = Session(header.configuration)
    try spool.replay { input in
      recorder.append(input)
      recorder.append(twin.apply(input))
    }
    recorder.flush()
    if let failure = recorder.failure { throw failure }
    self.recorder = recorder
    ownsRecorder = true
  }

  private func fail(_ failure: Diagnostic, status: ExitStatus) {
    verdict.status = verdict.status.worse(status)
    guard held != nil else { return reporter.report(fault: failure, status: status, at: now) }
    held?.status = verdict.status
    held?.failure = failure
  }
}

extension ShellRequest {
  /// Whether the shell may have to refuse it.
  var mayFail: Bool {
    switch self {
    case .record, .stopRecording: true
    default: false
    }
  }
}
