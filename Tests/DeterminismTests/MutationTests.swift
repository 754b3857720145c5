import TestSupport
import Testing
import TextFormats
import Transcripts
import Vocabulary

/// Nothing in a transcript is decoration: whatever single value is changed, with the checksum made right again, the
/// replay diverges or refuses the file.
@Suite struct MutationTests {
  /// Facts for people, which no replay needs (product.md section 7): where a session came from, and where a command
  /// stood. The names of flags and points in the header are offered by completion and decide nothing.
  private static let declared: Set<String> = [
    "header tool", "header world.name", "header world.checksum", "header configuration.knownFlags[]",
    "header configuration.knownPoints[]", "command file", "command line", "command column",
  ]

  /// How often the same field of the same kind is changed.
  private static let tries = 3

  private struct Line {
    var json: JSONValue
    var kind: String { json["kind"]?.string ?? "" }
  }

  /// Short transcripts of one session each, in which every kind of record occurs: each of them brings several fields
  /// that those before it did not have.
  private static func corpus() throws -> [[Line]] {
    let folder = try ScratchFolder()
    var corpus: [[Line]] = []
    var fields: Set<String> = []
    for seed: UInt64 in 0...150 {
      // Random walks are in the embedded world.
      let transcripts =
        seed == 0 ? [LiveTranscript.bytes()] : try RecordedWalk(seed: seed, folder: folder.path).transcripts
      for transcript in transcripts {
        let text = String(decoding: transcript, as: UTF8.self)
        let lines = try text.split(separator: "\n").map { Line(json: try JSON.parse(String($0))) }
        guard lines.count(where: { $0.kind == "footer" }) == 1, lines.count < 150 else { continue }
        let found = lines.flatMap { line in LeafMutation.leaves(of: line.json).map { "\(line.kind) \($0.field)" } }
        guard Set(found).subtracting(fields).count >= 5 else { continue }
        fields.formUnion(found)
        corpus.append(lines)
      }
    }
    return corpus
  }

  /// The bytes of these lines with the right checksum in the footer.
  private static func sealed(_ lines: [Line]) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines.dropLast() { bytes += Array(line.json.text.utf8) + [0x0A] }
    var footer = lines[lines.count - 1].json
    if case .object(var object) = footer {
      object["crc32"] = .string(digits(CRC32.of(bytes)))
      object["documentCrc32"] = .string(digits(CRC32.of(Array((object["document"] ?? .null).text.utf8))))
      footer = .object(object)
    }
    return bytes + Array(footer.text.utf8) + [0x0A]
  }

  private static func digits(_ checksum: UInt32) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  private static func status(_ bytes: [UInt8]) -> Vocabulary.ExitStatus {
    var replayer = Replayer(file: "t.jsonl")
    replayer.feed(bytes)
    return replayer.finish().status
  }

  @Test func noSingleValueCanBeChangedUnnoticed() throws {
    let corpus = try Self.corpus()
    var seen: [String: [JSONValue]] = [:]
    var kinds: Set<String> = []
    for line in corpus.joined() {
      kinds.insert(line.kind)
      for leaf in LeafMutation.leaves(of: line.json) {
        let key = "\(line.kind) \(leaf.field)"
        if seen[key, default: []].count < 12, !seen[key, default: []].contains(leaf.value) {
          seen[key, default: []].append(leaf.value)
        }
      }
    }
    #expect(kinds.isSuperset(of: RecordKind.allCases.map(\.rawValue) + ["header", "footer"]))

    var tried: [String: Int] = [:]
    var green: [String: (count: Int, example: String)] = [:]
    for (number, lines) in corpus.enumerated() {
      #expect(Self.status(Self.sealed(lines)) == .success, "transcript \(number) as it was")
      for (index, line) in lines.enumerated() {
        let mutations = LeafMutation.all(of: line.json) { field in
          (seen["\(line.kind) \(field)"] ?? []).shuffled(seed: UInt64(number * 1_000 + index), prefix: 2)
        }
        for mutation in mutations {
          let key = "\(line.kind) \(mutation.field)"
          guard !Self.declared.contains(key), tried[key, default: 0] < Self.tries else { continue }
          if line.kind == "footer", ["crc32", "documentCrc32"].contains(mutation.field) { continue }
          tried[key, default: 0] += 1
          var changed = lines
          changed[index].json = mutation.changed
          let status = Self.status(Self.sealed(changed))
          guard status != .expectationFailed && status != .badFile else { continue }
          let example = "transcript \(number) line \(index + 1): \(mutation.original.text) -> \(mutation.value.text)"
          green[key, default: (0, example)].count += 1
        }
      }
    }
    let total = tried.values.reduce(0, +)
    print("\(total) changes of \(tried.count) fields in \(corpus.count) transcripts")
    for (key, fault) in green.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(key): \(fault.count) of \(tried[key] ?? 0) changes were not noticed, \(fault.example)")
    }
  }
}

extension Array {
  /// Some elements, chosen by a number.
  fileprivate func shuffled(seed: UInt64, prefix: Int) -> [Element] {
    var random = SeededGenerator(seed: seed)
    return Array(shuffled(using: &random).prefix(prefix))
  }
}
