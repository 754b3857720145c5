import Foundation
import TestSupport
import Testing

/// Exit statuses and what stops a run (product.md section 2).
@Suite struct StatusTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  @Test(arguments: [
    ("sign-in tester-expanded; open; expect report.layout == expanded", 0),
    ("logout", 1), ("export", 1), ("record --stop", 1), ("world fault evaluation 503; refresh", 1),
    ("refersh", 2), ("sign-in abc", 2), ("quit 300", 2), ("! refersh", 2), ("! source x", 2), ("source x &", 2),
    ("echo \"a", 3),
    ("expect report.layout == expanded", 4), ("expect no.such.path exists", 4), ("! status", 4),
    ("source missing.flagsh", 5), ("record .", 5),
    ("! logout", 0), ("! expect report.open == true", 0),
    ("quit 7", 7), ("quit 255", 255), ("quit", 0), ("", 0), ("# a comment", 0), (" ; ;", 0),
  ])
  func commandsEndWithTheirStatus(commands: String, status: Int) throws {
    let run = try flagsh.run("-c", commands)
    #expect(run.status == Int32(status), "\(run)")
    if (1...5).contains(status) { #expect(!run.errors.isEmpty) }
  }

  @Test func theFirstFailureStops() throws {
    let run = try flagsh.run(input: "echo before\nlogout\necho after\n")
    #expect(run.status == 1)
    #expect(run.output == "before\n")
    #expect(run.errors == "<stdin>:2:1: error: nobody is signed in\nlogout\n^\nhint: sign-in USER_ID\n")
  }

  @Test func keepGoingReportsTheMostSevere() throws {
    let input = "refersh\nexpect report.open == true\nlogout\nsource missing\necho \"\necho end\n"
    let run = try flagsh.run("--keep-going", input: input)
    #expect(run.status == 5)
    #expect(run.output == "end\n")
    #expect(run.errorLines.filter { $0.hasPrefix("<stdin>:") }.count == 5)
  }

  @Test(arguments: [
    ("refersh", "expect report.open == true", 2), ("logout", "expect report.open == true", 4),
    ("echo \"", "refersh", 3), ("source no", "echo \"", 5), ("quit 1", "quit 2", 2), ("quit 9", "logout", 1),
  ])
  func theMostSevereOfSeveralScriptsIsReported(first: String, second: String, status: Int) throws {
    try flagsh.scratch.write(first + "\n", to: "one")
    try flagsh.scratch.write(second + "\n", to: "two")
    #expect(try flagsh.run("run", "one", "two").status == Int32(status))
    #expect(try flagsh.run("run", "two", "one").status == Int32(status))
  }

  @Test func aFailedScriptEndsAndTheNextStillRunsInASessionOfItsOwn() throws {
    try flagsh.scratch.write("sign-in tester-expanded\nlogout\nlogout\necho never\n", to: "a.flagsh")
    try flagsh.scratch.write("expect identity.userId missing\nexpect flags.revision == 0\necho next\n", to: "b.flagsh")
    let run = try flagsh.run("run", "a.flagsh", "b.flagsh")
    #expect(run.status == 1)
    #expect(run.outputLines.last == "next")
    #expect(!run.output.contains("never"))
    expectDiagnostic(run, "a.flagsh:3:1: error: nobody is signed in")
  }

  @Test func repeatedCommandsOptionsRunInOneSession() throws {
    let run = try flagsh.run("-c", "sign-in tester-control", "-c", "open; expect report.source == assignment")
    #expect(run.status == 0, "\(run)")
  }

  @Test func aDashIsStandardInput() throws {
    try flagsh.scratch.write("echo file\n", to: "f")
    let run = try flagsh.run("run", "f", "-", input: "echo stdin\nlogout")
    #expect(run.output == "file\nstdin\n")
    expectDiagnostic(run, "<stdin>:2:1: error: nobody is signed in")
    #expect(run.status == 1)
  }

  @Test func aPipeIsAScript() throws {
    #expect(mkfifo(flagsh.scratch.path(of: "pipe"), 0o600) == 0)
    let program = try flagsh.start(["run", "pipe"])
    let end = open(flagsh.scratch.path(of: "pipe"), O_WRONLY | O_CLOEXEC)
    defer { close(end) }
    let line = Array("echo now\n".utf8)
    #expect(write(end, line, line.count) == line.count)
    // Printed while the pipe is still open, and a signal is noticed.
    try program.wait(forOutput: "now\n")
    program.signal(SIGTERM)
    #expect(try program.waitForEnd() == .exited(143))
  }

  @Test func sourceIsRelativeToTheSourcingFile() throws {
    try flagsh.scratch.write("source inner/two.flagsh\necho one\n", to: "outer/one.flagsh")
    try flagsh.scratch.write("\"source\" three.flagsh\necho two\n", to: "outer/inner/two.flagsh")
    try flagsh.scratch.write("echo three\nlogout\n", to: "outer/inner/three.flagsh")
    let run = try flagsh.run("--keep-going", "run", "outer/one.flagsh")
    #expect(run.output == "three\ntwo\none\n")
    expectDiagnostic(run, "outer/inner/three.flagsh:2:1: error: nobody is signed in")
  }

  @Test func aMissingSourcedScriptIsNamedWithThePlaceThatNamesIt() throws {
    try flagsh.scratch.write("echo a\n  source nope.flagsh\necho b\n", to: "d/s.flagsh")
    let run = try flagsh.run("run", "d/s.flagsh")
    #expect(run.status == 5)
    #expect(run.output == "a\n")
    expectDiagnostic(run, "d/s.flagsh:2:3: error: cannot read the script d/nope.flagsh: no such file or folder")
  }

  @Test func aScriptThatSourcesItselfEnds() throws {
    try flagsh.scratch.write("source self.flagsh\n", to: "self.flagsh")
    let run = try flagsh.run("run", "self.flagsh")
    #expect(run.status == 5)
    expectDiagnostic(run, "self.flagsh:1:1: error: self.flagsh is being run already")
  }

  /// Twice each, and by other paths: to go down as far as the depth allows would take for ever.
  @Test func scriptsThatSourceEachOtherAreRefusedAtOnce() throws {
    try flagsh.scratch.write("echo a\nsource ./b.flagsh\nsource d/../b.flagsh\n", to: "a.flagsh")
    try flagsh.scratch.write("echo b\nsource a.flagsh\nsource b.flagsh\n", to: "b.flagsh")
    try flagsh.scratch.write("", to: "d/empty")
    let run = try flagsh.run("--keep-going", "--record", "t.jsonl", "run", "a.flagsh")
    #expect(run.status == 5)
    #expect(run.output == "a\nb\nb\n")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
    // One file after the other is no cycle.
    try flagsh.scratch.write("echo c\n", to: "c.flagsh")
    #expect(try flagsh.run("-c", "source c.flagsh; source c.flagsh").output == "c\nc\n")
  }

  @Test func scriptsSourceEachOtherSixtyFourDeep() throws {
    for depth in 0..<70 { try flagsh.scratch.write("source \(depth + 1)\n", to: "\(depth)") }
    let run = try flagsh.run("run", "0")
    #expect(run.status == 5)
    expectDiagnostic(run, "63:1:1: error: scripts source each other more than 64 deep")
  }

  @Test func jobsThatFailUnnoticedDecideTheStatus() throws {
    #expect(try flagsh.run("-c", "world fault evaluation offline; refresh &; wait 10s").status == 1)
    #expect(try flagsh.run("--keep-going", "-c", "world fault evaluation offline; refresh &; ! wait").status == 0)
  }

  @Test func limitEndsARunAndSaysWhatWasWaitedFor() throws {
    let run = try flagsh.run("--limit", "50ms", "-c", "open; echo never")
    #expect(run.status == 1)
    #expect(!run.output.contains("never"))
    expectDiagnostic(
      run, "<-c>:1:1: error: the run took longer than --limit 50ms, waiting for request 1 to evaluation")
    #expect(try flagsh.run("--limit", "50ms", "-c", "! refresh").status == 1)
    #expect(try flagsh.run("--limit", "500ms", "-c", "open").status == 0)
    expectDiagnostic(
      try flagsh.run("--limit", "1s", "-c", "wait 2s"),
      "<-c>:1:1: error: the run took longer than --limit 1s, waiting for time to pass")
  }
}
