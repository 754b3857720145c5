import CommandLanguage
import EmbeddedServices
import Foundation
import Rendering
import SessionModel
import TestSupport
import TextFormats
import Transcripts
import Vocabulary

@testable import Shell

/// Random sessions in the embedded world, run and recorded by the shell's own loop.
struct RecordedWalk {
  /// What a number alone brings out.
  let seed: UInt64
  /// The transcripts that were written: one from the start, or those that `record` asked for, as far as they hold any.
  private(set) var transcripts: [[UInt8]] = []
  /// Commands that were run, in all sessions together.
  private(set) var commandCount = 0
  /// Names of the commands that were understood.
  private(set) var names: Set<String> = []
  /// What was run, for people who have to look into a failure.
  private(set) var scripts: [String] = []

  private static let worlds: [WorldFile] = {
    let bytes = ChosenWorld.builtIn
    let members: [(String, JSONValue)] = [
      ("latencies", ["evaluation": "0ms", "analytics": "0ms", "decisions": "0ms"]),
      ("latencies", ["evaluation": "4s", "analytics": "9s", "processing": "3s"]),
      ("faults", ["evaluation": "offline", "analytics": 503]),
      ("region", "MARS"),
    ]
    let others = members.map { name, value -> [UInt8] in
      guard case .object(var object)? = try? JSON.parse(bytes) else { return [] }
      object[name] = value
      return Array(JSONValue.object(object).text.utf8)
    }
    return ([bytes] + others).compactMap { try? WorldFile(parsing: $0, file: "world.json") }
  }()

  private static let nowhere: Int32 = open("/dev/null", O_WRONLY | O_CLOEXEC)

  /// Runs one session, or sometimes two in one file, in this folder.
  init(seed: UInt64, folder: String) throws(Diagnostic) {
    self.seed = seed
    var dice = RandomScript(seed: seed ^ 0x5EED_0F_D1CE)
    let recordsFromTheStart = dice.chance(75)
    let file = "\(folder)/\(seed).jsonl"
    defer { unlink(file) }
    let count = dice.chance(8) ? 2 : 1
    var recorder = recordsFromTheStart ? try TranscriptRecorder(path: file) : nil
    for number in 1...count {
      run(number, of: count, file, &recorder, &dice)
      if !recordsFromTheStart { take(file) }
    }
    recorder = nil
    if recordsFromTheStart { take(file) }
  }

  private mutating func take(_ file: String) {
    guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else { return }
    transcripts.append([UInt8](data))
  }

  private mutating func run(
    _ number: Int, of count: Int, _ file: String, _ recorder: inout TranscriptRecorder?, _ dice: inout RandomScript
  ) {
    var writer = RandomScript(
      seed: seed &* 2 &+ UInt64(number), recordable: recorder == nil ? [file] : ["/nowhere/x.jsonl"])
    var script = writer.text()
    if recorder == nil {
      let line = "record \(file)\n"
      // Before a `quit`, else anywhere: what is recorded begins with the first input either way.
      let isLate = dice.chance(50) && !script.contains("quit") && !script.contains("exit")
      script = isLate ? script + (script.hasSuffix("\n") ? "" : "\n") + line : line + script
    }
    scripts.append(script)
    let runner = runner(recorder, &dice)
    var reader = StatementReader(file: "walk \(number).flagsh")
    reader.feed(script.utf8)
    reader.finish()
    // Ctrl-C may come at any moment at which something is awaited.
    var interruptions = RandomScript(seed: seed &+ 99)
    let percent = dice.pick([0, 0, 2, 10])
    runner.isInterrupted = { interruptions.chance(percent) }
    let seen = Names()
    runner.onOutcome = { outcome, _ in outcome.name.map { _ = seen.names.insert($0) } }
    let isTerminal = dice.chance(25)
    while let item = reader.next() {
      guard case .statement(let statement) = item else { continue }
      commandCount += 1
      if isTerminal, dice.chance(30) { wait(runner, &dice) }
      if runner.run(statement).quit != nil { break }
    }
    _ = runner.leave(isLast: number == count)
    names.formUnion(seen.names)
  }

  private final class Names {
    var names: Set<String> = []
  }

  /// A terminal's clock runs on while the prompt waits.
  private func wait(_ runner: SessionRunner, _ dice: inout RandomScript) {
    let span = Span(microseconds: Int64(dice.below(dice.pick([1_000, 300_000, 7_000_000]))))
    runner.advance(to: runner.now.advanced(by: span))
  }

  private mutating func runner(_ recorder: TranscriptRecorder?, _ dice: inout RandomScript) -> SessionRunner {
    let world = dice.chance(60) ? Self.worlds[0] : dice.pick(Self.worlds)
    let start = dice.pick([1_767_225_600_000_000, 0, -62_135_596_800_000_000, 253_402_300_799_999_999] as [Int64])
    let configuration = world.configuration(
      seed: [dice.chance(20) ? seed : 0, seed], startMicroseconds: start,
      platform: dice.pick(["iOS", "iOS", "Android", "\u{7535}\u{8BDD}"]))
    let header = TranscriptHeader(
      toolVersion: dice.pick([ToolVersion.text, "0.0.0", "9.9.9-\u{3B2}"]), configuration: configuration,
      worldName: world.name, worldChecksum: "0123abcd")
    let reporter = Reporter(
      out: OutputStream(descriptor: Self.nowhere), err: OutputStream(descriptor: Self.nowhere),
      form: dice.pick([.text, .json]), palette: Palette(isOn: false), isQuiet: false)
    return SessionRunner(
      session: Session(configuration), world: EmbeddedWorld(world, startMicroseconds: start), header: header,
      reporter: reporter, recorder: recorder, temporaryFolder: "/tmp")
  }
}
