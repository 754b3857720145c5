package import TextFormats

/// A line of a transcript.
package enum TranscriptItem: Equatable, Sendable {
  case header(TranscriptHeader)
  case record(TranscriptRecord)
  case footer(TranscriptFooter)
}

/// Reads a transcript chunk by chunk in constant memory: feed bytes, take items until there is none, feed again; after
/// the last chunk call `finish` and take the rest.
///
/// Items come one by one up to the first fault, so all whole records of a cut file are usable.
///
/// Codes of the faults, all of exit status 5 (product.md section 2): `emptyTranscript`, `cutTranscript`,
/// `damagedTranscript`, `unknownVersion`, `notATranscript`.
package struct TranscriptReader {
  private var scanner = LineScanner()
  private var frame: TranscriptFrame
  private var isEnded = false
  private var fault: Diagnostic?

  /// - Parameter file: the file as the user named it, for diagnostics.
  package init(file: String) { frame = TranscriptFrame(file: file) }

  /// The sessions begun so far.
  package var sessionCount: Int { frame.session }

  /// Whether a file that begins with these bytes is a transcript, also one that was cut: what may be replaced by another
  /// (product.md section 2, `--record`). As the beginning give some kilobytes at least, or all there is.
  package static func looksLikeTranscript(_ beginning: ArraySlice<UInt8>) -> Bool {
    let start = TranscriptFrame.headerStart
    guard beginning.count >= start.count else { return !beginning.isEmpty && start.starts(with: beginning) }
    guard beginning.starts(with: start) else { return false }
    // A header that is longer than what was given is judged by its start alone.
    guard let end = beginning.firstIndex(of: 0x0A) else { return true }
    guard let header = try? JSON.parse(beginning[..<end]) else { return false }
    return header["format"]?.string?.isExactly(TranscriptHeader.format) == true
  }

  /// Takes the next bytes of the file; after a fault they are dropped.
  package mutating func feed(_ chunk: UnsafeRawBufferPointer) {
    if fault == nil { scanner.feed(chunk) }
  }

  /// Takes more bytes of the file, cut anywhere.
  package mutating func feed(_ chunk: [UInt8]) { chunk.withUnsafeBytes { feed($0) } }

  /// Says that no more bytes come.
  package mutating func finish() { isEnded = true }

  /// The next item; nil when more bytes are needed, or at the end of a whole transcript. A fault is final: it is thrown
  /// again by every later call.
  package mutating func next() throws(Diagnostic) -> TranscriptItem? {
    if let fault { throw fault }
    do {
      return try read()
    } catch {
      fault = error
      throw error
    }
  }

  private mutating func read() throws(Diagnostic) -> TranscriptItem? {
    while let range = scanner.next() {
      let item = try scanner.bytes.withUnsafeBufferPointer { (buffer) throws(Diagnostic) in
        try frame.take(UnsafeBufferPointer(rebasing: buffer[range]))
      }
      if let item { return item }
    }
    let unfinished = scanner.unfinished
    if unfinished.count > TranscriptFrame.lineLimit {
      throw TranscriptFault.damaged(
        file: frame.file, line: frame.line + 1, what: "a line of more than \(TranscriptFrame.lineLimit >> 20) MiB")
    }
    guard isEnded else { return nil }
    let fault = scanner.bytes.withUnsafeBufferPointer { frame.end(UnsafeBufferPointer(rebasing: $0[unfinished])) }
    if let fault { throw fault }
    return nil
  }
}
