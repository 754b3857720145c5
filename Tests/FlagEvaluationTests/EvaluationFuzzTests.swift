import Testing
import TextFormats

@testable import FlagEvaluation

/// Untrusted input never crashes, hangs or overflows the stack.
@Suite struct EvaluationFuzzTests {
  private static let seed: UInt64 = 77

  @Test(arguments: Dialect.all) func `random patterns end`(dialect: Dialect) throws {
    print("pattern fuzz, \(dialect.name): seed \(Self.seed)")
    var generator = SeededGenerator(seed: Self.seed)
    let pieces = [
      "a", "b", "1", ".", "^", "$", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?P<n>", "(?<n>", "(?P=n)",
      "(?(1)", "(?i)", "(?i:", "(?x)", "(?#", "[", "]", "[^", "-", "|", "*", "+", "?", "{", "}", "{2}", "{1,3}", "{,2}",
      "{0,4294967294}", "\\", "\\1", "\\2", "\\k<n>", "\\b", "\\B", "\\d", "\\w", "\\s", "\\x41", "\\u00e9", "\\0",
      "\\c", "é", "🦊", "\n", "\u{0}", ",",
    ]
    var found = 0
    var invalid = 0
    for _ in 0..<20_000 {
      let source = generator.list(0...14) { $0.pick(pieces) }.joined()
      let text = generator.list(0...10) { $0.pick(["a", "b", "1", "é", "🦊", "\n", "-", "a1"]) }.joined()
      var budget = 20_000
      do {
        let pattern = Pattern(source, syntax: dialect.patternSyntax)
        if try pattern.isFound(in: SubjectText(text, dialect: dialect), budget: &budget) { found += 1 }
      } catch {
        if case .invalid = error { invalid += 1 }
      }
    }
    #expect(found > 500 && invalid > 5_000)
  }

  @Test(arguments: Dialect.all) func `damaged configurations and users end`(dialect: Dialect) throws {
    print("configuration fuzz, \(dialect.name): seed \(Self.seed)")
    var generated = GeneratedCase(seed: Self.seed)
    var accepted = 0
    for _ in 0..<3_000 {
      let flags = Self.damaged(generated.flags(), &generated.generator)
      let user = Self.damaged(generated.user(), &generated.generator)
      guard let configuration = try? FlagConfiguration(flags), let context = try? EvaluationContext(user: user) else {
        continue
      }
      accepted += 1
      _ = try? Evaluator(configuration, dialect: dialect).trace(context)
    }
    #expect(accepted > 500)
  }

  /// The value with a few of its parts replaced.
  private static func damaged(_ value: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
    if generator.chance(1) {
      return generator.pick([
        nil, true, 0, -1, 9_223_372_036_854_775_807, .number("1e999"), .number("-99999999999999999999"), "", "[[[[", [],
        [nil], [:], ["": ""],
      ])
    }
    switch value {
    case .array(let elements): return .array(elements.map { damaged($0, &generator) })
    case .object(let object):
      return .object(
        JSONObject(uniqueMembers: object.members.map { JSONMember($0.name, damaged($0.value, &generator)) }))
    default: return value
    }
  }

  @Test(arguments: Dialect.all) func `deep and long inputs end`(dialect: Dialect) throws {
    let count = 100_000
    var budget = PatternLimits.stepsPerEvaluation
    let text = SubjectText(String(repeating: "a", count: 1_000), dialect: dialect)
    for source in [
      String(repeating: "(", count: count),
      String(repeating: "(?:", count: 30_000) + "a" + String(repeating: ")", count: 30_000),
      String(repeating: "a|", count: 40_000), "[" + String(repeating: "a-z", count: 30_000) + "]",
      String(repeating: "a?", count: 40_000) + "b", String(repeating: "(a)", count: 30_000),
      String(repeating: "x", count: count),
      String(repeating: "(?:", count: 140) + "a" + String(repeating: "{2,3})", count: 140),
    ] {
      _ = try? Pattern(source, syntax: dialect.patternSyntax).isFound(in: text, budget: &budget)
    }
    for nested in [String(repeating: "[", count: count), String(repeating: "[{\"a\":", count: count)] {
      #expect(ArrayText.elements(Array(nested.utf8), takesNaN: true) == nil)
    }
    let chain = (0..<20_000).map { number -> JSONValue in
      [
        "key": .string("f\(number)"), "variants": ["on": [:]], "segments": [["variant": "on"]],
        "dependencies": [.string("f\(number + 1)")],
      ]
    }
    let evaluator = Evaluator(try FlagConfiguration(.array(chain)), dialect: dialect)
    let results = try evaluator.evaluate(try EvaluationContext(user: [:]), plan: try evaluator.plan(for: ["f0"]))
    #expect(results.variants.count == 20_000)
    #expect(results.variants.first?.flag == "f19999")
  }
}
