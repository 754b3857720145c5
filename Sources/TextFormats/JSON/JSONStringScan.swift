/// Looks for the bytes that end a plain run inside a JSON string, eight at a time.
enum JSONStringScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The index of the next quote, backslash or control character (else the end), and whether all before it is ASCII.
  @inline(__always)
  static func stop(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (index: Int, isASCII: Bool) {
    let raw = UnsafeRawBufferPointer(bytes)
    let count = bytes.count
    var index = start
    var seen: UInt64 = 0
    while index + 8 <= count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // The high bit of a byte is set where it stops the run; a borrow can set one falsely, but only above a true one.
      let stops =
        (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- (ones &* 0x20)) & ~word)) & highs
      if stops != 0 {
        let bits = stops.trailingZeroBitCount & ~7
        seen |= word & ((1 << UInt64(bits)) &- 1)
        return (index + bits >> 3, seen & highs == 0)
      }
      seen |= word
      index += 8
    }
    while index < count {
      let byte = bytes[index]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      seen |= UInt64(byte)
      index += 1
    }
    return (index, seen & highs == 0)
  }
}
