import CommandLanguage
import Foundation
import TestSupport
import Testing
import TextFormats
import Transcripts
import Vocabulary

/// Whatever happens in a session, its transcript replays and copies to the same bytes (product.md section 7).
///
/// `DETERMINISM_SEED=N` runs the session of this number alone and prints its scripts; `DETERMINISM_FIRST=N` begins the
/// ten thousand elsewhere.
@Suite struct ReplayPropertyTests {
  private static let first = number("DETERMINISM_FIRST") ?? 20_260_101
  private static let sessionCount: UInt64 = 10_000
  private static let shares: UInt64 = 8

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap(UInt64.init)
  }

  private static let seeds: [ClosedRange<UInt64>] = {
    if let one = number("DETERMINISM_SEED") { return [one...one] }
    let size = sessionCount / shares
    return (0..<shares).map { first + $0 * size...first + ($0 + 1) * size - 1 }
  }()

  @Test(arguments: seeds)
  func tenThousandRandomSessionsReplayAndCopyToTheSameBytes(seeds: ClosedRange<UInt64>) throws {
    let folder = try ScratchFolder()
    var (commands, transcripts, bytes) = (0, 0, 0)
    var lengths: [Int] = []
    var names: Set<String> = []
    for seed in seeds {
      let walk = try RecordedWalk(seed: seed, folder: folder.path)
      if seeds.count == 1 { print(walk.scripts.joined(separator: "\n--- next session ---\n")) }
      #expect(!walk.transcripts.isEmpty, "seed \(seed): nothing was recorded")
      for transcript in walk.transcripts {
        let complaint = Self.complaint(transcript, chunk: Int(seed % 5 == 0 ? 509 : 1 << 16))
        #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
        transcripts += 1
        bytes += transcript.count
      }
      commands += walk.commandCount
      names.formUnion(walk.names)
      lengths.append(walk.commandCount)
    }
    lengths.sort()
    if seeds.count > 1 {
      // `source` is expanded before it comes to a session; what is left of it is refused.
      let missing = Catalogue.names.filter { $0 != "source" && !names.contains($0) }
      #expect(missing.isEmpty, "seeds \(seeds): commands that no session ran")
    }
    print(
      "seeds \(seeds): \(seeds.count) runs, \(transcripts) transcripts, \(bytes >> 10) KiB, \(commands) commands,",
      "median \(lengths[lengths.count / 2])")
  }

  /// What is wrong with the replay of a transcript; nil when nothing is.
  private static func complaint(_ transcript: [UInt8], chunk: Int) -> String? {
    var replayer = Replayer(file: "t.jsonl", rewriting: .copy)
    var copy: [UInt8] = []
    for start in stride(from: 0, to: transcript.count, by: chunk) {
      replayer.feed(Array(transcript[start..<min(start + chunk, transcript.count)]))
      copy += replayer.takeRewritten()
    }
    let report = replayer.finish()
    copy += replayer.takeRewritten()
    guard report.status == .success, report.diagnostics.isEmpty else {
      return report.diagnostics.map(\.message).joined(separator: "\n")
    }
    guard report.sessions.allSatisfy(\.isWhole) else { return "a session is not whole" }
    guard copy != transcript else { return nil }
    let same = zip(copy, transcript).prefix { $0 == $1 }.count
    return "the copy differs from byte \(same) on"
  }
}
