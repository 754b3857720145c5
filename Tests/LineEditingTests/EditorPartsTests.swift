import TestSupport
import Testing

@testable import LineEditing

@Suite struct EscapeFilterTests {
  private func feed(_ text: String, known: [String]? = ["\u{1B}[A", "\u{1B}\u{1B}[D", "\u{1B}OA"]) -> [EscapeFilter
    .Verdict]
  {
    var filter = EscapeFilter(known: known)
    return text.unicodeScalars.map { filter.feed($0.value) }.filter { $0 != .incomplete }
  }

  private func pass(_ text: String) -> EscapeFilter.Verdict { .pass(text.unicodeScalars.map(\.value)) }

  @Test func textPassesScalarByScalar() {
    #expect(feed("aé") == [pass("a"), pass("é")])
  }

  @Test(arguments: ["\u{1B}[A", "\u{1B}\u{1B}[D", "\u{1B}OA", "\u{1B}b", "\u{1B}\u{1B}x"])
  func knownAndShortSequencesPassWhole(sequence: String) {
    #expect(feed(sequence + "x") == [pass(sequence), pass("x")])
  }

  @Test(arguments: ["\u{1B}[15~", "\u{1B}OQ", "\u{1B}[[B", "\u{1B}[1;2:3u", "\u{1B}\u{1B}[C"])
  func unknownSequencesAreSwallowedWhole(sequence: String) {
    #expect(feed(sequence + "x") == [.unknown, pass("x")])
  }

  @Test func everythingPassesWhenTheUserBindsKeys() {
    #expect(feed("\u{1B}[15~", known: nil) == [pass("\u{1B}[15~")])
  }

  @Test func pasteStartBecomesItsKey() {
    #expect(feed("\u{1B}[200~x") == [pass("\u{80}"), pass("x")])
  }

  @Test func endlessSequenceIsGivenUp() {
    let digits = String(repeating: "1", count: EscapeFilter.longestSequence - 2)
    #expect(feed("\u{1B}[" + digits) == [.unknown])
  }
}

@Suite struct ScalarDecoderTests {
  private func decode(_ bytes: [UInt8]) -> String {
    var decoder = ScalarDecoder()
    var view = String.UnicodeScalarView()
    for byte in bytes {
      if let scalar = decoder.feed(byte).flatMap(Unicode.Scalar.init) { view.append(scalar) }
    }
    return String(view)
  }

  @Test(arguments: ["a", "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}", "世界 🙂 größe"])
  func wholeSequencesAreTaken(text: String) {
    #expect(decode(Array(text.utf8)) == text)
  }

  // From the table of ill-formed sequences in the Unicode standard, section 3.9.
  @Test(
    arguments: [
      [0xC0, 0xAF], [0xE0, 0x80, 0xBF], [0xF0, 0x81, 0x82, 0x41 + 0x40], [0xED, 0xA0, 0x80], [0xF4, 0x91, 0x92, 0x93],
      [0xFF], [0x80], [0xC2], [0xE1, 0x80], [0xF0, 0x90, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func illFormedSequencesAreDroppedAndTheNextScalarIsTaken(bytes: [UInt8]) {
    #expect(decode(bytes + [0x41]) == "A")
    #expect(decode(bytes + Array("é".utf8)) == "é")
  }
}

@Suite struct PromptTests {
  @Test func onlyPrintableASCIIStays() {
    #expect(Prompt("❯ a\u{1B}[3mb\tc\n> ").text == " a[3mbc> ")
    #expect(Prompt("\u{301}e\u{301}> ").text == "e> ")
  }

  @Test func paintedTextMustShowTheSame() {
    #expect(Prompt("a> ", painted: "\u{1B}[1;32ma\u{1B}[m> ").painted != nil)
    #expect(Prompt("a> ", painted: "\u{1B}[1;32mb\u{1B}[m> ").painted == nil)
    #expect(Prompt("a> ", painted: "\u{1B}[2Ja> ").painted == nil)
    #expect(Prompt("a> ", painted: "a> \u{1B}").painted == nil)
  }
}

@Suite struct CandidateListTests {
  private func lines(_ candidates: [CompletionAnswer.Candidate], columns: Int = 20, rows: Int = 10) -> [String] {
    CandidateList.lines(candidates, columns: columns, rows: rows) { $0.value >= 0x4E00 ? 2 : 1 }
  }

  @Test func columnsGoDownFirst() {
    #expect(lines(["a", "bb", "ccc", "d", "e", "f", "g"].map { .init($0) }) == ["a    ccc  e    g", "bb   d    f"])
  }

  @Test func notesStandBehindTheirCandidates() {
    #expect(
      lines([.init("a", note: "first"), .init("世", note: "second and long"), .init("ccc")])
        == ["a    first", "世   second and lo…", "ccc"])
  }

  @Test func noMoreThanTheRowsAndTheRestIsCounted() {
    #expect(lines((0..<9).map { .init("word\($0)", note: "n") }, rows: 3) == ["word0  n", "word1  n", "… 7 more"])
    #expect(lines((0..<9).map { .init("word\($0)") }, columns: 8, rows: 3) == ["word0", "word1", "… 7 more"])
  }

  @Test func controlCharactersDoNotReachTheTerminal() {
    #expect(lines([.init("a\u{1B}[2J\n\u{9B}b")]) == ["a?[2J??b"])
  }

  @Test func narrowTerminalGetsSomething() {
    #expect(lines([.init("abc"), .init("def")], columns: 1, rows: 5) == ["…", "…"])
    #expect(lines([.init("abc"), .init("def")], columns: 80, rows: 1) == ["abc  def"])
  }
}

@Suite struct CompletionAnswerTests {
  @Test func commonPrefixIsTakenScalarByScalar() {
    func prefix(_ texts: String...) -> String {
      let answer = CompletionAnswer(range: 0..<0, candidates: texts.map { .init($0) })
      return String(String.UnicodeScalarView(answer.commonPrefix))
    }
    #expect(prefix("record", "refresh", "report") == "re")
    #expect(prefix("a", "a") == "a")
    #expect(prefix("a", "b") == "")
    #expect(prefix("abc", "ab") == "ab")
    #expect(prefix("🏳\u{200D}🌈", "🏳\u{200D}⚧") == "🏳\u{200D}")
    #expect(prefix() == "")
  }
}

@Suite struct PasteTests {
  @Test func lineEndsBecomeNewlinesAndControlCharactersGo() {
    func clean(_ text: String) -> String { LineEditor.cleaned(text.unicodeScalars.map(\.value)) }
    #expect(clean("a\r\nb\rc\nd\r\n\r\ne") == "a\nb\nc\nd\n\ne")
    #expect(clean("a\r\r\n") == "a")
    #expect(clean("a\0b\u{1B}[31mc\td\u{7F}\u{85}e") == "ab[31mc\tde")
  }
}

@Suite struct LineLayoutTests {
  private func layout(_ text: String, cursor: Int? = nil, prompt: Int = 2) -> LineLayout {
    let line = text.unicodeScalars.map(\.value)
    return LineLayout(
      promptWidth: prompt, line: line, cursor: cursor ?? line.count, columns: 10, isDrawn: true
    ) { $0 == 0xFFFE ? -1 : $0 >= 0x4E00 ? 2 : 1 }
  }

  @Test(arguments: [
    ("", 0, 2), ("abcdefg", 0, 9), ("abcdefgh", 1, 0), ("abcdefghi", 1, 1), ("abcdefg世", 1, 2), ("abcdef世", 1, 0),
    ("a\n", 1, 0), ("abcdefgh\n", 2, 0), ("\t", 0, 8), ("\tab", 1, 0), ("abcdefg\t", 1, 0), ("\u{7}", 0, 4),
    ("\u{FFFE}", 0, 9),
  ])
  func cursorStandsAfterTheText(text: String, row: Int, column: Int) {
    #expect(layout(text).end == ScreenPosition(row: row, column: column))
    #expect(layout(text).cursor == ScreenPosition(row: row, column: column))
  }

  @Test(arguments: [1, 2, 3])
  func narrowScreensAreLaidOutToTheEnd(columns: Int) {
    let line: [UInt32] = "世a世\tb\n\u{7}".unicodeScalars.map(\.value)
    let found = LineLayout(promptWidth: 5, line: line, cursor: line.count, columns: columns) { $0 >= 0x4E00 ? 2 : 1 }
    #expect((0..<columns).contains(found.end.column))
    #expect(found.end.row >= 5 / columns)
  }

  @Test func cursorStandsOnItsScalar() {
    #expect(layout("abcdefghij", cursor: 8).cursor == ScreenPosition(row: 1, column: 0))
    #expect(layout("abcdefg世x", cursor: 7).cursor == ScreenPosition(row: 1, column: 0))
    #expect(layout("abcdefg世x", cursor: 8).cursor == ScreenPosition(row: 1, column: 2))
    #expect(layout("abcdefgx", cursor: 7).cursor == ScreenPosition(row: 0, column: 9))
  }

  @Test(arguments: [
    "", "abcdefgh", "abcdefghij", "abcdef世", "abcdefg世x", "a\nb", "abcdefgh\ni", "a\tb\tc\td", "\u{7}\u{1B}abcdef",
    "世世世世世世世",
  ])
  func textPutsTheTerminalWhereTheLayoutSays(text: String) {
    var screen = ScreenEmulator(rows: 10, columns: 10)
    let found = layout(text)
    screen.feed(Array("> ".utf8) + Array(String(found.text).utf8))
    #expect(screen.cursor == .init(found.end.row, found.end.column))
  }
}
