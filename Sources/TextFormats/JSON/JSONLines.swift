/// Splits a stream of bytes into lines, chunk by chunk, holding no more than one line and one chunk.
///
/// ```
/// var lines = JSONLines()
/// while let chunk = readChunk() {
///   lines.append(chunk)
///   while let line = try lines.next() { use(line) }
/// }
/// lines.finish()
/// while let line = try lines.next() { use(line) }
/// ```
/// Empty lines are lines too; whether they mean something is the caller's business.
package struct JSONLines: Sendable {
  /// One line.
  package struct Line: Sendable {
    /// Counted from 1.
    package let number: Int
    /// Where the line begins, in bytes from the start of the stream.
    package let offset: Int
    /// Where the next line begins: after this one's line end.
    package let endOffset: Int
    /// Whether a line end stands after it; only the last line of a stream can be without.
    package let isTerminated: Bool
    /// The content without LF or CR LF. Copy what outlives the next `append`, or pay for a copy of the whole buffer.
    package let bytes: ArraySlice<UInt8>
  }

  /// A line is longer than allowed. Reading can go on: the rest of that line is passed over.
  package struct LineTooLong: Error, Equatable, Sendable {
    package let number: Int
    package let offset: Int
    /// The limit, in bytes.
    package let limit: Int

    /// The error as a diagnostic in a file.
    package func diagnostic(file: String) -> Diagnostic {
      Diagnostic(
        code: "lineTooLong", message: "the line is longer than \(limit) bytes",
        place: SourcePlace(file: file, line: number, column: 1), hint: "check that each record ends with a line end")
    }
  }

  /// The longest line allowed unless said otherwise, in bytes: 64 MiB.
  package static let defaultMaximumLength = 64 << 20

  private let maximumLength: Int
  private var buffer: [UInt8] = []
  /// Where the current line begins in the buffer, and how far it was searched for its end.
  private var start = 0
  private var searched = 0
  /// The offset of the buffer's first byte in the stream.
  private var bufferOffset = 0
  private var number = 1
  private var isFinished = false
  /// Whether the rest of a line that was too long is being passed over.
  private var passesOver = false

  package init(maximumLength: Int = JSONLines.defaultMaximumLength) { self.maximumLength = maximumLength }

  /// Adds bytes to the stream.
  package mutating func append(_ chunk: [UInt8]) {
    dropTaken()
    if buffer.isEmpty { buffer = chunk } else { buffer.append(contentsOf: chunk) }
  }

  /// Adds bytes to the stream.
  package mutating func append(_ chunk: ArraySlice<UInt8>) {
    dropTaken()
    buffer.append(contentsOf: chunk)
  }

  /// Adds bytes to the stream.
  package mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    dropTaken()
    buffer.append(contentsOf: chunk)
  }

  /// Says that nothing more comes, so that `next` gives a last line without line end too.
  package mutating func finish() { isFinished = true }

  /// The next line, or nil when more bytes are needed (or none are left).
  package mutating func next() throws(LineTooLong) -> Line? {
    while true {
      let end = ByteScan.firstIndex(of: 0x0A, in: buffer, from: searched)
      searched = end ?? buffer.count
      let contentEnd = end ?? buffer.count
      if passesOver {
        start = contentEnd
        guard end != nil else { return nil }
        passesOver = false
        step(past: contentEnd + 1)
        continue
      }
      // A CR that may belong to the line end does not count.
      let content = contentEnd > start && buffer[contentEnd - 1] == 0x0D && (end != nil || !isFinished) ? 1 : 0
      if contentEnd - content - start > maximumLength {
        passesOver = true
        throw LineTooLong(number: number, offset: bufferOffset + start, limit: maximumLength)
      }
      guard end != nil || (isFinished && start < buffer.count) else { return nil }
      let next = end.map { $0 + 1 } ?? buffer.count
      let line = Line(
        number: number, offset: bufferOffset + start, endOffset: bufferOffset + next, isTerminated: end != nil,
        bytes: buffer[start..<(contentEnd - content)])
      step(past: next)
      return line
    }
  }

  private mutating func step(past next: Int) {
    start = next
    searched = next
    number += 1
  }

  private mutating func dropTaken() {
    guard start > 0 else { return }
    if start == buffer.count { buffer.removeAll(keepingCapacity: true) } else { buffer.removeSubrange(..<start) }
    bufferOffset += start
    searched -= start
    start = 0
  }
}
