import SessionModel
import TextFormats
import Transcripts

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The inputs of a session so far, so that `record FILE` can begin with the first one (product.md section 3).
///
/// Since a session is a function of its inputs, nothing else has to be kept: what came out comes out again. Beyond a
/// limit the inputs go to an unlinked temporary file, so memory stays flat however long a session lasts.
final class InputSpool {
  private static let memoryLimit = 1 << 20

  private let folder: String
  private var writer = TranscriptWriter()
  private var file: Int32 = -1
  private var failure: SystemCalls.Failure?

  /// - Parameter folder: where the temporary file is made when one is needed.
  init(header: TranscriptHeader, folder: String) {
    self.folder = folder
    writer.begin(header)
  }

  deinit { if file >= 0 { SystemCalls.close(file) } }

  func append(_ input: Input) {
    guard failure == nil else { return }
    writer.append(input)
    if writer.pending.count >= Self.memoryLimit { spill() }
  }

  private func spill() {
    if file < 0 {
      var template = Array("\(folder)/flagsh-XXXXXX".utf8CString)
      file = mkstemp(&template)
      guard file >= 0 else { return failure = SystemCalls.Failure(code: errno) }
      _ = unlink(template)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }
    failure = writer.pending.withUnsafeBytes { SystemCalls.write(file, $0) }
    writer.clearPending()
  }

  /// Hands over every input, oldest first.
  /// - Throws: A diagnostic of exit status 5 when the temporary file could not be written or read.
  func replay(_ body: (Input) -> Void) throws(Diagnostic) {
    var reader = TranscriptReader(file: "inputs")
    if file >= 0 && failure == nil {
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      var offset: off_t = 0
      while failure == nil {
        let count = pread(file, &chunk, chunk.count, offset)
        if count < 0 { failure = SystemCalls.Failure(code: errno) }
        if count <= 0 { break }
        offset += off_t(count)
        chunk.withUnsafeBytes { reader.feed(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        try Self.drain(&reader, body)
      }
    }
    try check()
    reader.feed(writer.pending)
    try Self.drain(&reader, body)
  }

  /// - Throws: A diagnostic when the inputs of the session so far could not be kept.
  func check() throws(Diagnostic) {
    guard let failure else { return }
    throw Diagnostic(
      code: "unwritableFile", message: "the session's beginning is not at hand any more: \(failure.text)",
      hint: "free space in the folder for temporary files, or start with --record FILE")
  }

  private static func drain(_ reader: inout TranscriptReader, _ body: (Input) -> Void) throws(Diagnostic) {
    while let item = try reader.next() {
      if case .record(let record) = item, let input = record.input { body(input) }
    }
  }
}
