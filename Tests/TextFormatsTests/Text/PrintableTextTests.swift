import Testing

@testable import TextFormats

struct PrintableTextTests {
  @Test func escapesAllButPrintableASCII() {
    #expect(
      PrintableText.ascii("a b~\\\n\r\t\u{0}\u{1B}\u{7F}é€𝄞")
        == "a b~\\\\\\n\\r\\t\\u{0}\\u{1b}\\u{7f}\\u{e9}\\u{20ac}\\u{1d11e}")
  }

  @Test func showsBytesThatAreNoText() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0xA9, 0xE2, 0x82, 0x0A]
    #expect(PrintableText.ascii(bytes: bytes[...]) == "a\\xff\\u{e9}\\xe2\\x82\\n")
    #expect(PrintableText.ascii(bytes: []) == "")
  }

  @Test func leavesWhatIsSafeToShow() {
    #expect(PrintableText.safe("plain") == "plain")
    #expect(PrintableText.safe("é€日本 \\ e\u{301}") == "é€日本 \\ e\u{301}")
    #expect(
      PrintableText.safe("a\u{1B}[0m\u{9B}\u{202E}\u{200B}\u{2028}\n")
        == "a\\u{1b}[0m\\u{9b}\\u{202e}\\u{200b}\\u{2028}\\n")
  }

  @Test func cutsToColumns() {
    #expect(PrintableText.cut("abcdef", columns: 6) == "abcdef")
    #expect(PrintableText.cut("abcdef", columns: 5) == "abcd~")
    #expect(PrintableText.cut("abcdef", columns: 1) == "~")
    #expect(PrintableText.cut("abcdef", columns: 0) == "")
    #expect(PrintableText.cut("ééé", columns: 3) == "ééé")
  }

  @Test func comparesTextsByCodePoint() {
    #expect("e\u{301}" == "\u{E9}")
    #expect(!"e\u{301}".isExactly("\u{E9}"))
    #expect(!"\u{212B}".isExactly("\u{C5}"))
    #expect("é".isExactly("é"))
    #expect("Z".precedes("a"))
    #expect("\u{FFFF}".precedes("\u{10000}"))
    #expect("".precedes("a"))
    #expect(!"a".precedes("a"))
    #expect(Set([ExactText("e\u{301}"), ExactText("\u{E9}"), ExactText("\u{E9}")]).count == 2)
  }
}
