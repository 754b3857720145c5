import FlagEvaluation
import TestSupport
import Testing
import TextFormats

@testable import EmbeddedServices

/// `why KEY --want VARIANT`: the smallest change of at most two properties, or what stands in the way.
@Suite struct ChangeSearchTests {
  private static func condition(_ property: String, _ operation: String, _ values: [String]) -> JSONValue {
    let path: [JSONValue] =
      property == "user_id"
      ? ["context", "user", "user_id"] : ["context", "user", "user_properties", .string(property)]
    return [
      "op": .string(operation), "selector": .array(path), "values": .array(values.map { .string($0) }),
    ]
  }

  private static func configuration(_ segments: [JSONValue]) throws -> FlagConfiguration {
    try FlagConfiguration([
      [
        "key": "f", "segments": .array(segments),
        "variants": ["off": ["key": "off"], "on": ["key": "on"]],
      ]
    ])
  }

  private static func search(
    _ segments: [JSONValue], user: JSONValue = ["device_id": "device-1", "user_id": "somebody"]
  ) throws -> JSONValue {
    var search = ChangeSearch(Evaluator(try configuration(segments)), flag: "f", user: user)
    return search.document(wanted: "on", obstacles: [])
  }

  private static let off: JSONValue = ["variant": "off"]

  private static func on(_ conditions: [JSONValue]) -> JSONValue {
    ["conditions": [.array(conditions)], "variant": "on"]
  }

  @Test(arguments: [
    [condition("plan", "regex match", ["^pro-[0-9]{3}$"])],
    [condition("plan", "regex match", ["^(gold|silver)\\s+tier$"])],
    [condition("n", "greater", ["1"]), condition("n", "less", ["1.5"])],
    [condition("n", "greater or equal", ["7"]), condition("n", "less or equal", ["7"])],
    [condition("v", "version greater", ["1.2.3"]), condition("v", "version less", ["1.2.4"])],
    [condition("t", "contains", ["ab"]), condition("t", "contains", ["cd"])],
    [condition("t", "contains", ["ab"]), condition("t", "regex match", ["x\\d+$"])],
    [condition("s", "set contains", ["a"]), condition("s", "set contains any", ["b", "c"])],
    [condition("t", "does not contain", ["any", "other"]), condition("t", "is not", ["(none)"])],
    [condition("a", "is", ["1"]), condition("b", "is", ["2"])],
  ])
  func aChangeIsFoundAndGivesTheVariant(conditions: [JSONValue]) throws {
    let found = try Self.search([Self.on(conditions), Self.off])
    #expect(found["code"] == "change", "\(found.text)")
    // Tried out independently of the search.
    var user: JSONValue = ["device_id": "device-1", "user_id": "somebody"]
    for change in found["changes"]?.array ?? [] {
      let path = (change["property"]?.string ?? "").split(separator: ".").map(String.init)
      let property = try #require(UserProperty(selector: ["context", "user"] + path))
      user = property.set(change["to"], in: user)
    }
    let evaluator = Evaluator(try Self.configuration([Self.on(conditions), Self.off]))
    #expect(try evaluator.evaluate(try EvaluationContext(user: user))["f"]?.name == "on")
  }

  @Test func anIdOfALaterConditionDoesNotHideBehindALongList() throws {
    let many = (0..<5_000).map { "user-\($0)" }
    let found = try Self.search([
      ["conditions": [[Self.condition("user_id", "is", many)]], "variant": "off"],
      Self.on([Self.condition("user_id", "is", ["wanted-one"])]), Self.off,
    ])
    #expect(found["changes"]?.array?.first?["to"] == "wanted-one")
  }

  @Test func whatStandsInTheWayIsNamed() throws {
    func code(_ segments: [JSONValue]) throws -> String? {
      let found = try Self.search(segments)
      #expect(found["code"] == "notFound", "\(found.text)")
      #expect(found["complete"] == true)
      return found["ways"]?.array?.first?["code"]?.string
    }
    #expect(
      try code([Self.on(["a", "b", "c"].map { Self.condition($0, "is", ["1"]) }), Self.off]) == "properties")
    #expect(try code([Self.off, Self.on([Self.condition("a", "is", ["1"])])]) == "earlier")
    #expect(
      try code([
        [
          "conditions": [
            [Self.condition("user_id", "is", ["somebody"])], [Self.condition("user_id", "is not", ["x"])],
          ],
          "variant": "off",
        ],
        Self.on([Self.condition("user_id", "is not", ["x"])]),
      ]) == "assigned")
    let group: JSONValue = [
      "op": "is", "selector": ["context", "groups", "org", "group_name"], "values": ["acme"],
    ]
    #expect(try code([Self.on([group]), Self.off]) == "fixed")
    // One ten-thousandth of a salt that none of the tried ids hits.
    let narrow: JSONValue = [
      "bucket": [
        "allocations": [
          ["distributions": [["range": [0, 1], "variant": "on"]], "range": [0, 1]]
        ], "salt": "s", "selector": ["context", "user", "device_id"],
      ]
    ]
    #expect(try code([narrow, Self.off]) == "bucketed")
  }

  /// Whatever a search over a small world of values finds, `--want` finds too.
  @Test func noChangeIsMissedThatASmallWorldHolds() throws {
    let seed: UInt64 = 20_261_201
    var random = SeededGenerator(seed: seed)
    let properties = ["a", "b", "c"]
    let texts = ["1", "2", "3", "x", "ab", "abc", "1.2.0", "2.0.0"]
    let operators = [
      "is", "is not", "contains", "does not contain", "less", "greater", "less or equal", "greater or equal",
      "version less", "version greater", "set contains", "set contains any", "regex match",
    ]
    var missed = 0
    var none = 0
    for _ in 0..<400 {
      let segments: [JSONValue] = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let groups: [JSONValue] = (0..<Int.random(in: 1...2, using: &random)).map { _ in
          .array(
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
              Self.condition(
                properties.randomElement(using: &random) ?? "a", operators.randomElement(using: &random) ?? "is",
                (0..<Int.random(in: 1...2, using: &random)).map { _ in texts.randomElement(using: &random) ?? "1" })
            })
        }
        return ["conditions": .array(groups), "variant": Bool.random(using: &random) ? "on" : "off"]
      }
      let user: JSONValue = [
        "device_id": "device-1",
        "user_properties": ["a": .string(texts.randomElement(using: &random) ?? "1")],
      ]
      let found = try Self.search(segments + [Self.off], user: user)
      guard found["code"] != "change", found["code"] != "has" else { continue }
      none += 1
      let evaluator = Evaluator(try Self.configuration(segments + [Self.off]))
      func gives(_ user: JSONValue) throws -> Bool {
        try evaluator.evaluate(try EvaluationContext(user: user))["f"]?.name == "on"
      }
      let values: [JSONValue?] = texts.map { .string($0) } + [nil, ["1", "x"]]
      for first in properties {
        for one in values {
          let changed = try #require(UserProperty(selector: ["context", "user", "user_properties", first]))
            .set(one, in: user)
          for second in properties {
            for other in values {
              let both = try #require(UserProperty(selector: ["context", "user", "user_properties", second]))
                .set(other, in: changed)
              if try gives(both) {
                missed += 1
                Issue.record("seed \(seed): \(JSONValue.array(segments).text) \(user.text) misses \(both.text)")
              }
            }
          }
        }
      }
      #expect(missed == 0)
      if missed > 0 { return }
    }
    #expect(none > 10, "the comparison would say nothing")
  }
}
