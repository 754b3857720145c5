import Foundation
import TestSupport
import Testing

@Suite struct TerminalTests {
  @Test func textAppearsAboveAWrappedLineWithTheCursorInItsMiddle() throws {
    let probe = try ProbeSession(columns: 20)
    try probe.type("abcdefghijklmnopqrstuvwxyz0123456789世界\u{1}")
    for _ in 0..<5 { try probe.type("\u{1B}[C") }
    try probe.order("above answer 1")
    try probe.order("above answer 2 which is longer than a row")
    try probe.type("_")
    #expect(
      probe.screen.lines == [
        "answer 1", "answer 2 which is lo", "nger than a row", "> abcde_fghijklmnopq", "rstuvwxyz0123456789",
        "世界",
      ])
    #expect(probe.screen.cursor == .init(3, 8))
  }

  @Test func textAppearsAboveALineThatEndsAtTheEdge() throws {
    let probe = try ProbeSession(columns: 20)
    try probe.type("abcdefghijklmnopqr")
    try probe.order("above answer")
    try probe.type("s")
    #expect(probe.screen.lines == ["answer", "> abcdefghijklmnopqr", "s"])
  }

  @Test(arguments: [
    "a\tb\tcdefghijklmnop\tq", "\u{FFFE}\u{10FFFF}abcdefghi", "one\rtwo\r\rthree", "abcdefghijklmnopqr\rs",
  ])
  func textAppearsAboveLinesWithUnusualCharacters(line: String) throws {
    let probe = try ProbeSession(columns: 20)
    try probe.type("\u{1B}[200~\(line)\u{1B}[201~")
    let before = probe.screen
    try probe.order("above answer")
    #expect(probe.screen.lines == ["answer"] + before.lines)
    #expect(probe.screen.cursor == .init(before.cursor.row + 1, before.cursor.column))
  }

  @Test func textAppearsAboveASearch() throws {
    let probe = try ProbeSession()
    try probe.type("status\r")
    try probe.type("\u{12}sta")
    try probe.order("above answer")
    try probe.type("\r")
    #expect(probe.screen.lines.filter { $0 == "line \"status\"" }.count == 2)
    #expect(probe.screen.lines.contains("answer"))
  }

  @Test func promptChangesUnderTheLine() throws {
    let probe = try ProbeSession(columns: 20)
    try probe.type("abcdefghijklmnopqrstuvwxyz\u{1B}[D")
    try probe.order("prompt loading> ")
    try probe.type("_")
    #expect(probe.screen.lines == ["loading> abcdefghijk", "lmnopqrstuvwxy_z"])
  }

  @Test(arguments: ["xterm-256color", "vt100"])
  func completionWithOneCandidateInsertsIt(term: String) throws {
    let probe = try ProbeSession(term: term)
    try probe.type("sta\tx")
    #expect(probe.screen.lines == ["> status x"])
    try probe.type("\u{15}grö\tx")
    #expect(probe.screen.lines == ["> größe x"])
  }

  @Test func completionWithoutCandidatesRingsTheBell() throws {
    let probe = try ProbeSession()
    try probe.type("zzz\t")
    #expect(probe.screen.lines == ["> zzz"])
    #expect(probe.screen.bells == 1)
  }

  @Test func completionInsertsTheCommonPart() throws {
    let probe = try ProbeSession()
    try probe.type("r\te")
    #expect(probe.screen.lines == ["> ree"])
  }

  @Test func completionListsSeveralAboveTheLine() throws {
    let probe = try ProbeSession(columns: 24)
    try probe.type("this line is longer than re x\u{1B}[D\u{1B}[D\t")
    #expect(
      probe.screen.lines == [
        "refresh  report", "record", "> this line is longer th", "an re x",
      ])
    #expect(probe.screen.cursor == .init(3, 5))
  }

  @Test func completionListsNotesAndNoMoreThanAScreenful() throws {
    let probe = try ProbeSession(rows: 8, settings: ["PROBE_CANDIDATES": "40", "PROBE_NOTE": "a note"])
    try probe.type("\t")
    #expect(probe.screen.lines == ["> item10"])
    try probe.type("\t")
    #expect(probe.screen.lines.contains("item1000  a note"))
    #expect(probe.screen.lines.contains("… 35 more"))
    #expect(probe.screen.row(probe.screen.cursor.row) == "> item10")
  }

  @Test func wideCharactersAtTheEdgeStayWhole() throws {
    let probe = try ProbeSession(columns: 9)
    try probe.type("世界世界")
    #expect(probe.screen.lines == ["> 世界世", "界"])
    try probe.type("\u{1}x")
    #expect(probe.screen.lines == ["> x世界世", "界"])
    try probe.type("\u{5}y")
    #expect(probe.screen.lines == ["> x世界世", "界y"])
    #expect(probe.screen.cursor == .init(1, 3))
  }

  @Test(arguments: [12, 30])
  func resizingDrawsTheLineAnew(columns: Int) throws {
    let probe = try ProbeSession(columns: 20)
    try probe.type("abcdefghijklmnopqrstuvwxyz0123456789\u{1B}[D")
    probe.terminal.resize(rows: 24, columns: columns)
    let whole = Array("> abcdefghijklmnopqrstuvwxyz0123456789")
    let expected = stride(from: 0, to: whole.count, by: columns).map {
      String(whole[$0..<min($0 + columns, whole.count)])
    }
    try probe.terminal.wait(for: "the line to be drawn anew") {
      probe.terminal.visibleOutput.components(separatedBy: "␛[J").count >= 4 && probe.screen.lines == expected
    }
    try probe.type("\u{8}_")
    #expect(probe.screen.lines.joined() == "> abcdefghijklmnopqrstuvwxyz01234567_9")
  }

  @Test func suspensionAndContinuationLeaveTheLineWhole() throws {
    let probe = try ProbeSession()
    try probe.type("half a comm")
    probe.terminal.signal(SIGSTOP)
    try probe.terminal.waitUntilStopped()
    probe.terminal.signal(SIGCONT)
    let marks = "␛[?2004h"
    try probe.terminal.wait(for: "paste marks to be asked for again") {
      probe.terminal.visibleOutput.components(separatedBy: marks).count == 3
    }
    try probe.type("and\r")
    #expect(probe.screen.lines == ["> half a command", "line \"half a command\"", ">"])
    #expect(!probe.terminal.isInLineMode)
  }

  @Test(arguments: [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func terminationLeavesTheTerminalSane(signal: Int32, status: Int32) throws {
    let probe = try ProbeSession()
    try probe.type("half a comm")
    #expect(!probe.terminal.isInLineMode)
    probe.terminal.signal(signal)
    #expect(try probe.terminal.waitForEnd() == .exited(status))
    #expect(probe.terminal.isInLineMode)
    #expect(!probe.screen.marksPastes)
    #expect(probe.screen.cursor == .init(1, 0))
  }

  @Test(arguments: ["dumb", "", nil, "no-such-terminal"])
  func linesAreReadPlainlyOnATerminalThatCannotEdit(term: String?) throws {
    let probe = try ProbeSession(term: term)
    #expect(probe.screen.lines.first?.hasPrefix("plain: ") ?? false)
    probe.terminal.type("refresh\n")
    try probe.terminal.wait(for: "line \"refresh\"")
    probe.terminal.type("half")
    try probe.terminal.wait(for: "half")
    probe.terminal.type("\u{3}")
    try probe.terminal.wait(for: "interrupted")
    try probe.order("above answer")
    probe.terminal.type("next\n")
    try probe.terminal.wait(for: "line \"next\"")
    probe.terminal.type("\u{4}")
    #expect(try probe.terminal.waitForEnd() == .exited(0))
    #expect(!probe.terminal.visibleOutput.replacing("␛]777", with: "").contains("␛"))
  }

  @Test(arguments: ["xterm", "dumb"])
  func hangingUpEndsTheProgram(term: String) throws {
    let probe = try ProbeSession(term: term)
    probe.terminal.hangUp()
    #expect([.exited(129), .exited(0)].contains(try probe.terminal.waitForEnd()))
  }

  @Test func editrcIsHonouredAndOurKeysStay() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(
      "# keys\nflagsh:bind ^T ed-move-to-beg\nbind -e\nflagsh:bind ^X flagsh-complete\n", to: "rc")
    let probe = try ProbeSession(settings: ["PROBE_EDITRC": file])
    try probe.type("a sta\u{18}b ref\tc\r")
    #expect(probe.screen.lines.contains("line \"a status b refresh c\""))
    try probe.type("\u{1B}[200~x\u{1B}[201~\r")
    #expect(probe.screen.lines.contains("line \"x\""))
  }

  @Test func viKeysOfEditrcWorkWithOurs() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("bind -v\n", to: "rc")
    let probe = try ProbeSession(settings: ["PROBE_EDITRC": file])
    try probe.type("sta\tx")
    try probe.type("\u{1B}0iy\r")
    #expect(probe.screen.lines.contains("line \"ystatus x\""))
  }

  @Test func wrongEditrcGivesAWarning() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("nonsense here\n", to: "rc")
    let probe = try ProbeSession(settings: ["PROBE_EDITRC": file])
    #expect(probe.screen.text.contains("warning: \(file)".prefix(60)))
  }

  @Test func editrcCanSwitchEditingOff() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("edit off\n", to: "rc")
    let probe = try ProbeSession(settings: ["PROBE_EDITRC": file])
    #expect(probe.screen.lines.first == "plain: editing is switched off in editrc")
    probe.terminal.type("x\n")
    try probe.terminal.wait(for: "line \"x\"")
  }

  @Test func historyOutlivesTheSession() throws {
    let folder = try ScratchFolder()
    let file = folder.path(of: "state/flagsh/history")
    let first = try ProbeSession(settings: ["PROBE_HISTORY": file])
    try first.type("refresh\r secret\rstatus\r")
    first.terminal.type("quit\r")
    _ = try first.terminal.waitForEnd()
    let second = try ProbeSession(settings: ["PROBE_HISTORY": file])
    try second.type("\u{1B}[A\u{1B}[A\r")
    #expect(second.screen.lines.contains("line \"refresh\""))
    #expect(try folder.text(of: "state/flagsh/history") == "refresh\nstatus\nrefresh\n")
  }
}
