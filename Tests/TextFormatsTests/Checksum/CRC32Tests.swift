import Testing

@testable import TextFormats

struct CRC32Tests {
  /// Values that python3's `zlib.crc32` gives; the first is the check value of the published catalogue of CRCs.
  @Test(arguments: [
    ("123456789", 0xCBF4_3926), ("", 0), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2),
    ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ("0123456789abcdef", 0x68C4_F033 as UInt32),
  ])
  func givesThePublishedValues(_ text: String, _ expected: UInt32) {
    #expect(CRC32.of(Array(text.utf8)) == expected)
  }

  @Test func givesTheSameForAnyPieces() {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }
    let whole = CRC32.of(bytes)
    for size in [1, 2, 7, 15, 16, 17, 33, 999] {
      var checksum = CRC32()
      for start in stride(from: 0, to: bytes.count, by: size) {
        checksum.update(bytes[start..<min(bytes.count, start + size)])
      }
      #expect(checksum.value == whole, "pieces of \(size)")
    }
  }

  @Test func agreesWithTheBitwiseDefinition() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 13) }
    for count in 0...bytes.count {
      var state: UInt32 = 0xFFFF_FFFF
      for byte in bytes.prefix(count) {
        state ^= UInt32(byte)
        for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1 }
      }
      #expect(CRC32.of(Array(bytes.prefix(count))) == ~state)
    }
  }
}
