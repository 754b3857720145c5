import Foundation
import TestSupport
import Testing

/// Signals: the transcript is safe first (product.md sections 2 and 7).
@Suite struct SignalTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func aRunFromASlowPipeEndsInGoodOrder(signal: Int32, status: Int32) throws {
    let program = try flagsh.start(["--record", "t.jsonl"])
    program.send("sign-in tester-expanded\nopen\nexport\n")
    try program.wait(forOutput: "Report exported")
    program.signal(signal)
    #expect(try program.waitForEnd() == .exited(status))
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
    // Tracked events were sent on leaving.
    #expect(try flagsh.scratch.text(of: "t.jsonl").contains("\"leave\""))
  }

  @Test func aSignalEndsAllScriptsAndTheTranscriptIsWhole() throws {
    try flagsh.scratch.write("echo never\n", to: "next")
    let program = try flagsh.start(["--record", "t.jsonl", "run", "-", "next"])
    program.send("open\necho now\n")
    try program.wait(forOutput: "now")
    program.signal(SIGTERM)
    #expect(try program.waitForEnd() == .exited(143))
    #expect(!program.outputText.contains("never"))
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func killingLosesNothingThatWasSeen() throws {
    let program = try flagsh.start(["--record", "t.jsonl"])
    program.send("sign-in tester-expanded\nopen\n")
    try program.wait(forOutput: "Most active day: Tuesday")
    program.signal(SIGKILL)
    #expect(try program.waitForEnd() == .killed(signal: SIGKILL))
    let replay = try flagsh.run("replay", "t.jsonl")
    #expect(replay.status == 5)
    expectDiagnostic(replay, "t.jsonl:")
    let script = try flagsh.run("transcript", "script", "t.jsonl")
    #expect(script.outputLines.suffix(2) == ["sign-in tester-expanded", "open"])
    #expect(try flagsh.run(input: script.output).output == program.outputText)
  }

  @Test func transcriptsOfSeveralScriptsAreWholeWhenTheLastIsMissing() throws {
    try flagsh.scratch.write("open\n", to: "a")
    #expect(try flagsh.run("--record", "t.jsonl", "run", "a", "missing").status == 5)
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }
}
