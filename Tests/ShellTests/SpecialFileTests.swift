import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Pipes, devices, links, empty files and names that are no text, wherever a file may be named.
@Suite struct SpecialFileTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  private func makePipe(_ name: String) { #expect(mkfifo(flagsh.scratch.path(of: name), 0o600) == 0) }

  // MARK: Pipes

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func aPipeThatNobodyWritesDoesNotKeepARunFromEnding(signal: Int32, status: Int32) throws {
    makePipe("pipe")
    let program = try flagsh.start(["-c", "echo begun; source pipe"])
    try program.wait(forOutput: "begun")
    program.signal(signal)
    #expect(try program.waitForEnd() == .exited(status))
  }

  @Test func anOutputThatNobodyReadsDoesNotKeepARunFromEnding() throws {
    // More than a pipe holds, from a script that goes on for longer than anybody waits.
    let program = try flagsh.start(["--record", "t.jsonl", "run", "-"], output: .file(try silentPipe()))
    program.send(String(repeating: "echo \(String(repeating: "x", count: 1_000))\n", count: 1_000))
    try program.wait(forFile: flagsh.scratch.path(of: "t.jsonl"), bytes: 70_000)
    program.signal(SIGTERM)
    #expect(try program.waitForEnd() == .exited(143))
    #expect(program.errorText == "")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  /// A pipe that somebody has opened and never reads.
  private func silentPipe() throws -> String {
    makePipe("silent")
    let path = flagsh.scratch.path(of: "silent")
    // Both ends, so that neither opening nor writing fails; left open as long as the tests run.
    #expect(open(path, O_RDWR) >= 0)
    return path
  }

  @Test func recordingIntoAPipeWithoutAReaderIsRefused() throws {
    makePipe("pipe")
    let run = try flagsh.run("-c", "record pipe")
    #expect(run.status == 5)
    expectDiagnostic(run, "<-c>:1:1: error: cannot write the transcript pipe: nobody reads it")
  }

  // MARK: Transcripts that cannot be written

  @Test func nothingRunsThatCannotBeRecorded() throws {
    try flagsh.scratch.write("echo never\n", to: "a")
    for arguments in [["-c", "echo never"], ["run", "a", "a"], ["--keep-going", "-c", "echo never"]] {
      let run = try flagsh.run(["--record", "/dev/full"] + arguments)
      #expect(run.status == 5)
      #expect(run.output == "")
      expectDiagnostic(run, "flagsh: error: cannot write the transcript /dev/full: no space left on the device")
    }
  }

  @Test func aTranscriptThatNothingWasWrittenToIsNotLeftBehind() throws {
    #expect(try flagsh.run("--record", "new.jsonl", "run", "missing").status == 5)
    #expect(!FileManager.default.fileExists(atPath: flagsh.scratch.path(of: "new.jsonl")))
    try flagsh.scratch.write("", to: "old.jsonl")
    #expect(try flagsh.run("--record", "old.jsonl", "run", "missing").status == 5)
    #expect(FileManager.default.fileExists(atPath: flagsh.scratch.path(of: "old.jsonl")), "it was there before")
  }

  // MARK: Empty files

  @Test(arguments: [
    ["run", "empty"], ["-c", "source empty"], ["--world", "empty", "-c", "status"],
    ["--config", "empty", "-c", "status"], ["replay", "empty"], ["evaluate", "--flags", "empty"],
  ])
  func anEmptyFileIsNamed(arguments: [String]) throws {
    try flagsh.scratch.write("", to: "empty")
    let run = try flagsh.run(arguments)
    #expect(run.status == 5)
    #expect(run.errors.contains("empty is empty") || run.errors.contains("empty: ") || run.errors.contains("empty:"))
  }

  @Test func emptyStandardInputAndIncludesAreFine() throws {
    #expect(try flagsh.run("run", "-").status == 0)
    #expect(try flagsh.run().status == 0)
    try flagsh.scratch.write("", to: "Local.xcconfig")
    try flagsh.scratch.write("#include \"Local.xcconfig\"\nAMPLITUDE_SERVER_ZONE = US\n", to: "a.xcconfig")
    #expect(try flagsh.run("--config", "a.xcconfig", "-c", "status").status == 0)
  }

  // MARK: Folders of transcripts

  @Test func aFolderIsSearchedWithoutLinksPipesAndDevices() throws {
    #expect(try flagsh.run("--record", "t.jsonl", "-c", "open").status == 0)
    let paths = flagsh.scratch
    try FileManager.default.createSymbolicLink(atPath: paths.path(of: "back"), withDestinationPath: ".")
    try FileManager.default.createSymbolicLink(atPath: paths.path(of: "zero.jsonl"), withDestinationPath: "/dev/zero")
    makePipe("pipe.jsonl")
    let run = try flagsh.run("replay", ".")
    #expect(run.status == 0)
    #expect(run.outputLines.count == 1)
  }

  @Test func whatHasNoEndIsNoTranscript() throws {
    for arguments in [["replay", "/dev/zero"], ["transcript", "show", "/dev/zero"]] {
      let run = try flagsh.run(arguments)
      #expect(run.status == 5)
      expectDiagnostic(run, "/dev/zero:1:1: error: the transcript is damaged")
    }
  }

  @Test func updateOfADamagedFileDoesNotAdviseUpdate() throws {
    #expect(try flagsh.run("--record", "t.jsonl", "-c", "open; export").status == 0)
    let whole = try flagsh.scratch.text(of: "t.jsonl")
    try flagsh.scratch.write(whole.replacing("\"export\"", with: "\"close\""), to: "t.jsonl")
    let run = try flagsh.run("replay", "--update", "t.jsonl")
    #expect(run.status == 5)
    #expect(!run.errors.contains("--update"))
  }

  // MARK: Texts that are none

  @Test func argumentsAndVariablesThatAreNoTextAreRefused() throws {
    let shell = try RunningProgram(
      "/bin/sh",
      arguments: [
        "-c", "\"$0\" -c \"$(printf 'echo \\377')\"; echo $?; FLAGSH_OUTPUT=$(printf '\\377') \"$0\" -c open; echo $?",
        Flagsh.path,
      ], folder: flagsh.scratch.path)
    #expect(try shell.waitForEnd() == .exited(0))
    #expect(shell.outputText == "3\n3\n")
    #expect(shell.errorText.contains("argument 2 is not UTF-8"))
    #expect(shell.errorText.contains("the variable FLAGSH_OUTPUT is not UTF-8"))
  }

  // MARK: Ends

  @Test func quitHidesNoEarlierFailure() throws {
    #expect(try flagsh.run("--keep-going", "-c", "logout; quit 0").status == 1)
    #expect(try flagsh.run("--keep-going", "-c", "logout; quit 3").status == 3)
    #expect(try flagsh.run("-c", "! logout; quit 0").status == 0)
  }

  @Test func theLimitEndsAWaitForTheRestOfAScript() throws {
    let program = try flagsh.start(["--limit", "100ms", "run", "-"])
    program.send("echo begun\n")
    #expect(try program.waitForEnd() == .exited(1))
    #expect(program.outputText == "begun\n")
    #expect(program.errorText.contains("longer than --limit 100ms, waiting for the rest of the script"))
  }
}
