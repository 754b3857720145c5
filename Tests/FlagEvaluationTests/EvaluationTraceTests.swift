import Testing
import TextFormats

@testable import FlagEvaluation

/// A trace is enough to recompute the decision.
@Suite struct EvaluationTraceTests {
  @Test(arguments: Dialect.all) func `the variant follows from the trace alone`(dialect: Dialect) throws {
    let seed: UInt64 = 20_260_101
    print("trace property, \(dialect.name): seed \(seed)")
    var generated = GeneratedCase(seed: seed)
    var decided = 0
    var bucketed = 0
    var judged = 0
    for _ in 0..<1_000 {
      let flags = generated.flags()
      let evaluator = Evaluator(try FlagConfiguration(flags), dialect: dialect)
      for _ in 0..<4 {
        let user = generated.user()
        let (results, trace) = try evaluator.trace(try EvaluationContext(user: user))
        // Only the document is used: what another program would have.
        let document = try JSON.parse(trace.document.text)
        for flag in try #require(document["flags"]?.array) {
          let key = try #require(flag["flag"]?.string)
          let recomputed = try Recomputation(flag)
          #expect(
            recomputed.variant == results[key].map(\.name), "seed \(seed): \(flags.text) for \(user.text)")
          decided += 1
          bucketed += recomputed.bucketCount
          judged += recomputed.judgedCount
        }
      }
    }
    print("trace property, \(dialect.name): \(decided) flags, \(bucketed) hashes, \(judged) verdicts recomputed")
    #expect(decided > 4_000)
  }

  @Test func `a trace shows the decision in order`() throws {
    let flags = try JSON.parse(
      """
      [{"key":"layout","variants":{"wide":{"key":"wide","value":"wide"},"off":{"key":"off"}},"dependencies":["base"],
        "segments":[
          {"metadata":{"segmentName":"Testers"},"conditions":[[
            {"selector":["context","user","user_id"],"op":"is","values":["tester"]}]],"variant":"wide"},
          {"bucket":{"selector":["context","user","device_id"],"salt":"s","allocations":[
            {"range":[0,50],"distributions":[]},
            {"range":[0,100],"distributions":[{"variant":"wide","range":[0,42949673]}]}]},"variant":"off"}]},
       {"key":"base","variants":{},"segments":[]}]
      """)
    let evaluator = Evaluator(try FlagConfiguration(flags))
    let context = try EvaluationContext(user: ["user_id": "someone", "device_id": "device"])
    let (_, trace) = try evaluator.trace(context)
    #expect(trace.flags.map(\.flag) == ["base", "layout"])
    let layout = try #require(trace["layout"])
    #expect(layout.dependencies.map(\.key) == ["base"])
    #expect(layout.segments.map(\.outcome) == [.notMatched, .variant("wide")])
    #expect(layout.segments[0].name == "Testers")
    let condition = try #require(layout.segments[0].groups.first?.first)
    #expect(condition.texts == ["someone"] && !condition.verdict)
    let bucket = try #require(layout.segments[1].bucket)
    #expect(bucket.hashedText == "s/device")
    // MurmurHash3 x86 32 of "s/device", from another implementation.
    #expect(bucket.numbers?.hash == 791_114_500)
    #expect(bucket.allocations.map(\.contains) == [true, true])
  }
}

/// Decides a flag again from its trace, by rules written down a second time.
private struct Recomputation {
  private(set) var variant: String?
  private(set) var bucketCount = 0
  private(set) var judgedCount = 0

  init(_ flag: JSONValue) throws {
    let known = ["on", "off"]
    for segment in try #require(flag["segments"]?.array) {
      let groups = try #require(segment["groups"]?.array)
      // One that looked at no group asks nothing, or in ECMAScript has an empty list of groups and never matches.
      var matches = groups.isEmpty && segment["matched"] == true
      for group in groups where try groupHolds(group) { matches = true }
      #expect(segment["matched"] == .bool(matches))
      guard matches else { continue }
      let name = try name(segment)
      if let name, known.contains(name) {
        variant = name
        return
      }
    }
  }

  private mutating func groupHolds(_ group: JSONValue) throws -> Bool {
    var holds = true
    for condition in try #require(group.array) {
      let verdict = condition["verdict"] == true
      if let own = try ownVerdict(condition) {
        #expect(own == verdict, "\(condition.text)")
        judgedCount += 1
      }
      holds = holds && verdict
    }
    return holds
  }

  /// The verdict on what needs no conversion: missing values, exact equality without booleans, sets.
  private func ownVerdict(_ condition: JSONValue) throws -> Bool? {
    let texts = try #require(condition["texts"]?.array).compactMap(\.string)
    let values = try #require(condition["values"]?.array).compactMap(\.string)
    let isList = condition["list"] == .bool(true)
    let operation = try #require(condition["op"]?.string)
    if condition["missing"] == .bool(true) {
      return ["is not", "does not contain", "set does not contain", "set does not contain any"].contains(operation)
    }
    guard !(texts + values).contains(where: { ["true", "false"].contains($0.lowercased()) }) else { return nil }
    switch operation {
    case "is": return texts.contains { values.contains($0) }
    case "is not": return texts.contains { !values.contains($0) }
    case "unknown": return false
    case "set contains any": return texts.isEmpty ? nil : isList && values.contains { texts.contains($0) }
    case "set is": return texts.isEmpty ? nil : isList && Set(texts) == Set(values)
    case "contains":
      return texts.contains { text in values.contains { $0.isEmpty || text.lowercased().contains($0.lowercased()) } }
    default: return nil
    }
  }

  /// The variant name of a matched segment: by the hash of the text that the trace shows, else the segment's own.
  private mutating func name(_ segment: JSONValue) throws -> String? {
    let standard = segment["standardVariant"]?.string
    guard let bucket = segment["bucket"], !bucket.isNull, let text = bucket["text"]?.string, !text.isEmpty else {
      return standard
    }
    let salt = try #require(bucket["salt"]?.string)
    let hash = Int64(MurmurHash3.hash(Array("\(salt)/\(text)".utf8)))
    #expect(bucket["hash"] == .integer(hash))
    bucketCount += 1
    func contains(_ number: Int64, _ part: JSONValue) throws -> Bool {
      let range = try #require(part["range"]?.array).compactMap(\.integer)
      let isInside = range[0] <= number && number < range[1]
      #expect(part["contains"] == .bool(isInside))
      return isInside
    }
    for allocation in try #require(bucket["allocations"]?.array) where try contains(hash % 100, allocation) {
      for distribution in try #require(allocation["distributions"]?.array)
      where try contains(hash / 100, distribution) { return distribution["variant"]?.string }
    }
    return standard
  }
}
