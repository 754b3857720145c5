import Foundation
import TestSupport
import Testing

/// Transcripts as the program writes, replays, rewrites, lists and audits them (product.md section 7).
@Suite struct RecordingTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  @Test func aRecordingReplaysAndItsCopyHasTheSameBytes() throws {
    try flagsh.scratch.write("sign-in tester-expanded\nopen\nlogout &\nwait\n", to: "a")
    try flagsh.scratch.write("refersh\n", to: "b")
    _ = try flagsh.run("--record", "t.jsonl", "run", "a", "b")
    let replay = try flagsh.run("replay", "t.jsonl", "--record", "u.jsonl")
    #expect(replay.status == 0, "\(replay)")
    #expect(replay.output.hasPrefix("t.jsonl: 2 sessions, "))
    #expect(try flagsh.scratch.bytes(of: "u.jsonl") == flagsh.scratch.bytes(of: "t.jsonl"))
    expectDiagnostic(
      try flagsh.run("replay", "t.jsonl", "--record", "t.jsonl"), "flagsh: error: t.jsonl is itself being replayed")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func recordingFromTheMiddleBeginsWithTheFirstInput() throws {
    _ = try flagsh.run("--record", "whole.jsonl", "-c", "sign-in tester-expanded; open; record t.jsonl; export")
    _ = try flagsh.run("-c", "sign-in tester-expanded; open; record t.jsonl; export; record --stop; events")
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
    let script = try flagsh.run("transcript", "script", "t.jsonl").outputLines.filter { !$0.hasPrefix("#") }
    #expect(script == ["sign-in tester-expanded", "open", "record t.jsonl", "export", "record --stop"])
  }

  @Test func aRecordingOfOneSessionEndsWithItWhateverRunsAfterwards() throws {
    try flagsh.scratch.write("record t.jsonl\nopen\n", to: "a")
    #expect(try flagsh.run("run", "a", "a").status == 0)
    #expect(try flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func aScriptThatCannotBeOpenedCostsNoTranscript() throws {
    #expect(try flagsh.run("--record", "t.jsonl", "-c", "open").status == 0)
    let before = try flagsh.scratch.bytes(of: "t.jsonl")
    #expect(try flagsh.run("--record", "t.jsonl", "run", "missing").status == 5)
    #expect(try flagsh.scratch.bytes(of: "t.jsonl") == before)
  }

  @Test func onlyTranscriptsAreReplaced() throws {
    try flagsh.scratch.write("precious\n", to: "notes.txt")
    for arguments in [["--record", "notes.txt", "-c", "open"], ["-c", "record notes.txt"]] {
      let run = try flagsh.run(arguments)
      #expect(run.status == 5)
      #expect(run.errors.contains("notes.txt exists and is no transcript; it is left alone"))
    }
    #expect(try flagsh.scratch.text(of: "notes.txt") == "precious\n")
    #expect(try flagsh.run("--record", "t.jsonl", "-c", "open").status == 0)
    #expect(try flagsh.run("--record", "t.jsonl", "-c", "status").status == 0)
    #expect(try flagsh.run("replay", "t.jsonl").output.hasPrefix("t.jsonl: 1 session, 3 records"))
    #expect(try flagsh.run("-c", "record t.jsonl; record u.jsonl").status == 5)
    #expect(!FileManager.default.fileExists(atPath: flagsh.scratch.path(of: "u.jsonl")))
  }

  @Test func foldersAreSearchedInTheOrderOfNames() throws {
    for name in ["b.jsonl", "a/z.jsonl", "a/c.jsonl"] {
      try flagsh.scratch.write("", to: "t/" + name)
      #expect(try flagsh.run("--record", "t/" + name, "-c", "open").status == 0)
    }
    try flagsh.scratch.write("no transcript", to: "t/readme.txt")
    let names = try flagsh.run("replay", "t").outputLines.map { $0.split(separator: ":")[0] }
    #expect(names == ["t/a/c.jsonl", "t/a/z.jsonl", "t/b.jsonl"])
  }

  @Test func aDivergenceNamesItsCauseAndUpdateRewritesIt() throws {
    _ = try flagsh.run("--record", "t.jsonl", "-c", "echo a; sign-in tester-expanded; open")
    let text = try flagsh.scratch.text(of: "t.jsonl")
    let lines = text.split(separator: "\n").map(String.init)
    let line = try #require(lines.firstIndex { $0.contains("\"name\":\"open\"") })
    var changed = lines
    changed[line] = lines[line].replacing("\"layout\":\"expanded\"", with: "\"layout\":\"compact\"")
    #expect(changed[line] != lines[line])
    let old = try #require(changed.last?.range(of: "\"crc32\":\"")).upperBound
    let damaged = changed.joined(separator: "\n") + "\n"
    let records = changed.dropLast().map { $0 + "\n" }.joined()
    var footer = try #require(changed.last)
    footer.replaceSubrange(old..<footer.index(old, offsetBy: 8), with: Self.checksum(records))
    try flagsh.scratch.write(records + footer + "\n", to: "t.jsonl")
    let run = try flagsh.run("replay", "t.jsonl")
    let first = try #require(run.errorLines.first)
    #expect(first.hasPrefix("t.jsonl:\(line + 1):1: error: the replay diverged in session 1: outcome record"))
    for part in ["result.layout", "\"compact\"", "\"expanded\""] { #expect(first.contains(part)) }
    #expect(run.errors.contains("`open` at <-c>:1"))
    #expect(run.status == 4)

    #expect(try flagsh.run("replay", "t.jsonl", "--update").status == 0)
    #expect(try flagsh.scratch.text(of: "t.jsonl") == text)
    // A damaged one is left alone.
    try flagsh.scratch.write(damaged, to: "t.jsonl")
    #expect(try flagsh.run("replay", "t.jsonl", "--update").status == 5)
    #expect(try flagsh.scratch.text(of: "t.jsonl") == damaged)
    #expect(try FileManager.default.contentsOfDirectory(atPath: flagsh.scratch.path) == ["t.jsonl"])
  }

  /// CRC-32 bit by bit, as its definition says.
  private static func checksum(_ text: String) -> String {
    var register: UInt32 = 0xFFFF_FFFF
    for byte in text.utf8 {
      register ^= UInt32(byte)
      for _ in 0..<8 { register = register & 1 == 1 ? (register >> 1) ^ 0xEDB8_8320 : register >> 1 }
    }
    return String(format: "%08x", register ^ 0xFFFF_FFFF)
  }

  @Test func showScriptAndAuditRead() throws {
    _ = try flagsh.run("--record", "t.jsonl", "-c", "sign-in tester-expanded; open")
    let show = try flagsh.run("transcript", "show", "t.jsonl")
    #expect(show.status == 0)
    #expect(show.output.contains("> sign-in tester-expanded"))

    try flagsh.scratch.write("# names and values\nKNOWN=tester-expanded\nOTHER=not-in-there-at-all\n", to: "secrets")
    let found = try flagsh.run(["transcript", "audit", "t.jsonl"], environment: ["FLAGSH_SECRETS_FILE": "secrets"])
    #expect(found.status == 6)
    #expect(found.errors.contains("KNOWN"))
    #expect(!(found.errors + found.output).contains("tester-expanded"))
    try flagsh.scratch.write("OTHER=not-in-there-at-all\n", to: "secrets")
    #expect(
      try flagsh.run(["transcript", "audit", "t.jsonl"], environment: ["FLAGSH_SECRETS_FILE": "secrets"]).status == 0)
    #expect(
      try flagsh.run(["transcript", "audit", "t.jsonl"], environment: ["FLAGSH_SECRETS_FILE": "nope"]).status == 5)
    #expect(try flagsh.run("transcript", "audit", "t.jsonl").status == 2)

    try flagsh.scratch.write("AMPLITUDE_API_KEY = tester-expanded\n", to: "c.xcconfig")
    #expect(try flagsh.run("--config", "c.xcconfig", "transcript", "audit", "t.jsonl").status == 6)
  }
}
