/// Walks forward over the lines of one logical line and counts columns once, however many statements stand on them.
struct PlaceCursor: Sendable {
  /// The physical line, counted from 0 in the logical line.
  private(set) var index = 0
  /// Counted from 1, in Unicode scalars.
  private(set) var column = 1
  private var offset = 0
  private var cachedLine: (index: Int, text: String)?

  /// Moves to a byte at or after the present one.
  mutating func advance(to target: Int, in bytes: [UInt8], base: Int, lines: [LineScan.PhysicalLine]) {
    while index + 1 < lines.count, lines[index + 1].start <= target {
      index += 1
      offset = lines[index].start
      column = 1
    }
    while offset < target {
      if bytes[base + offset] & 0xC0 != 0x80 { column += 1 }
      offset += 1
    }
  }

  /// The text of the physical line that the cursor stands on, made once.
  mutating func sourceLine(of line: LineScan.PhysicalLine, in bytes: [UInt8], base: Int) -> String {
    if let cachedLine, cachedLine.index == index { return cachedLine.text }
    let text = String(decoding: bytes[base + line.start..<base + line.end], as: UTF8.self)
    cachedLine = (index, text)
    return text
  }
}
