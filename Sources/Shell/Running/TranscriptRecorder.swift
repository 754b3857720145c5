import SessionModel
import TextFormats
import Transcripts
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes a transcript to its file while sessions run.
final class TranscriptRecorder {
  private static let pendingLimit = 1 << 16

  let path: String
  private let descriptor: Int32
  /// Whether the file was not there before.
  private let isNew: Bool
  private var writer = TranscriptWriter()
  private var hasBegun = false
  /// The document of a session that has ended while another may follow: its footer says whether one does.
  private var ended: JSONValue?
  /// Why the file could not be written; recording has stopped then.
  private(set) var failure: Diagnostic?

  /// Opens the file: a new one, or one that holds a transcript, which is replaced.
  /// - Throws: A diagnostic of exit status 5: `notATranscript` for any other existing file, `unwritableFile`.
  ///
  /// - Parameter flags: `O_NONBLOCK` refuses a pipe that nobody reads instead of waiting for its reader.
  init(path: String, flags: Int32 = 0) throws(Diagnostic) {
    self.path = path
    try Self.refuseForeignFile(path)
    if case .success(let descriptor) = SystemCalls.open(path, O_WRONLY | O_CREAT | O_EXCL) {
      (self.descriptor, isNew) = (descriptor, true)
      return
    }
    switch SystemCalls.open(path, O_WRONLY | O_CREAT | flags) {
    case .success(let descriptor): (self.descriptor, isNew) = (descriptor, false)
    case .failure(let failure): throw Self.unwritable(path, failure)
    }
  }

  deinit {
    close()
    SystemCalls.close(descriptor)
  }

  var isRecording: Bool { writer.isOpen && ended == nil && failure == nil }

  /// Begins a session; its header is with the operating system before anything of it can be seen.
  func begin(_ header: TranscriptHeader) {
    // What the file held is given up only now: a script that cannot be opened costs no transcript.
    if !hasBegun { _ = ftruncate(descriptor, 0) }
    hasBegun = true
    writeFooter(isLast: false)
    writer.begin(header)
    flush()
  }

  func append(_ input: Input) {
    guard isRecording else { return }
    writer.append(input)
  }

  func append(_ outputs: [Output]) {
    guard isRecording else { return }
    writer.append(outputs)
    if writer.pending.count >= Self.pendingLimit { flush() }
  }

  /// Ends a session.
  ///
  /// - Parameter isLast: false when another session may follow. The footer is then written as soon as one begins, or
  ///   by `close`: a run can end before its next script, and a file that announced more would count as cut.
  func finish(document: JSONValue, isLast: Bool) {
    guard isRecording else { return }
    ended = document
    if isLast { writeFooter(isLast: true) }
    flush()
  }

  /// No further session follows; a file that was made and not used goes again.
  func close() {
    writeFooter(isLast: true)
    flush()
    if isNew && !hasBegun { _ = unlink(path) }
  }

  private func writeFooter(isLast: Bool) {
    guard let document = ended else { return }
    ended = nil
    writer.finish(document: document, isLast: isLast)
  }

  /// Hands everything to the operating system.
  func flush() {
    guard failure == nil, !writer.pending.isEmpty else { return }
    let failed = writer.pending.withUnsafeBytes { SystemCalls.write(descriptor, $0) }
    writer.clearPending()
    if let failed { failure = Self.unwritable(path, failed) }
  }

  static func unwritable(_ path: String, _ failure: SystemCalls.Failure) -> Diagnostic {
    Diagnostic(
      code: "unwritableFile", message: "cannot write the transcript \(PrintableText.ascii(path)): \(failure.text)",
      hint: "name a file in a folder that exists and can be written")
  }

  /// Only a transcript may be replaced, or an empty file; devices and pipes are written as they are.
  static func refuseForeignFile(_ path: String) throws(Diagnostic) {
    guard case .success(let kind) = SystemCalls.kind(of: path) else { return }
    switch kind {
    case .other: return
    case .folder: throw unwritable(path, SystemCalls.Failure(code: EISDIR))
    case .file: break
    }
    let descriptor = try FileReading.open(path, as: "existing file")
    defer { SystemCalls.close(descriptor) }
    var beginning = [UInt8](repeating: 0, count: 1 << 16)
    guard case .success(let count) = beginning.withUnsafeMutableBytes({ SystemCalls.read(descriptor, into: $0) }) else {
      return
    }
    guard count > 0, !TranscriptReader.looksLikeTranscript(beginning[..<count]) else { return }
    throw Diagnostic(
      code: "notATranscript", message: "\(PrintableText.ascii(path)) exists and is no transcript; it is left alone",
      hint: "name another file, or remove this one first")
  }
}
