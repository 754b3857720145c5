/// Searching bytes, many at a time.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The index of the first byte that equals `byte`, from an index on.
  static func firstIndex(of byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBytes { raw in
      let count = raw.count
      let pattern = ones &* UInt64(byte)
      var index = start
      while index + 32 <= count {
        let found =
          zeros(in: word(raw, index) ^ pattern) | zeros(in: word(raw, index + 8) ^ pattern)
          | zeros(in: word(raw, index + 16) ^ pattern) | zeros(in: word(raw, index + 24) ^ pattern)
        if found != 0 { break }
        index += 32
      }
      while index + 8 <= count {
        let found = zeros(in: word(raw, index) ^ pattern)
        if found != 0 { return index + found.trailingZeroBitCount >> 3 }
        index += 8
      }
      while index < count {
        if raw[index] == byte { return index }
        index += 1
      }
      return nil
    }
  }

  /// Whether two runs of the same length hold the same bytes.
  @inline(__always)
  static func areEqual(_ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    let count = one.count
    guard count == other.count else { return false }
    let left = UnsafeRawBufferPointer(one)
    let right = UnsafeRawBufferPointer(other)
    var index = 0
    while index + 8 <= count {
      guard word(left, index) == word(right, index) else { return false }
      index += 8
    }
    while index < count {
      guard left[index] == right[index] else { return false }
      index += 1
    }
    return true
  }

  @inline(__always)
  private static func word(_ raw: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// High bits where a byte is zero; above the lowest such byte there can be false ones.
  @inline(__always)
  private static func zeros(in word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }
}
