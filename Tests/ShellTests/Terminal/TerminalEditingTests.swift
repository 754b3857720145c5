import Foundation
import TestSupport
import Testing

/// History, Tab, pastes, and what happens where no editing is possible.
@Suite struct TerminalEditingTests {
  // MARK: History

  @Test func historyIsPrivateAndRecalledInTheNextRun() throws {
    let home = try ScratchFolder()
    let settings = ["XDG_STATE_HOME": home.path(of: "state")]
    let first = try ShellTerminal(in: home, settings: settings)
    try first.waitForLine(ShellTerminal.prompt)
    first.enter("echo remembered")
    try first.waitForRow("remembered")
    #expect(try first.leave() == .exited(0))

    let path = home.path(of: "state/flagsh/history")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["state"])

    let second = try ShellTerminal(in: home, settings: settings)
    try second.waitForLine(ShellTerminal.prompt)
    second.terminal.type("\u{1B}[A")
    try second.waitForLine(ShellTerminal.prompt + " echo remembered")
    second.enter("")
    try second.waitForRow("remembered")
    second.enter("history")
    try second.waitForRow("1  echo remembered")
    second.enter("history --clear; history; echo cleared")
    try second.waitForRow("cleared")
    #expect(try second.leave() == .exited(0))
    #expect(try !home.text(of: "state/flagsh/history").contains("remembered"))
  }

  @Test func noHistoryNeitherReadsNorWrites() throws {
    let home = try ScratchFolder()
    let settings = ["XDG_STATE_HOME": home.path(of: "state")]
    let shell = try ShellTerminal(["--no-history"], in: home, settings: settings)
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("echo secret")
    try shell.waitForRow("secret")
    #expect(try shell.leave() == .exited(0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
  }

  // MARK: Tab

  @Test(arguments: [
    ("unco", ""), ("refr", "refresh"), ("fetch-decisions home", "fetch-decisions homeHero"),
    ("variant report", "variant report-layout"), ("why weekly-digest --w", "why weekly-digest --want"),
    ("sign-in tester-ex", "sign-in tester-expanded"), ("source note", "source notes.flagsh"),
    ("source in", "source inner/"), ("world lat", "world latency"), ("expect report.lay", "expect report.layout"),
  ])
  func tabCompletes(_ typed: String, completed: String) throws {
    let home = try ScratchFolder()
    try home.write("", to: "notes.flagsh")
    try home.write("", to: "inner/file")
    let shell = try ShellTerminal(in: home)
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in tester-expanded")
    try shell.waitForLine(ShellTerminal.expandedPrompt)
    shell.terminal.type(typed + "\t")
    guard !completed.isEmpty else {
      try shell.terminal.wait(for: "the bell") { shell.screen.bells > 0 }
      return try shell.waitForLine(ShellTerminal.expandedPrompt + " " + typed)
    }
    try shell.waitForLine(ShellTerminal.expandedPrompt + " " + completed)
  }

  // MARK: Pastes

  @Test func pastedLinesAreInsertedAndNotRun() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    try shell.terminal.wait(for: "marked pastes") { shell.screen.marksPastes }
    shell.terminal.type("\u{1B}[200~echo one\necho two\necho three\u{1B}[201~")
    try shell.waitForLine("echo three")
    #expect(!shell.screen.lines.contains("one"))
    shell.enter("")
    try shell.waitForLine(ShellTerminal.prompt)
    #expect(
      shell.screen.lines == [
        ShellTerminal.prompt + " echo one", "echo two", "echo three", "one", "two", "three", ShellTerminal.prompt,
      ])
  }

  // MARK: Where no editing is possible

  @Test func dumbTerminalGetsPlainLines() throws {
    let shell = try ShellTerminal(settings: ["TERM": "dumb"])
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("open")
    try shell.waitForLine("embedded anonymous compact/fallback>")
    #expect(try shell.leave() == .exited(0))
    #expect(!shell.terminal.output.contains(0x1B))
  }

  @Test(arguments: ["C", "POSIX", "tr_TR.ISO-8859-9"])
  func textSurvivesALocaleWithoutUTF8(_ locale: String) throws {
    let shell = try ShellTerminal(settings: ["LC_ALL": locale])
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("echo zoë 日本")
    try shell.waitForRow("zoë 日本")
    #expect(try shell.leave() == .exited(0))
  }

  @Test func colourIsOffForNoColorAndNever() throws {
    for (arguments, settings) in [(["--color", "never"], ["NO_COLOR": ""]), ([], ["NO_COLOR": "1"])] {
      let shell = try ShellTerminal(arguments, settings: settings)
      try shell.waitForLine(ShellTerminal.prompt)
      shell.enter("sign-in tester-expanded")
      try shell.waitForLine(ShellTerminal.expandedPrompt)
      #expect(!shell.terminal.visibleOutput.contains("␛[32m"))
    }
    let colored = try ShellTerminal(settings: ["NO_COLOR": ""])
    try colored.waitForLine(ShellTerminal.prompt)
    colored.enter("sign-in tester-expanded")
    try colored.terminal.wait(for: "\u{1B}[32mAssigned layout: expanded\u{1B}[0m")
  }

  @Test func keysTypedInOneBurstBehindCtrlCAreAllKept() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    for round in 1...10 {
      shell.terminal.type("lost")
      try shell.waitForLine(ShellTerminal.prompt + " lost")
      shell.terminal.type("\u{3}echo kept\(round)\r")
      try shell.waitForRow("kept\(round)")
      try shell.waitForLine(ShellTerminal.prompt)
    }
  }
}
