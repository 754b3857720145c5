/// Raw bytes of a file, pipe or other descriptor, in large pieces.
///
/// Reading blocks unless `waitForInput` is set; with it, the closure is called whenever reading would block, so that
/// signals are noticed and the world's work goes on.
package final class ByteSource {
  /// What one attempt to read gave.
  package enum Piece: Equatable, Sendable {
    /// At least one byte.
    case bytes([UInt8])
    case end
    /// A signal came while nothing was there to read.
    case signal(Int32)
    /// Reading failed, with the system's error number.
    case failed(Int32)
  }

  /// What one attempt to read a line gave.
  package enum Line: Equatable, Sendable {
    /// The bytes before a newline, or before the end when the last line has none (`isWhole` false).
    case line([UInt8], isWhole: Bool)
    /// More bytes than were allowed came without a newline; they are dropped, the rest of the line follows.
    case tooLong
    case end
    case signal(Int32)
    case failed(Int32)
  }

  /// Bytes asked for by one `read`.
  package static let pieceSize = 128 * 1024

  package let descriptor: Int32
  /// Called when reading would block.
  package var waitForInput: WaitForInput?
  /// Bytes that were read and not handed out: from `next` on.
  private var buffer: [UInt8] = []
  private var position = 0
  /// Where to go on looking for a newline.
  private var searched = 0

  /// The descriptor stays the caller's.
  package init(descriptor: Int32, waitForInput: WaitForInput? = nil) {
    self.descriptor = descriptor
    self.waitForInput = waitForInput
  }

  /// The next bytes, as many as there are at once.
  package func next() -> Piece {
    guard position == buffer.count else {
      defer { drop() }
      return .bytes(Array(buffer[position...]))
    }
    return read()
  }

  /// The next line. After `.end` and `.failed` asking again reads again, as a terminal or growing file allows.
  package func nextLine(maximumBytes: Int) -> Line {
    while true {
      if let newline = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[position..<newline])
        position = newline + 1
        searched = position
        if position == buffer.count { drop() }
        return line.count > maximumBytes ? .tooLong : .line(line, isWhole: true)
      }
      searched = buffer.count
      if buffer.count - position > maximumBytes {
        drop()
        return .tooLong
      }
      switch read() {
      case .bytes(let bytes):
        // Handed-out bytes go only now, so that many short lines of one piece cost one move.
        if position > 0 {
          buffer.removeSubrange(..<position)
          searched -= position
          position = 0
        }
        buffer.append(contentsOf: bytes)
      case .end:
        guard position < buffer.count else { return .end }
        defer { drop() }
        return .line(Array(buffer[position...]), isWhole: false)
      case .signal(let number): return .signal(number)
      case .failed(let number): return .failed(number)
      }
    }
  }

  private func drop() {
    buffer.removeAll(keepingCapacity: true)
    position = 0
    searched = 0
  }

  private func read() -> Piece {
    while true {
      if let waitForInput, !Descriptors.isReadable(descriptor) {
        switch waitForInput(descriptor) {
        case .signal(let number): return .signal(number)
        case .none: continue
        case .terminalReady: break
        }
      }
      var outcome = Descriptors.ReadOutcome.nothing
      let bytes = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { storage, count in
        outcome = Descriptors.read(descriptor, into: UnsafeMutableRawBufferPointer(storage))
        if case .bytes(let found) = outcome { count = found }
      }
      switch outcome {
      case .bytes: return .bytes(bytes)
      case .end: return .end
      case .failed(let number): return .failed(number)
      case .nothing:
        // Without a closure an empty non-blocking descriptor must not be asked in circles.
        if waitForInput == nil { Descriptors.waitUntilReadable(descriptor) }
      }
    }
  }
}
