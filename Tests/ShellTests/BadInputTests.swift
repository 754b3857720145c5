import Foundation
import TestSupport
import Testing

/// Bad input gets a clear error with place and hint, the right status, and loses nothing.
@Suite struct BadInputTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  @Test func scriptsThatCannotBeReadAreNamedAndTheNextRuns() throws {
    try flagsh.scratch.write("echo ok\n", to: "ok")
    try FileManager.default.createSymbolicLink(atPath: flagsh.scratch.path(of: "loop"), withDestinationPath: "loop")
    try flagsh.scratch.write("", to: "folder/x")
    let long = String(repeating: "n", count: 300)
    for (name, why) in [
      ("missing", "no such file or folder"), ("folder", "it is a folder"), ("loop", "too many symbolic links"),
      ("ok/x", "a part of the path is not a folder"), (long, "the name is too long"),
    ] {
      let run = try flagsh.run("run", name, "ok")
      #expect(run.status == 5, "\(name)")
      #expect(run.output == "ok\n")
      expectDiagnostic(run, "flagsh: error: cannot read the script \(name): \(why)")
    }
  }

  @Test(arguments: [
    ("{\n  \"format\" 1\n}", "w.json:2:12: error: invalid JSON"),
    ("{\"format\":\"flagsh-world\",\"version\":1", "w.json:1:37: error: "), ("[1", "w.json:1:3: error: "),
    ("{\"format\":\"other\",\"version\":1}", "w.json:1:11: error: $.format: "),
  ])
  func mistakesInAWorldAreLocated(text: String, first: String) throws {
    try flagsh.scratch.write(text, to: "w.json")
    let run = try flagsh.run("--world", "w.json", "-c", "status")
    #expect(run.status == 3)
    #expect(run.output == "")
    expectDiagnostic(run, first, hint: false)
  }

  @Test func thePathInsideAWorldIsNamed() throws {
    let world = try String(contentsOfFile: Self.repository + "/Config/world.json", encoding: .utf8)
    try flagsh.scratch.write(world.replacing("\"days\": [12", with: "\"days\": [\"x\""), to: "w.json")
    let run = try flagsh.run("--world", "w.json", "-c", "status")
    #expect(run.status == 3)
    #expect(run.errors.contains(": error: $.report.days[0]: "))
    #expect(try flagsh.run("--world", "none.json", "-c", "status").status == 5)
  }

  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  // MARK: Bytes of scripts

  /// A script whose second line is faulty, by its bytes, and the place and words that are reported.
  private static let faultyLines: [(line: [UInt8], first: String)] = [
    (bytes("echo b", 0), "<stdin>:2:7: error: "),
    (bytes("echo ", 0xFF), "<stdin>:2:6: error: the byte 0xFF"),
    (bytes("echo é", 0xC3), "<stdin>:2:7: error: "),
    (bytes("echo ", 7), "<stdin>:2:6: error: the control character 0x07"),
    (bytes("echo ", 0x22), "<stdin>:2:6: error: the quote"),
    (bytes("echo ", 0x27), "<stdin>:2:6: error: the quote"),
  ]

  private static func bytes(_ text: String, _ last: UInt8) -> [UInt8] { Array(text.utf8) + [last] }

  @Test(arguments: faultyLines)
  func faultsInATextAreLocatedAndNothingElseIsLost(line: [UInt8], first: String) throws {
    let bytes = Array("echo a\n".utf8) + line + Array("\necho c\n".utf8)
    let stopped = try flagsh.run([], bytes: bytes)
    #expect(stopped.status == 3)
    #expect(stopped.output == "a\n")
    expectDiagnostic(stopped, first)
    let going = try flagsh.run(["--keep-going"], bytes: bytes)
    #expect(going.status == 3)
    #expect(going.output == "a\nc\n")
    // A transcript of it is whole.
    _ = try flagsh.run(["--record", "t.jsonl"], bytes: bytes)
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func markCarriageReturnAndMissingNewlineAreAccepted() throws {
    let run = try flagsh.run([], bytes: [0xEF, 0xBB, 0xBF] + Array("echo a\r\necho b\\\r\nc\r\necho d".utf8))
    #expect(run.output == "a\nbc\nd\n")
    #expect(run.status == 0)
  }

  @Test func aLineOfTenMegabytesIsRefusedOrEchoedWhole() throws {
    let long = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000)
    let echoed = try flagsh.run([], bytes: Array("echo ".utf8) + long)
    #expect(echoed.status == 0)
    #expect(echoed.output.utf8.count == long.count + 1)
    let refused = try flagsh.run([], bytes: long + [0x0A])
    #expect(refused.status == 2)
    #expect(refused.errors.utf8.count < 1000)
    expectDiagnostic(refused, "<stdin>:1:1: error: there is no command \"aaaa")
  }

  @Test func manyLinesAreAllRun() throws {
    let run = try flagsh.run([], bytes: Array(String(repeating: "echo x\n", count: 200_000).utf8))
    #expect(run.status == 0)
    #expect(run.output == String(repeating: "x\n", count: 200_000))
  }

  // MARK: Streams

  @Test func aFullDiskBehindStandardOutputIsAnError() throws {
    let run = try flagsh.run(["--record", "t.jsonl", "-c", "open"], output: .file("/dev/full"))
    #expect(run.status == 1)
    expectDiagnostic(run, "flagsh: error: cannot write standard output: no space left on the device")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func aFullDiskBehindATranscriptBegunLaterIsAnErrorAndEarlierResultsArePrinted() throws {
    let run = try flagsh.run("-c", "echo a; record /dev/full; echo b")
    #expect(run.status == 5)
    #expect(run.output == "a\n")
    #expect(run.errors.contains("cannot write the transcript /dev/full: no space left on the device"))
  }

  @Test func closedStandardOutputIsAnErrorAndNeverTheTranscript() throws {
    let run = try flagsh.run(["--record", "t.jsonl", "-c", "open"], output: .closed)
    #expect(run.status == 1)
    expectDiagnostic(run, "flagsh: error: cannot write standard output: the stream is closed")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
    let copy = try flagsh.run(["replay", "t.jsonl", "--record", "u.jsonl"], output: .closed)
    #expect(copy.status == 1)
    #expect(try flagsh.scratch.bytes(of: "u.jsonl") == flagsh.scratch.bytes(of: "t.jsonl"))
  }

  @Test func closedStandardErrorHarmsNothing() throws {
    let run = try flagsh.run(["--record", "t.jsonl", "--keep-going", "-c", "logout; echo a"], errors: .closed)
    #expect(run.status == 1)
    #expect(run.output == "a\n")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func closedStandardInputIsAnErrorAndNoHang() throws {
    let run = try flagsh.run([], input: .closed)
    #expect(run.status == 5)
    expectDiagnostic(run, "flagsh: error: cannot read the stream <stdin>: the stream is closed")
    let commands = try flagsh.run(["-c", "echo a"], input: .closed)
    #expect(commands.status == 0)
    #expect(commands.output == "a\n")
  }

  @Test func aReaderThatLeavesEndsItQuietly() throws {
    let program = try flagsh.start(["--record", "t.jsonl"])
    program.send(String(repeating: "echo x\n", count: 100))
    try program.wait(forOutput: "x\n")
    program.closeOutput()
    program.send(String(repeating: "echo x\n", count: 100_000))
    program.endInput()
    #expect(try program.waitForEnd() == .exited(0))
    #expect(program.errorText == "")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  // MARK: Transcripts

  @Test func damagedTranscriptsAreToldApart() throws {
    #expect(try flagsh.run("--record", "t.jsonl", "-c", "sign-in tester-expanded; open").status == 0)
    let whole = try flagsh.scratch.bytes(of: "t.jsonl")
    let text = String(decoding: whole, as: UTF8.self)

    try flagsh.scratch.write("", to: "empty.jsonl")
    try flagsh.scratch.write(bytes: Array(whole[..<(whole.count / 2)]), to: "cut.jsonl")
    try flagsh.scratch.write(text.replacing("\"version\":1", with: "\"version\":9"), to: "newer.jsonl")
    try flagsh.scratch.write(text.replacing("tester-expanded", with: "tester-expandee"), to: "flipped.jsonl")
    for (name, words) in [
      ("empty", "the transcript is empty"), ("cut", "the transcript is cut"), ("newer", "format version 9"),
      ("flipped", "the transcript is damaged"),
    ] {
      let run = try flagsh.run("replay", name + ".jsonl")
      #expect(run.status == 5, "\(run)")
      #expect(run.errors.contains(words), "\(run.errors)")
      expectDiagnostic(run, name + ".jsonl:")
    }

    // The whole records of a cut one are usable.
    let script = try flagsh.run("transcript", "script", "cut.jsonl")
    #expect(script.status == 5)
    #expect(script.outputLines.contains("sign-in tester-expanded"))
    #expect(try flagsh.run(input: script.output).status == 0)

    #expect(try flagsh.run("replay", "missing.jsonl").status == 5)
    try flagsh.scratch.write("", to: "folder/no-transcript.txt")
    expectDiagnostic(try flagsh.run("replay", "folder"), "flagsh: error: the folder folder holds no transcripts")
  }

  @Test func hostileNamesNeverReachATerminalRaw() throws {
    let name = "\u{1B}[31m\u{9B}2J\u{202E}.jsonl"
    #expect(try flagsh.run("--record", name, "-c", "open").status == 0)
    for arguments in [
      ["replay", name], ["transcript", "show", name], ["replay", name + "x"], ["run", name], [name],
    ] {
      let run = try flagsh.run(arguments)
      let said = (run.output + run.errors).unicodeScalars
      #expect(!said.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" }, "\(arguments)")
    }
  }

  @Test func hostileValuesNeverReachATerminalRaw() throws {
    let evil = "evil\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{202E}"
    let script = """
      sign-in "\(evil)"
      identity
      property "\(evil)=\(evil)" 'list:=["\(evil.replacing("\u{1B}", with: "\\u001b").replacing("\u{7}", with: ""))"]'
      identity
      override "\(evil)" "\(evil)"
      variants
      variant "\(evil)"
      identity --device-id "\(evil)"
      open
      export
      events
      suppressed
      flush
      profile
      why report-layout
      requests
      refresh &
      jobs
      ! expect identity.userId == "\(evil)x"
      expect identity.userId == "\(evil)y"
      world assign report-layout "\(evil)" control
      world
      status --all
      status
      \(evil)

      """
    let run = try flagsh.run("--keep-going", "--verbose", input: script)
    for (name, text) in [("output", run.output), ("errors", run.errors)] {
      let bad = text.split(separator: "\n").filter {
        $0.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" || $0 == "\u{7}" }
      }
      #expect(bad.isEmpty, "\(name): \(bad)")
    }
    #expect(run.output.contains("evil"))
  }
}
