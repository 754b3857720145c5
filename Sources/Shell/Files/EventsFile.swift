import SessionModel
import TextFormats

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The file of `--events-out`: engagement events as JSON Lines, added to what is there (personalization.md 4.4).
final class EventsFile {
  private let path: String
  private let descriptor: Int32
  private var failure: SystemCalls.Failure?

  /// - Throws: A diagnostic of exit status 5.
  init(path: String) throws(Diagnostic) {
    self.path = path
    switch SystemCalls.open(path, O_WRONLY | O_CREAT | O_APPEND) {
    case .success(let descriptor): self.descriptor = descriptor
    case .failure(let failure): throw Self.unwritable(path, failure)
    }
  }

  deinit { SystemCalls.close(descriptor) }

  /// Writes an event if it is an engagement, after the transcript that tells of it.
  func attach(to runner: SessionRunner, startMicroseconds: Int64) {
    runner.onLedger = { [unowned runner] entry in
      guard self.failure == nil, let event = entry.engagementDocument(startMicroseconds: startMicroseconds) else {
        return
      }
      _ = runner.flushTranscript()
      var bytes: [UInt8] = []
      event.write(into: &bytes)
      bytes.append(0x0A)
      self.failure = bytes.withUnsafeBytes { SystemCalls.write(self.descriptor, $0) }
    }
  }

  /// Why not everything could be written, once.
  func takeFailure() -> Diagnostic? {
    defer { failure = nil }
    return failure.map { Self.unwritable(path, $0) }
  }

  private static func unwritable(_ path: String, _ failure: SystemCalls.Failure) -> Diagnostic {
    Diagnostic(
      code: "unwritableFile", message: "cannot write the events to \(PrintableText.ascii(path)): \(failure.text)",
      hint: "name a file in a folder that exists and can be written")
  }
}
