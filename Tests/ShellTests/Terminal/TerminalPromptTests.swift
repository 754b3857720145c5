import TestSupport
import Testing

/// What the prompt says (product.md section 2, "a true picture of the session at every moment").
@Suite struct TerminalPromptTests {
  @Test func promptNamesWorldIdentityLayoutAndSource() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine("embedded anonymous not-fetched>")
    shell.enter("open")
    try shell.waitForLine("embedded anonymous compact/fallback>")
    shell.enter("sign-in tester-expanded")
    try shell.waitForLine("embedded tester-expanded expanded/assignment>")
    shell.enter("override report-layout control")
    try shell.waitForLine("embedded tester-expanded compact/override>")
    shell.enter("logout")
    try shell.waitForLine("embedded anonymous compact/override>")
    #expect(try shell.leave() == .exited(0))
  }

  @Test func promptTellsLoadingAndJobs() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("world hold evaluation; world hold decisions; refresh &")
    try shell.waitForLine("embedded anonymous loading 1 job>")
    shell.enter("consent opt-in; fetch-decisions homeHero &")
    try shell.waitForLine("embedded anonymous loading opt-in 2 jobs>")
    shell.enter("world deliver")
    try shell.waitForLine("embedded anonymous compact/fallback opt-in>")
  }

  @Test func promptTellsStaleFlagsAndFlagsThatAreOff() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("refresh; property plan=team")
    try shell.waitForLine("embedded anonymous compact/fallback stale>")
    shell.enter("world unconfigure")
    try shell.waitForLine("embedded anonymous flags-off>")
  }

  @Test(arguments: [
    ("abcdefghijklmnopqrst", "abcdefghijklmnopqrst"),
    ("abcdefghijklmnopqrstu", "abcdefghijklmnopqrs~"),
    ("zoë-müller", "zo\\u{eb}-m\\u{fc}ller"),
    ("日本語ユーザー", "\\u{65e5}\\u{672c}\\u{~"),
  ])
  func identityIsCutAndAscii(_ userId: String, shown: String) throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("sign-in \(userId)")
    try shell.waitForLine("embedded \(shown) compact/fallback>")
  }

  @Test func continuedLineHasAPromptOfItsOwn() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("echo one \\")
    try shell.waitForLine(">")
    shell.enter("two")
    try shell.waitForRow("one two")
    try shell.waitForLine(ShellTerminal.prompt)
  }

  @Test func continuedLineIsDroppedByCtrlC() throws {
    let shell = try ShellTerminal()
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("echo one \\")
    try shell.waitForLine(">")
    shell.terminal.type("\u{3}")
    try shell.waitForLine(ShellTerminal.prompt)
    shell.enter("echo whole")
    try shell.waitForRow("whole")
  }
}
