import TextFormats
import Transcripts

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A transcript that a replay writes.
final class OutputFile {
  let path: String
  private let stream: OutputStream

  /// Replaces a transcript, refuses any other existing file and those that are being read.
  init(replacing path: String, keeping inputs: [String]) throws(Diagnostic) {
    if let own = SystemCalls.fileNumber(of: path),
      inputs.contains(where: { input in SystemCalls.fileNumber(of: input).map { $0 == own } ?? false })
    {
      throw Diagnostic(
        code: "sameFile", message: "\(PrintableText.ascii(path)) is itself being replayed",
        hint: "name another file, or use --update")
    }
    try TranscriptRecorder.refuseForeignFile(path)
    self.path = path
    stream = try Self.open(path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  /// A temporary file beside another, which takes its place in the end.
  init(besides path: String) throws(Diagnostic) {
    self.path = path + ".flagsh-update"
    stream = try Self.open(self.path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  deinit { SystemCalls.close(stream.descriptor) }

  private static func open(_ path: String, _ flags: Int32) throws(Diagnostic) -> OutputStream {
    switch SystemCalls.open(path, flags) {
    case .success(let descriptor): return OutputStream(descriptor: descriptor)
    case .failure(let failure): throw TranscriptRecorder.unwritable(path, failure)
    }
  }

  func write(_ bytes: [UInt8]) {
    stream.append { $0 += bytes }
    stream.flush()
  }

  /// Why not everything could be written.
  var failure: Diagnostic? { stream.failure.map { TranscriptRecorder.unwritable(path, $0) } }

  /// Puts this file in the place of another.
  func replace(_ other: String) -> Diagnostic? {
    if let failure {
      discard()
      return failure
    }
    guard rename(path, other) == 0 else {
      let failure = SystemCalls.Failure(code: errno)
      discard()
      return TranscriptRecorder.unwritable(other, failure)
    }
    return nil
  }

  func discard() { _ = unlink(path) }
}
