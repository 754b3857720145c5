import Foundation
import TestSupport
import Testing

/// How a session on a terminal goes on, and how it ends.
@Suite struct TerminalSessionTests {
  @Test func answerIsPrintedAboveTheLineBeingTyped() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in tester-expanded; open; world latency evaluation 4s")
    try shell.waitForLine(ShellTerminal.expandedPrompt)
    shell.enter("refresh &")
    shell.terminal.type("echo ha")
    try shell.waitForLine("embedded tester-expanded loading 1 job> echo ha")
    try shell.waitForLine(ShellTerminal.expandedPrompt + " echo ha")
    let rows = shell.screen.lines
    #expect(rows.contains("%1: Usage report"))
    #expect(rows.suffix(2).first == "Most active day: Tuesday")
    shell.enter("lf")
    try shell.waitForRow("half")
  }

  @Test func noFailureEndsTheShell() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    for line in [
      "nonsense", "sign-in", "sign-in abc", "expect report.open == true", "logout", "echo 'open", "source /nowhere",
      "source /", "world fault evaluation 500; refresh", "world fault evaluation reset; open", "record /nowhere/x",
      "fetch-decisions homeHero", "variant nothing", "cancel %9", "decisions", "export --nonsense",
    ] {
      shell.enter(line)
    }
    shell.enter("echo still\\ here")
    try shell.waitForRow("still here")
    #expect(try shell.leave() == .exited(0))
  }

  @Test func emptyLinesAndCommentsSayNothing() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("")
    try shell.waitForLine(ShellTerminal.prompt, row: 1)
    shell.enter("# nothing")
    try shell.waitForLine(ShellTerminal.prompt, row: 2)
    shell.enter("echo end")
    try shell.waitForRow("end")
    #expect(
      shell.screen.lines.prefix(4) == [
        ShellTerminal.prompt, ShellTerminal.prompt + " # nothing", ShellTerminal.prompt + " echo end", "end",
      ])
  }

  @Test func ctrlCClearsTheLineAndKeepsTheSession() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in tester-expanded")
    try shell.waitForLine(ShellTerminal.expandedPrompt)
    shell.terminal.type("echo lost")
    try shell.waitForLine(ShellTerminal.expandedPrompt + " echo lost")
    shell.terminal.type("\u{3}")
    try shell.waitForLine(ShellTerminal.expandedPrompt)
    shell.enter("expect identity.userId == tester-expanded; echo kept")
    try shell.waitForRow("kept")
    #expect(!shell.screen.lines.contains("lost"))
  }

  @Test func ctrlDOnALineThatIsNotEmptyDoesNotLeave() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.terminal.type("echo x\u{4}\r")
    try shell.waitForRow("x")
    try shell.waitForLine(ShellTerminal.prompt)
    #expect(try shell.leave() == .exited(0))
    #expect(shell.terminal.isInLineMode)
  }

  @Test func quitGivesItsCode() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("quit 7")
    #expect(try shell.terminal.waitForEnd() == .exited(7))
    #expect(shell.terminal.isInLineMode)
  }

  @Test func leavingUploadsWhatWaits() throws {
    let shell = try ShellTerminal(["--record", "session.jsonl"])
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in tester-expanded; open; export")
    try shell.waitForLine(ShellTerminal.expandedPrompt)
    #expect(try shell.leave() == .exited(0))
    let footer = try #require(try Self.records(of: "session.jsonl", in: shell.home).last)
    let document = try #require(footer["document"] as? [String: Any])
    let events = try #require(document["events"] as? [[String: Any]])
    #expect(events.compactMap { $0["type"] as? String } == ["$exposure", "Report Previewed", "Report Exported"])
    #expect(events.compactMap { $0["delivery"] as? String } == ["sent", "sent", "sent"])
  }

  @Test(arguments: [(SIGTERM, Int32(143)), (SIGHUP, Int32(129))])
  func endedFromOutsideTheTerminalIsSaneAndTheTranscriptWhole(_ signal: Int32, code: Int32) throws {
    let shell = try ShellTerminal(["--record", "session.jsonl"])
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in tester-expanded; open")
    try shell.waitForLine(ShellTerminal.expandedPrompt)
    shell.terminal.type("half a li")
    try shell.waitForLine(ShellTerminal.expandedPrompt + " half a li")
    shell.terminal.signal(signal)
    #expect(try shell.terminal.waitForEnd() == .exited(code))
    #expect(shell.terminal.isInLineMode)
    #expect(!shell.screen.marksPastes)
    try Self.checkReplays("session.jsonl", in: shell.home)
  }

  @Test func closedWindowLeavesAWholeTranscript() throws {
    let shell = try ShellTerminal(["--record", "session.jsonl"])
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("open")
    try shell.waitForLine("embedded anonymous compact/fallback>")
    shell.terminal.hangUp()
    _ = try shell.terminal.waitForEnd()
    try Self.checkReplays("session.jsonl", in: shell.home)
  }

  @Test func recordingFromTheMiddleBeginsWithTheFirstInput() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in tester-expanded")
    try shell.waitForLine(ShellTerminal.expandedPrompt)
    shell.enter("record session.jsonl; open; record --stop; close")
    try shell.waitForRow("Report closed")
    try Self.checkReplays("session.jsonl", in: shell.home)
    let text = try shell.home.text(of: "session.jsonl")
    #expect(text.contains("sign-in tester-expanded"))
    #expect(!text.contains(#""close""#))
    #expect(try shell.leave() == .exited(0))
  }

  @Test func resultsAsJSONAreOneLineEach() throws {
    let shell = try ShellTerminal(["-o", "json"], columns: 2_000)
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in abc")
    try shell.terminal.wait(for: "a line of JSON") { shell.screen.lines.contains { $0.hasPrefix("{") } }
    let line = try #require(shell.screen.lines.first { $0.hasPrefix("{") })
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object.keys.sorted() == ["command", "error", "message", "result", "status", "time"])
    #expect(object["status"] as? Int == 2)
  }

  @Test func resizingKeepsTheLine() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.terminal.type("echo one two three four five")
    try shell.waitForLine(ShellTerminal.prompt + " echo one two three four five")
    shell.terminal.resize(rows: 20, columns: 40)
    try shell.terminal.wait(for: "the wrapped line") {
      shell.screen.text.hasSuffix("embedded anonymous not-fetched> echo one\n two three four five")
    }
    shell.terminal.resize(rows: 20, columns: 100)
    try shell.waitForLine(ShellTerminal.prompt + " echo one two three four five")
    shell.enter("")
    try shell.waitForRow("one two three four five")
  }

  @Test func hostileTextDoesNotReachTheTerminal() throws {
    let world = #"""
      {"format":"flagsh-world","version":1,"name":"x\u001b[2J\u009b2J","keys":{"apiKey":"a","deploymentKey":"client-b"},
       "region":"US","report":{"flag":"report-layout","days":[1,2,3,4,5,6,7]},"engine":"javascript",
       "flags":[{"key":"report-layout","variants":{"v":{"key":"v","value":"\u001b]0;t\u0007\u009bH\u202e",
         "payload":{"\u009bK":"\u009bJ"}}},"segments":[{"variant":"v"}]}]}
      """#
    let home = try ScratchFolder()
    try home.write(world, to: "hostile.json")
    let shell = try ShellTerminal(["--world", "hostile.json"], in: home)
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("open; variants; variant report-layout; world; why report-layout; requests; status; status --all")
    shell.enter(#"property 'x:="\u009bJ"'; identity; override report-layout 'a'; echo end"#)
    try shell.waitForRow("end")
    let text = shell.terminal.visibleOutput
    #expect(!text.contains("\u{9B}") && !text.contains("\u{202E}") && !text.contains("\u{7}"))
    #expect(!text.contains("␛[2J") && !text.contains("␛]0;t"))
    #expect(text.contains(#"\u{9b}H"#))
  }

  // MARK: Helpers

  static func records(of name: String, in folder: ScratchFolder) throws -> [[String: Any]] {
    try folder.text(of: name).split(separator: "\n").compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
  }

  /// Replays a transcript with the executable itself.
  static func checkReplays(_ name: String, in folder: ScratchFolder) throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "flagsh"), arguments: ["replay", name], environment: ["HOME": folder.path],
      folder: folder.path)
    #expect(try terminal.waitForEnd() == .exited(0), "\(terminal.visibleOutput)")
  }
}
