import Foundation
import TestSupport
import Testing

/// The built executable gives the same bytes whatever the machine is set to and however its commands come
/// (product.md sections 6 and 7). Each run is a process of its own, with hash seeds of its own.
@Suite struct SurroundingsTests {
  /// One way to run a script.
  private struct Surroundings {
    enum Way { case file, slowPipe, argument }

    let name: String
    var environment: [String: String] = [:]
    var way = Way.file
  }

  private static let scriptCount: UInt64 = 36

  private static func surroundings(turkish: [String: String]) -> [Surroundings] {
    [
      Surroundings(name: "a plain file"),
      Surroundings(name: "a plain file again"),
      Surroundings(name: "C", environment: ["LANG": "C", "TZ": "UTC"]),
      Surroundings(name: "Turkish", environment: turkish),
      Surroundings(name: "Kathmandu", environment: ["TZ": "Asia/Kathmandu"], way: .argument),
      Surroundings(
        name: "St. John's, narrow", environment: ["TZ": "America/St_Johns", "COLUMNS": "20", "LINES": "3"],
        way: .slowPipe),
      Surroundings(
        name: "Turkish, narrow, -c", environment: turkish.merging(["COLUMNS": "20", "TERM": "dumb"]) { $1 },
        way: .argument),
      Surroundings(name: "UTF-8", environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "COLUMNS": "200"]),
    ]
  }

  /// A script for the executable: it reads a part from another file, and starts no recording of its own.
  private static func script(_ seed: UInt64) -> String {
    var generator = RandomScript(seed: seed)
    // A byte-order mark and carriage returns belong to files, and an argument holds no NUL.
    var text = generator.text()
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    return "source part.flagsh\n" + text
  }

  private static let part = "sign-in tester-expanded\nopen\nproperty 'q:={\"b\":[1,2.50],\"a\":null}' I=\u{131}\n"

  @Test func nothingAroundTheExecutableChangesABit() throws {
    let turkish = try Self.turkishLocale()
    var runs = 0
    for seed in 0..<Self.scriptCount {
      let script = Self.script(7_000 + seed)
      var reference: Found?
      let variants = Self.surroundings(turkish: turkish.environment)
      for surroundings in variants {
        let found = try Self.run(script, surroundings, form: seed % 3 == 0 ? "json" : "text", seed: seed)
        runs += 1
        let what = Comment(rawValue: "script \(7_000 + seed), \(surroundings.name)")
        #expect(found.result.status != 70, what)
        let replay = found.replay
        #expect(replay.status == 0, "\(what): \(String(decoding: replay.err, as: UTF8.self))")
        guard let reference else {
          reference = found
          continue
        }
        #expect(found.out == reference.out, what)
        #expect(found.result.status == reference.result.status, what)
        #expect(found.transcript == reference.transcript, what)
      }
    }
    print("\(Self.scriptCount) scripts, \(runs) runs, each replayed")
  }

  /// The random sessions of `ReplayPropertyTests` again, by the executable, many in one transcript.
  @Test(arguments: [0, 2_500, 5_000, 7_500] as [UInt64])
  func tenThousandSessionsAreTheSameInATurkishLocaleElsewhere(first: UInt64) throws {
    let turkish = try Self.turkishLocale()
    let folder = try ScratchFolder()
    let names = try (first..<first + 2_500).map { seed in
      var generator = RandomScript(seed: 20_260_101 + seed)
      let name = "\(seed).flagsh"
      try folder.write(generator.text(), to: name)
      return name
    }
    let elsewhere = turkish.environment.merging(["TZ": "Asia/Kathmandu", "COLUMNS": "20", "LINES": "3"]) { $1 }
    var reference: (result: FlagshProcess.Result, transcript: [UInt8])?
    for (environment, transcript) in [(["LANG": "C", "TZ": "UTC"], "c.jsonl"), (elsewhere, "t.jsonl")] {
      let result = try FlagshProcess.run(
        ["--record", transcript, "--keep-going", "run"] + names, in: folder, environment: environment)
      #expect(result.status != 70)
      let recorded = try folder.bytes(of: transcript)
      let replay = try FlagshProcess.run(
        ["replay", transcript, "--record", "copy.jsonl"], in: folder, environment: environment)
      #expect(replay.status == 0, "\(String(decoding: replay.err.suffix(2_000), as: UTF8.self))")
      #expect(String(decoding: replay.out, as: UTF8.self).contains("2500 sessions"))
      #expect(try folder.bytes(of: "copy.jsonl") == recorded)
      if let reference {
        #expect(result == reference.result)
        #expect(recorded == reference.transcript)
      }
      reference = (result, recorded)
    }
  }

  private struct Found {
    var result: FlagshProcess.Result
    /// With the names of standard input and `-c` made one, as the transcript.
    var out: String
    var transcript: String
    var replay: FlagshProcess.Result
  }

  private static func run(_ script: String, _ surroundings: Surroundings, form: String, seed: UInt64) throws -> Found {
    let folder = try ScratchFolder()
    try folder.write(part, to: "part.flagsh")
    var arguments = ["--record", "t.jsonl", "-o", form, "--keep-going", "--seed", "\(seed)"]
    var input = FlagshProcess.Input.nothing
    switch surroundings.way {
    case .file: input = .file(try folder.write(script, to: "script"))
    case .slowPipe: input = .slowPipe(Array(script.utf8))
    case .argument: arguments += ["-c", script]
    }
    let result = try FlagshProcess.run(
      arguments, in: folder, environment: surroundings.environment, input: input)
    let replay = try FlagshProcess.run(
      ["replay", "t.jsonl", "--record", "u.jsonl"], in: folder, environment: surroundings.environment)
    #expect(try folder.bytes(of: "t.jsonl") == folder.bytes(of: "u.jsonl"), "recorded again, \(surroundings.name)")
    let transcript = try folder.text(of: "t.jsonl")
    return Found(
      result: result, out: named(String(decoding: result.out, as: UTF8.self)),
      transcript: named(transcript).replacing(/"crc32":"[0-9a-f]{8}"/, with: ""), replay: replay)
  }

  /// Places in results and records name where a command came from; everything else is the same.
  private static func named(_ text: String) -> String {
    text.replacing("\"file\":\"<-c>\"", with: "\"file\":\"<stdin>\"")
  }

  // MARK: A real Turkish locale

  private struct Locale {
    let folder: ScratchFolder
    var environment: [String: String] { ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "LOCPATH": folder.path] }
  }

  /// Builds the locale in a folder of its own and makes sure that the C library takes it.
  private static func turkishLocale() throws -> Locale {
    let locale = Locale(folder: try ScratchFolder())
    let built = try FlagshProcess.run(
      "/usr/bin/localedef", ["-i", "tr_TR", "-f", "UTF-8", locale.folder.path(of: "tr_TR.UTF-8")], in: locale.folder,
      environment: [:])
    let complaint = String(decoding: built.err, as: UTF8.self)
    let probe = try FlagshProcess.run(
      BuiltProducts.path(of: "locale-probe"), [], in: locale.folder, environment: locale.environment)
    try #require(probe.status == 0, "setlocale refuses tr_TR.UTF-8; localedef said: \(complaint)")
    try #require(String(decoding: probe.out, as: UTF8.self) == "tr_TR.UTF-8 0130\n")
    return locale
  }

  @Test func theTurkishLocaleIsOne() throws {
    let locale = try Self.turkishLocale()
    let other = try FlagshProcess.run(
      BuiltProducts.path(of: "locale-probe"), [], in: locale.folder, environment: ["LC_ALL": "C"])
    #expect(String(decoding: other.out, as: UTF8.self) == "C 0049\n")
    let unknown = try FlagshProcess.run(
      BuiltProducts.path(of: "locale-probe"), [], in: locale.folder,
      environment: ["LC_ALL": "xx_XX.UTF-8", "LOCPATH": locale.folder.path])
    #expect(unknown.status == 1)
  }

  // MARK: Several scripts in one transcript

  @Test(arguments: [["one", "missing"], ["one", "two"], ["missing", "one"], ["one", "missing", "two", "missing"]])
  func whatWasRecordedOfSeveralScriptsReplays(scripts: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write("open\n", to: "one")
    try folder.write("refresh\nexport\n", to: "two")
    _ = try FlagshProcess.run(["--record", "t.jsonl", "run"] + scripts, in: folder)
    let replay = try FlagshProcess.run(["replay", "t.jsonl"], in: folder)
    let sessions = scripts.count { $0 != "missing" }
    #expect(replay.status == 0, "\(String(decoding: replay.err, as: UTF8.self))")
    #expect(String(decoding: replay.out, as: UTF8.self).contains("\(sessions) session"))
  }

  @Test func whatACommandRecordsEndsWithItsSession() throws {
    let folder = try ScratchFolder()
    try folder.write("open\nrecord own.jsonl\nexport\n", to: "one")
    try folder.write("status\n", to: "two")
    let run = try FlagshProcess.run(["run", "one", "two"], in: folder)
    #expect(run.status == 0)
    #expect(try FlagshProcess.run(["replay", "own.jsonl"], in: folder).status == 0)
  }
}
