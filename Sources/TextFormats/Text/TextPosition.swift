/// Line and column of a byte in a text.
package struct TextPosition: Equatable, Sendable {
  /// Counted from 1; only LF ends a line.
  package var line: Int
  /// Counted from 1, in Unicode scalars (bytes that continue a scalar do not count, also in invalid UTF-8).
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The position of the byte at an offset; offsets beyond the end stand for the end.
  package init(ofOffset offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(line: 1, column: 1)
    for byte in bytes.prefix(max(0, offset)) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }

  /// The position of the byte at an offset from the start of the slice.
  package init(ofOffset offset: Int, in bytes: ArraySlice<UInt8>) {
    self = bytes.withUnsafeBufferPointer { TextPosition(ofOffset: offset, in: $0) }
  }

  /// The position of the byte at an offset.
  package init(ofOffset offset: Int, in bytes: [UInt8]) {
    self.init(ofOffset: offset, in: bytes[...])
  }

  /// The text of the line that the byte at an offset (from the start of the slice) stands on, without its line end;
  /// invalid UTF-8 is replaced.
  package static func line(holding offset: Int, in bytes: ArraySlice<UInt8>) -> String {
    let middle = bytes.startIndex + min(max(0, offset), bytes.count)
    let start = bytes[..<middle].lastIndex(of: 0x0A).map { $0 + 1 } ?? bytes.startIndex
    var end = bytes[middle...].firstIndex(of: 0x0A) ?? bytes.endIndex
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
