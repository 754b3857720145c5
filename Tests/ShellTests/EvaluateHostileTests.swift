import Foundation
import TestSupport
import Testing
import TextFormats

/// Input that nobody would write by accident: it ends with a message, never with a crash.
@Suite struct EvaluateHostileTests {
  private static let faults: Set<Int32> = [0, 3]

  @Test func `deep, long and broken lines end with a message each`() throws {
    let deep = String(repeating: "[", count: 200_000)
    let objects = String(repeating: "{\"a\":", count: 100_000)
    let long = String(repeating: "é", count: 2_000_000)
    let names = (0..<20_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    let lines = [
      deep, objects, "{\"user_id\":\"\(long)\"}", "{\(names)}", "{\"user_id\":1e999999}",
      "{\"user_id\":\(String(repeating: "9", count: 100_000))}", "{\"user_id\":\"\\ud800\"}", "\u{0}", "\"\u{1}\"",
      "{\"groups\":{\"a\":[null],\"b\":[[]],\"c\":[{}]},\"group_properties\":{\"a\":1,\"b\":{\"x\":null}}}",
    ]
    var input = Array(lines.joined(separator: "\n").utf8)
    input += [0x0A, 0xFF, 0xFE, 0x0A]
    input += "{\"user_id\":\"last\"}".utf8
    let run = try EvaluateProcess.run(["evaluate"], input: input)
    #expect(run.status == 3)
    #expect(try run.documents.last?["user"] == "last")
    // The messages stay readable however long the lines are.
    #expect(run.errors.utf8.count < 10_000)
  }

  @Test func `random bytes end with a message`() throws {
    let seed: UInt64 = 20
    print("hostile input: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "null", "true", "1", "-", "1e5", "\"user_id\"", "\"groups\"",
      "\"flags\"", "\"key\"", "\"segments\"", "\"variants\"", "{\"user_id\":\"u\"}", "\u{0}", "é", " ",
    ]
    var input: [UInt8] = []
    for _ in 0..<30_000 {
      if Int.random(in: 0..<50, using: &generator) == 0 { input.append(UInt8.random(in: 0...255, using: &generator)) }
      input += (pieces.randomElement(using: &generator) ?? "").utf8
    }
    for arguments in [["evaluate"], ["evaluate", "--cases"], ["evaluate", "--count"], ["evaluate", "--compare"]] {
      let run = try EvaluateProcess.run(arguments, input: input)
      #expect(Self.faults.contains(run.status), "\(arguments)")
    }
  }

  @Test func `damaged cases end with an answer each`() throws {
    let seed: UInt64 = 21
    print("damaged cases: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let records = try Data(contentsOf: URL(filePath: "\(EvaluateProcess.vectors)/hand-core.jsonl"))
    var input = Array(records.prefix(400_000))
    for _ in 0..<2_000 {
      let place = Int.random(in: 0..<input.count, using: &generator)
      guard input[place] != 0x0A else { continue }
      input[place] = [0x22, 0x7B, 0x5B, 0x30, 0x2C, 0x5C, 0xC3, 0x20].randomElement(using: &generator) ?? 0
    }
    let count = input.split(separator: 0x0A).count
    for engine in ["javascript", "python"] {
      let run = try EvaluateProcess.run(["evaluate", "--cases", "--engine", engine], input: input)
      #expect(Self.faults.contains(run.status))
      #expect(run.lines.count == count)
    }
  }
}
