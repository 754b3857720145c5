import Testing

@testable import TextFormats

struct UTF8ValidationTests {
  @Test(arguments: [
    "", "plain", "é", "€", "𝄞", "\u{7F}\u{80}\u{7FF}\u{800}\u{D7FF}\u{E000}\u{FFFF}\u{10000}\u{10FFFF}",
    "exactly8", "longer than eight bytes é and on and on €€€ 𝄞𝄞",
  ])
  func acceptsText(_ text: String) {
    #expect(UTF8Validation.firstFault(in: Array(text.utf8)) == nil)
  }

  /// After Markus Kuhn's "UTF-8 decoder capability and stress test".
  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xE0, 0xA0], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func findsTheFirstByteOfABadSequence(_ bad: [UInt8]) {
    for before in ["", "abc", "é", "12345678", "123456789", "some € more text, over eight"] {
      let bytes = Array(before.utf8) + bad
      #expect(UTF8Validation.firstFault(in: bytes) == .invalid(offset: before.utf8.count))
      #expect(UTF8Validation.firstFault(in: bytes + Array("after".utf8)) == .invalid(offset: before.utf8.count))
    }
  }

  @Test func findsWhicheverFaultComesFirst() {
    #expect(UTF8Validation.firstFault(in: [0x61, 0x00, 0xFF]) == .null(offset: 1))
    #expect(UTF8Validation.firstFault(in: [0x61, 0xFF, 0x00]) == .invalid(offset: 1))
    let bytes: [UInt8] = [0xFF, 0x61, 0x62, 0x00]
    #expect(UTF8Validation.firstFault(in: bytes[1...]) == .null(offset: 2))
  }

  @Test func agreesWithTheStandardLibraryOnEveryPairAndOnRandomBytes() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [first, second, 0x80, 0x80]
        #expect(
          (bytes.withUnsafeBufferPointer { UTF8Validation.firstInvalid(in: $0) } == nil)
            == (String(validating: bytes, as: UTF8.self) != nil))
      }
    }
  }

  @Test func countsLinesAndScalars() {
    let bytes = Array("aé€\n𝄞x\r\n\nend".utf8)
    func position(_ offset: Int) -> TextPosition { TextPosition(ofOffset: offset, in: bytes) }
    #expect(position(0) == TextPosition(line: 1, column: 1))
    #expect(position(1) == TextPosition(line: 1, column: 2))
    #expect(position(3) == TextPosition(line: 1, column: 3))
    #expect(position(6) == TextPosition(line: 1, column: 4))
    #expect(position(7) == TextPosition(line: 2, column: 1))
    #expect(position(11) == TextPosition(line: 2, column: 2))
    #expect(position(15) == TextPosition(line: 4, column: 1))
    #expect(position(1_000) == TextPosition(line: 4, column: 4))
    #expect(TextPosition.line(holding: 8, in: bytes[...]) == "𝄞x")
    #expect(TextPosition.line(holding: 1_000, in: bytes[...]) == "end")
    #expect(TextPosition.line(holding: 0, in: []) == "")
  }
}
