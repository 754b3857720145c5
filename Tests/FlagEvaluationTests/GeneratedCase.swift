import TextFormats

@testable import FlagEvaluation

/// A generator of numbers that gives the same ones for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  mutating func list<Element>(_ counts: ClosedRange<Int>, _ make: (inout SeededGenerator) -> Element) -> [Element] {
    (0..<Int.random(in: counts, using: &self)).map { _ in make(&self) }
  }
}

/// Configurations and users drawn at random.
struct GeneratedCase {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let words = [
    "a", "b", "ab", "A", "1", "2", "10", "1.2.3", "1.10.0", "true", "False", "", "(none)", "é",
  ]
  private static let names = ["plan", "age", "tags", "nested", "version"]
  private static let variants = ["on", "off", "third"]

  mutating func flags() -> JSONValue {
    let count = 1 + generator.below(4)
    var flags: [JSONValue] = []
    for number in 0..<count { flags.append(flag(number, of: count)) }
    return .array(flags)
  }

  private mutating func flag(_ number: Int, of count: Int) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("key", .string("flag-\(number)")),
      ("variants", ["on": ["key": "on", "value": "on"], "off": ["key": "off", "metadata": ["default": true]]]),
      ("segments", .array(generator.list(0...3) { Self.segment(&$0, count) })),
    ]
    // Only earlier flags, so that there is no cycle.
    if number > 0, generator.chance(50) {
      members.append(("dependencies", [.string("flag-\(generator.below(number))"), "elsewhere"]))
    }
    return Self.object(members)
  }

  private static func segment(_ generator: inout SeededGenerator, _ count: Int) -> JSONValue {
    var members: [(String, JSONValue)] = []
    if generator.chance(70) {
      members.append(
        ("conditions", .array(generator.list(0...2) { .array($0.list(0...2) { condition(&$0, count) }) })))
    }
    if generator.chance(60) {
      members.append(
        (
          "bucket",
          [
            "selector": .array(selector(&generator, count)), "salt": .string(generator.pick(Self.words)),
            "allocations": .array(
              generator.list(0...3) {
                [
                  "range": range($0.below(100), $0.below(101)),
                  "distributions": .array(
                    $0.list(0...3) {
                      [
                        "variant": .string($0.pick(Self.variants)),
                        "range": range($0.below(42_949_673), $0.below(42_949_674)),
                      ]
                    }),
                ]
              }),
          ]
        ))
    }
    if generator.chance(60) { members.append(("variant", .string(generator.pick(Self.variants)))) }
    if generator.chance(50) { members.append(("metadata", ["segmentName": .string(generator.pick(Self.words))])) }
    return Self.object(members)
  }

  private static func range(_ one: Int, _ other: Int) -> JSONValue { [.integer(Int64(one)), .integer(Int64(other))] }

  private static func condition(_ generator: inout SeededGenerator, _ count: Int) -> JSONValue {
    let operators = EvaluationOperator.allCases.map(\.rawValue) + ["unknown"]
    return [
      "selector": .array(selector(&generator, count)), "op": .string(generator.pick(operators)),
      "values": .array(generator.list(0...3) { .string($0.pick(Self.words.filter { $0 != "(none)" })) }),
    ]
  }

  private static func selector(_ generator: inout SeededGenerator, _ count: Int) -> [JSONValue] {
    switch generator.below(5) {
    case 0: ["context", "user", "user_id"]
    case 1:
      ["result", .string("flag-\(generator.below(count))"), .string(generator.pick(["key", "value", "metadata"]))]
    case 2: ["context", "groups", "company", "group_name"]
    default: ["context", "user", "user_properties", .string(generator.pick(Self.names))]
    }
  }

  mutating func user() -> JSONValue {
    let properties = Self.names.filter { _ in generator.chance(70) }.map { name in
      (name, Self.value(&generator, depth: 2))
    }
    var members: [(String, JSONValue)] = [
      ("user_id", .string("user-\(generator.below(1_000))")), ("user_properties", Self.object(properties)),
    ]
    if generator.chance(40) { members.append(("groups", ["company": [.string(generator.pick(Self.words))]])) }
    return Self.object(members)
  }

  private static func value(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
    switch generator.below(depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .bool(generator.chance(50))
    case 2: .integer(Int64(generator.below(12)))
    case 3: .number(generator.pick(["1.0", "0.0", "1e21", "12345678901234567890", "1e-7"]))
    case 4, 5: .string(generator.pick(Self.words + ["[\"a\", 1]", "[", "[NaN]", "[]", "[null]"]))
    case 6, 7: .array(generator.list(0...3) { value(&$0, depth: depth - 1) })
    default: ["k": value(&generator, depth: depth - 1)]
    }
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(uniqueMembers: members.map { JSONMember($0.0, $0.1) }))
  }
}
