import Testing

@testable import TextFormats

struct DiagnosticTextTests {
  private func diagnostic(column: Int, line: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(
      code: "badArgument", message: "no such thing", place: SourcePlace(file: "smoke.flagsh", line: 3, column: column),
      sourceLine: line, hint: hint)
  }

  @Test func showsPlaceLineCaretAndHint() {
    #expect(
      DiagnosticText.text(diagnostic(column: 9, line: "refresh --foo", hint: "see 'help refresh'")) == """
        smoke.flagsh:3:9: error: no such thing
        refresh --foo
                ^
        hint: see 'help refresh'

        """)
  }

  @Test func namesTheProgramWithoutAPlace() {
    let diagnostic = Diagnostic(code: "unknownOption", message: "unknown option '--foo'", hint: "see --help")
    #expect(DiagnosticText.lines(diagnostic) == ["flagsh: error: unknown option '--foo'", "hint: see --help"])
    #expect(DiagnosticText.lines(diagnostic, severity: .warning)[0] == "flagsh: warning: unknown option '--foo'")
  }

  @Test func keepsTabsSoThatTheCaretStaysBelow() {
    #expect(DiagnosticText.lines(diagnostic(column: 4, line: "\ta\tb"))[1...] == ["\ta\tb", "\t \t^"])
  }

  @Test func showsControlsAsEscapesAndCountsThem() {
    let lines = DiagnosticText.lines(diagnostic(column: 3, line: "a\u{1B}b\u{202E}c"))
    #expect(lines[1...] == ["a\\u{1b}b\\u{202e}c", "       ^"])
  }

  @Test func countsWideScalarsTwiceAndMarksNot() {
    #expect(DiagnosticText.lines(diagnostic(column: 3, line: "日本x"))[2] == "    ^")
    #expect(DiagnosticText.lines(diagnostic(column: 3, line: "e\u{301}x"))[2] == " ^")
    #expect(DiagnosticText.lines(diagnostic(column: 2, line: "éx"))[2] == " ^")
  }

  @Test(arguments: [1, 50, 67, 68, 500, 999, 1_000, 1_001, 5_000])
  func cutsLongLinesAroundTheCaret(_ column: Int) throws {
    let line = (0..<1_000).map { String($0 % 10) }.joined()
    let lines = DiagnosticText.lines(diagnostic(column: column, line: line))
    #expect(lines[1].utf8.count <= DiagnosticText.columnsShown + 6)
    let caret = try #require(lines[2].utf8.firstIndex(of: UInt8(ascii: "^")))
    let below = lines[2].utf8.distance(from: lines[2].utf8.startIndex, to: caret)
    if column <= 1_000 {
      #expect(Array(lines[1].utf8)[below] == UInt8(ascii: "0") + UInt8((column - 1) % 10))
    } else {
      #expect(below == lines[1].utf8.count)
    }
  }

  @Test func letsNothingMoveTheCursor() {
    let hostile = Diagnostic(
      code: "x", message: "a\u{1B}[2Jb\nc", place: SourcePlace(file: "d\re", line: 1, column: -5), sourceLine: "\u{7}",
      hint: "f\u{9B}g")
    for line in DiagnosticText.lines(hostile) {
      #expect(line.unicodeScalars.allSatisfy { (" "..."~").contains($0) })
    }
  }
}
