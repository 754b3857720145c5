import Foundation
import TestSupport
import Testing

@Suite struct EditingTests {
  @Test func enterGivesTheLine() throws {
    let probe = try ProbeSession()
    try probe.type("refresh\r")
    #expect(probe.screen.lines == ["> refresh", "line \"refresh\"", ">"])
  }

  @Test func severalLinesTypedAtOnceAreSeveralLines() throws {
    let probe = try ProbeSession()
    probe.terminal.type("one\rtwo\rquit\r")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(probe.terminal.screen.text.contains("line \"one\""))
    #expect(probe.terminal.screen.text.contains("line \"two\""))
  }

  @Test(arguments: ["C.UTF-8", "C", "de_DE.ISO-8859-1", ""])
  func typedTextKeepsItsCharactersInAnyLocale(locale: String) throws {
    let probe = try ProbeSession(locale: locale)
    try probe.type("größe 世界 🙂\r")
    #expect(probe.screen.lines == ["> größe 世界 🙂", "line \"größe 世界 🙂\"", ">"])
  }

  @Test func bytesThatAreNotUTF8AreDropped() throws {
    let probe = try ProbeSession()
    try probe.type(bytes: [0x61, 0xFF, 0x62, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x63, 0x0D])
    #expect(probe.screen.lines.contains("line \"ab(c\""))
  }

  @Test func controlDEndsTheInputOnAnEmptyLineOnly() throws {
    let probe = try ProbeSession()
    try probe.type("ab\u{1}\u{4}\r")
    #expect(probe.screen.lines.contains("line \"b\""))
    try probe.type("x\u{4}\r")
    #expect(probe.screen.lines.contains("line \"x\""))
    probe.terminal.type("\u{4}")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(probe.screen.lines.last == "end")
    #expect(probe.terminal.isInLineMode)
  }

  @Test func controlCDropsTheLineAndTheSessionLives() throws {
    let probe = try ProbeSession()
    try probe.type("half a comm")
    try probe.interrupt()
    #expect(probe.screen.lines == ["> half a comm^C", "interrupted", ">"])
    try probe.type("next\r")
    #expect(probe.screen.lines.contains("line \"next\""))
  }

  @Test func controlCInTheMiddleOfAWrappedLineLeavesItWhole() throws {
    let probe = try ProbeSession(columns: 20)
    try probe.type("abcdefghijklmnopqrstuvwxyz0123456789\u{1}")
    try probe.interrupt()
    #expect(probe.screen.lines == ["> abcdefghijklmnopqr", "stuvwxyz0123456789^C", "interrupted", ">"])
  }

  @Test func controlCInASearchDropsTheSearch() throws {
    let probe = try ProbeSession()
    try probe.type("status --all\r")
    try probe.type("\u{12}stat")
    try probe.interrupt()
    try probe.type("next\r")
    #expect(probe.screen.lines.contains("line \"next\""))
  }

  @Test func controlRFindsAnEarlierLine() throws {
    let probe = try ProbeSession()
    try probe.type("status --all\rrefresh\r")
    try probe.type("\u{12}sta\r")
    #expect(probe.screen.lines.filter { $0 == "line \"status --all\"" }.count == 2)
  }

  @Test(arguments: [
    ("\u{17}", "one ^"), ("\u{15}", "^"), ("\u{1B}[1;5D\u{1B}[1;5D", "^one two"), ("\u{1B}[H", "^one two"),
    ("\u{1B}[1~\u{1B}[F", "one two^"), ("\u{1B}OH\u{1B}OC", "o^ne two"), ("\u{1B}[D\u{1B}[D\u{1B}[3~", "one t^o"),
    ("\u{1B}[1;5D\u{15}", "^two"), ("\u{1B}\u{1B}[D", "one ^two"), ("\u{1}\u{1B}[1;5C", "one^ two"),
  ])
  func promisedKeysWork(keys: String, expected: String) throws {
    let probe = try ProbeSession()
    try probe.type("one two" + keys + "^\r")
    #expect(probe.screen.lines.contains("line \"\(expected)\""))
  }

  @Test(arguments: ["\u{1B}[15~", "\u{1B}[1;6P", "\u{1B}OP", "\u{1B}[[A", "\u{1B}[2~", "\u{1B}[200;5u"])
  func unknownKeysTypeNothing(keys: String) throws {
    let probe = try ProbeSession()
    try probe.type("ab\(keys)c\r")
    #expect(probe.screen.lines.contains("line \"abc\""))
    #expect(probe.screen.bells == 1)
  }

  @Test func arrowsRecallLinesAndKeepPrivateOnesOut() throws {
    let probe = try ProbeSession()
    try probe.type("first\rsecond\rsecond\r secret\r")
    try probe.type("\u{1B}[A\u{1B}[A!\r")
    #expect(probe.screen.lines.contains("line \"first!\""))
  }

  @Test func longLineIsReturnedWhole() throws {
    let probe = try ProbeSession()
    let text = String(repeating: "abcdefghij", count: 2000)
    try probe.type(text)
    probe.terminal.type("\r")
    try probe.terminal.wait(for: "line \"\(text.prefix(50))")
    try probe.terminal.wait(for: "\(text.suffix(50))\"")
  }

  @Test func colouredPromptIsPaintedOverThePlainOne() throws {
    let probe = try ProbeSession(columns: 20, settings: ["PROBE_PAINT": "32"])
    try probe.type("abcdefghijklmnopqrstuvwxyz\u{1}X\u{5}Y")
    #expect(probe.screen.lines == ["> Xabcdefghijklmnopq", "rstuvwxyzY"])
    #expect(probe.terminal.visibleOutput.contains("␛[32m> ␛[0m"))
    #expect(probe.screen.cursor == .init(1, 10))
  }

  @Test func pasteIsInsertedAndNotRun() throws {
    let probe = try ProbeSession()
    #expect(probe.screen.marksPastes)
    try probe.type("\u{1B}[200~one\rtwo\tx\rthree\r\u{1B}[201~")
    #expect(probe.screen.lines == ["> one", "two     x", "three"])
    try probe.type("!\r")
    #expect(probe.screen.lines.contains("line \"one\\ntwo\\tx\\nthree!\""))
  }

  @Test func interruptedPasteIsThrownAway() throws {
    let probe = try ProbeSession()
    try probe.type("\u{1B}[200~one\rtwo")
    try probe.interrupt()
    try probe.type("next\r")
    #expect(probe.screen.lines.contains("line \"next\""))
    #expect(!probe.screen.text.contains("two"))
  }

  @Test func pasteMarksAreSwitchedOffBetweenLines() throws {
    let probe = try ProbeSession()
    probe.terminal.type("quit\r")
    _ = try probe.terminal.waitForEnd()
    #expect(!probe.screen.marksPastes)
  }
}
