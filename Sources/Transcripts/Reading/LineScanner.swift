/// Cuts a stream of bytes into lines and keeps only what has not been taken yet.
///
/// Unlike a reader of JSON Lines it leaves every byte in place: the checksum of a transcript covers line ends too.
struct LineScanner {
  /// The bytes not yet dropped; ranges of lines are offsets in here until the next `feed`.
  private(set) var bytes: [UInt8] = []
  private var taken = 0
  private var scanned = 0

  /// How many bytes of an unfinished line are waiting for more.
  var unfinished: Range<Int> { taken..<bytes.count }

  mutating func feed(_ chunk: UnsafeRawBufferPointer) {
    if taken > 0 {
      bytes.removeFirst(taken)
      scanned -= taken
      taken = 0
    }
    bytes.append(contentsOf: chunk)
  }

  /// The next whole line including its LF, nil when there is none yet.
  mutating func next() -> Range<Int>? {
    let start = taken
    let end = bytes.withUnsafeBufferPointer { Self.lineEnd(from: scanned, in: $0) }
    guard let end else {
      scanned = bytes.count
      return nil
    }
    taken = end + 1
    scanned = taken
    return start..<taken
  }

  /// The offset of the first LF, looked for in steps of eight bytes.
  private static func lineEnd(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    var index = start
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let difference = word ^ 0x0A0A_0A0A_0A0A_0A0A
      let zeros = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count {
      if bytes[index] == 0x0A { return index }
      index += 1
    }
    return nil
  }
}
