import Foundation
import TestSupport
import Testing

/// The shell in a terminal, as a person sees it. Each test has a program of its own.
@Suite struct TerminalTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func start(
    _ arguments: [String] = [], term: String = "xterm-256color", locale: String = "C.UTF-8", rows: Int = 24,
    columns: Int = 100
  ) throws -> PseudoTerminal {
    let environment = [
      "TERM": term, "LC_ALL": locale, "HOME": scratch.path, "XDG_STATE_HOME": scratch.path(of: "state"),
    ]
    return try PseudoTerminal(
      Flagsh.path, arguments: arguments, environment: environment, folder: scratch.path, rows: rows, columns: columns)
  }

  /// Waits until the cursor stands behind this row and keys are read one by one: before that, the terminal's own driver
  /// would take Ctrl-D for itself.
  private func prompt(_ terminal: PseudoTerminal, _ text: String) throws {
    try terminal.wait(for: "the prompt \(text)") {
      let screen = terminal.screen
      return !terminal.isInLineMode
        && screen.row(screen.cursor.row).hasPrefix(text.trimmingCharacters(in: .whitespaces))
        && screen.cursor.column == text.count
    }
  }

  private let fresh = "embedded anonymous not-fetched> "

  @Test func thePromptTellsTheTruth() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type("sign-in tester-expanded\r")
    try prompt(terminal, "embedded tester-expanded expanded/assignment> ")
    terminal.type("property plan=team\r")
    try prompt(terminal, "embedded tester-expanded expanded/assignment stale> ")
    terminal.type("override report-layout control\r")
    try prompt(terminal, "embedded tester-expanded compact/override stale> ")
    terminal.type("override --clear\r")
    try prompt(terminal, "embedded tester-expanded expanded/assignment stale> ")
    terminal.type("world hold evaluation\r")
    try terminal.wait(for: "answers are held")
    terminal.type("refresh &\r")
    try prompt(terminal, "embedded tester-expanded loading 1 job> ")
    terminal.type("world unconfigure\r")
    try prompt(terminal, "embedded tester-expanded flags-off> ")
    terminal.type("quit 7\r")
    #expect(try terminal.waitForEnd() == .exited(7))
    #expect(terminal.isInLineMode)
  }

  @Test func identitiesInThePromptAreCutAndEscaped() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type("sign-in abcdefghijklmnopqrstuvwxyz\r")
    try prompt(terminal, "embedded abcdefghijklmnopqrs~ compact/fallback> ")
    terminal.type("sign-in zoë-ß\r")
    try prompt(terminal, "embedded zo\\u{eb}-\\u{df} compact/fallback> ")
  }

  @Test func anAnswerAppearsAboveTheLineThatIsBeingTyped() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type("world latency evaluation 300ms\r")
    try terminal.wait(for: "latency 300ms")
    terminal.type("open &\rstatus --a")
    try prompt(terminal, "embedded anonymous compact/fallback> status --a")
    #expect(terminal.screen.lines.contains("%1: Usage report"))
    #expect(terminal.screen.lines.contains("Layout: compact"))
    terminal.type("ll\r")
    try terminal.wait(for: "\"decisions\"")
  }

  @Test func pastedLinesAreInsertedAndNotRun() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type("\u{1B}[200~echo one\necho two\necho three\u{1B}[201~")
    try terminal.wait(for: "the pasted text") { terminal.screen.text.contains("echo three") }
    #expect(!terminal.screen.lines.contains("one"))
    terminal.type("\r")
    try terminal.wait(for: "its output") { terminal.screen.lines.contains("three") }
    #expect(terminal.screen.lines.contains("one") && terminal.screen.lines.contains("two"))
  }

  @Test func controlCClearsTheLineAndKeepsTheSession() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type("sign-in tester-control\r")
    try prompt(terminal, "embedded tester-control compact/assignment> ")
    terminal.type("echo half a li")
    try prompt(terminal, "embedded tester-control compact/assignment> echo half a li")
    terminal.type("\u{3}")
    try prompt(terminal, "embedded tester-control compact/assignment> ")
    terminal.type("expect identity.userId == tester-control; echo $?ok\r")
    try terminal.wait(for: "the output") { terminal.screen.lines.contains("$?ok") }
    terminal.type("echo a \\\r")
    try prompt(terminal, "> ")
    terminal.type("\u{3}")
    try prompt(terminal, "embedded tester-control compact/assignment> ")
  }

  @Test func controlDOnAnEmptyLineLeavesWithTheLastUpload() throws {
    let terminal = try start(["--record", "t.jsonl"])
    try prompt(terminal, fresh)
    terminal.type("open\r")
    try prompt(terminal, "embedded anonymous compact/fallback> ")
    terminal.type("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.isInLineMode)
    #expect(try scratch.text(of: "t.jsonl").contains("\"path\":\"/2/httpapi\""))
    #expect(try replayStatus("t.jsonl") == 0)
  }

  @Test func noFailureEndsTheShell() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    for line in ["refersh", "logout", "expect report.open == true", "echo \"", "source nope", "record .", "sign-in x"] {
      terminal.type(line + "\r")
      try terminal.wait(for: "error: ")
      try prompt(terminal, fresh)
    }
    terminal.type("quit\r")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func historyIsPrivateAndRecalledInTheNextRun() throws {
    let first = try start()
    try prompt(first, fresh)
    first.type("echo remembered\r")
    try first.wait(for: "the output") { first.screen.lines.contains("remembered") }
    first.type("\u{4}")
    #expect(try first.waitForEnd() == .exited(0))
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path(of: "state/flagsh/history"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["state"])

    let second = try start()
    try prompt(second, fresh)
    second.type("\u{1B}[A")
    try prompt(second, fresh + "echo remembered")
    second.type("\u{3}")
    try prompt(second, fresh)
    second.type("history\r")
    try second.wait(for: "1  echo remembered")

    let third = try start(["--no-history"])
    try prompt(third, fresh)
    third.type("echo forgotten\r")
    try third.wait(for: "the output") { third.screen.lines.contains("forgotten") }
    third.type("\u{4}")
    _ = try third.waitForEnd()
    #expect(try !scratch.text(of: "state/flagsh/history").contains("forgotten"))
  }

  @Test(arguments: [
    ("sig\ttester", "sign-in tester"), ("status --al\t", "status --all "), ("why report\t", "why report-layout "),
    ("decisions home\t", "decisions homeHero "), ("source my-scr\t", "source my-script.flagsh "),
    ("world fault eval\t", "world fault evaluation "),
  ])
  func tabCompletes(typed: String, shown: String) throws {
    try scratch.write("", to: "my-script.flagsh")
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type(typed)
    try prompt(terminal, fresh + shown)
  }

  @Test func tabOffersIdentitiesUsedLately() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type("sign-in somebody-else\r")
    try prompt(terminal, "embedded somebody-else compact/fallback> ")
    terminal.type("logout\r")
    try prompt(terminal, "embedded anonymous compact/fallback> ")
    terminal.type("sign-in some\t")
    try prompt(terminal, "embedded anonymous compact/fallback> sign-in somebody-else ")
  }

  @Test(arguments: [("dumb", "C.UTF-8"), ("", "C.UTF-8")])
  func terminalsThatCannotEditGetPlainLines(term: String, locale: String) throws {
    let terminal = try start(term: term, locale: locale)
    try terminal.wait(for: fresh)
    terminal.type("open\r")
    try terminal.wait(for: "Layout: compact")
    try terminal.wait(for: "embedded anonymous compact/fallback> ")
    terminal.type("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.visibleOutput.contains("␛[?2004h"))
    if term == "dumb" { #expect(!terminal.visibleOutput.contains("␛")) }
  }

  @Test func resizingKeepsTheLine() throws {
    let terminal = try start()
    try prompt(terminal, fresh)
    terminal.type("echo still here")
    try prompt(terminal, fresh + "echo still here")
    terminal.resize(rows: 10, columns: 60)
    terminal.type("!\r")
    try terminal.wait(for: "the output") { terminal.screen.lines.contains("still here!") }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
  func endingSignalsLeaveTheTerminalSaneAndTheTranscriptWhole(signal: Int32, status: Int32) throws {
    let terminal = try start(["--record", "t.jsonl"])
    try prompt(terminal, fresh)
    terminal.type("open\r")
    try prompt(terminal, "embedded anonymous compact/fallback> ")
    terminal.type("half a line")
    try prompt(terminal, "embedded anonymous compact/fallback> half a line")
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .exited(status))
    #expect(terminal.isInLineMode)
    #expect(try replayStatus("t.jsonl") == 0)
  }

  @Test func aTerminalThatIsGoneEndsTheShellWithTheTranscriptWhole() throws {
    let terminal = try start(["--record", "t.jsonl"])
    try prompt(terminal, fresh)
    terminal.type("open\r")
    try prompt(terminal, "embedded anonymous compact/fallback> ")
    terminal.hangUp()
    _ = try terminal.waitForEnd()
    #expect(try replayStatus("t.jsonl") == 0)
  }

  @Test func killingLosesNothingThatWasSeen() throws {
    let terminal = try start(["--record", "t.jsonl"])
    try prompt(terminal, fresh)
    terminal.type("open\r")
    try prompt(terminal, "embedded anonymous compact/fallback> ")
    terminal.signal(SIGKILL)
    _ = try terminal.waitForEnd()
    #expect(try replayStatus("t.jsonl") == 5)
    #expect(try scratch.text(of: "t.jsonl").contains("\"name\":\"open\""))
  }

  @Test func theTimeThatATerminalTookReplays() throws {
    let terminal = try start(["--record", "t.jsonl"])
    try prompt(terminal, fresh)
    terminal.type("refresh &\r")
    try prompt(terminal, "embedded anonymous compact/fallback> ")
    terminal.type("\u{4}")
    _ = try terminal.waitForEnd()
    #expect(try replayStatus("t.jsonl") == 0)
  }

  private func replayStatus(_ name: String) throws -> Int32? {
    let program = try RunningProgram(Flagsh.path, arguments: ["replay", name], folder: scratch.path)
    program.endInput()
    if case .exited(let status) = try program.waitForEnd() { return status }
    return nil
  }
}
