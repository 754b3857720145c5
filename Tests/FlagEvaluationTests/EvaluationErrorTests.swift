import Testing
import TextFormats

@testable import FlagEvaluation

/// Errors name the flag, the place and the cause.
@Suite struct EvaluationErrorTests {
  private static func configuration(_ text: String) throws -> FlagConfiguration {
    try FlagConfiguration(try JSON.parse(text))
  }

  private static func failure(_ flags: String, _ dialect: Dialect = .python) throws -> EvaluationError? {
    let evaluator = Evaluator(try configuration(flags), dialect: dialect)
    let context = try EvaluationContext(user: ["user_id": "someone"])
    do {
      _ = try evaluator.evaluate(context)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (#"{}"#, "$: expected an array of flags, found object"),
    (#"[1]"#, "flag number 1: $: expected an object, found number"),
    (#"[{"variants":{},"segments":[]}]"#, "flag number 1: $.key: missing"),
    (#"[{"key":"f","segments":[]}]"#, "flag \"f\": $.variants: missing"),
    (
      #"[{"key":"f","variants":{},"segments":[{"bucket":{"selector":[],"salt":7,"allocations":[]}}]}]"#,
      "flag \"f\": $.segments[0].bucket.salt: expected a string, found number"
    ),
    (
      #"[{"key":"f","variants":{},"segments":[{"conditions":[[{"selector":[],"op":"is","values":["a",1]}]]}]}]"#,
      "flag \"f\": $.segments[0].conditions[0][0].values[1]: expected a string, found number"
    ),
    (
      #"[{"key":"f","variants":{"a b":null},"segments":[]}]"#,
      "flag \"f\": $.variants[\"a b\"]: expected an object, found null"
    ),
    (
      #"[{"key":"f","variants":{},"segments":[{"bucket":{"selector":[],"salt":"","allocations":[{"range":[0,true]}]}}]}]"#,
      "flag \"f\": $.segments[0].bucket.allocations[0].range[1]: expected an integer, found boolean"
    ),
  ])
  func `a refused configuration says where`(text: String, message: String) throws {
    do {
      _ = try Self.configuration(text)
      Issue.record("accepted \(text)")
    } catch let error as FlagConfigurationError {
      #expect(error.message == message)
      #expect(error.diagnostic.code == "invalidFlagConfiguration")
    }
  }

  @Test func `a cycle names its flags in order`() throws {
    let flags = """
      [{"key":"a","variants":{},"segments":[],"dependencies":["b"]},
       {"key":"b","variants":{},"segments":[],"dependencies":["x","c"]},
       {"key":"c","variants":{},"segments":[],"dependencies":["b"]}]
      """
    let error = try Self.failure(flags)
    #expect(error == .cycle(["b", "c", "b"]))
    #expect(error?.message == "flags depend on each other: \"b\" -> \"c\" -> \"b\"")
  }

  @Test func `an invalid pattern names flag, place and pattern`() throws {
    let flags = """
      [{"key":"f","variants":{},"segments":[{"variant":"x"},{"conditions":[[],[]]},{"conditions":[
        [{"selector":["context","user","user_id"],"op":"regex match","values":["z","("]}]]}]}]
      """
    let error = try Self.failure(flags)
    #expect(error?.code == "invalidPattern")
    #expect(
      error?.message == "flag \"f\": $.segments[2].conditions[0][0]: the pattern \"(\" is not valid: "
        + "missing ), unterminated subpattern")
  }

  @Test func `a short range fails in python and matches nothing in javascript`() throws {
    let flags = """
      [{"key":"f","variants":{},"segments":[{"bucket":{"selector":["context","user","user_id"],"salt":"",
        "allocations":[{"range":[0,100],"distributions":[{"variant":"a","range":[0]}]}]}}]}]
      """
    #expect(
      try Self.failure(flags)
        == .invalidRange(flag: "f", path: "$.segments[0].bucket.allocations[0].distributions[0].range", entries: 1))
    #expect(try Self.failure(flags, .javaScript) == nil)
  }

  @Test(arguments: Dialect.all) func `a hostile pattern ends with an error`(dialect: Dialect) throws {
    for pattern in ["(a+)+$", "(a|a)*$", "(?:a*)*b", "^(\\w+\\s?)*$", "(.*)(.*)(.*)(.*)(.*)(.*)(.*)x"] {
      let flags: JSONValue = [
        [
          "key": "f", "variants": [:],
          "segments": [
            [
              "conditions": [
                [["selector": ["context", "user", "user_id"], "op": "regex match", "values": [.string(pattern)]]]
              ]
            ]
          ],
        ]
      ]
      let evaluator = Evaluator(try FlagConfiguration(flags), dialect: dialect)
      let user = JSONValue.string(String(repeating: "a", count: 2_000) + "!")
      #expect(
        throws: EvaluationError.workLimitExceeded(
          flag: "f", path: "$.segments[0].conditions[0][0]", pattern: pattern)
      ) { try evaluator.evaluate(try EvaluationContext(user: ["user_id": user])) }
    }
  }

  /// A flag with one condition on `user.list`.
  private static func flags(_ operation: String, _ values: [String]) throws -> FlagConfiguration {
    let condition: JSONValue = [
      "op": .string(operation), "selector": ["context", "user", "list"],
      "values": .array(values.map { .string($0) }),
    ]
    return try FlagConfiguration([
      ["key": "f", "segments": [["conditions": [[condition]], "variant": "on"]], "variants": ["on": ["key": "on"]]]
    ])
  }

  /// Not a measurement: at the cost of each value against each element this test would not end.
  @Test(arguments: Dialect.all) func `long lists against long lists are quick`(dialect: Dialect) throws {
    let count = 20_000
    let user: JSONValue = ["list": .array((0..<count).map { .string("1.\($0).x") })]
    let values = (0..<count).map { "0.\($0).y" }
    for operation in [
      "is", "is not", "less", "less or equal", "greater", "greater or equal", "version less", "version less or equal",
      "version greater", "version greater or equal", "set is", "set contains", "set contains any",
    ] {
      let evaluator = Evaluator(try Self.flags(operation, values), dialect: dialect)
      #expect(throws: Never.self, "\(operation)") { try evaluator.evaluate(try EvaluationContext(user: user)) }
    }
  }

  @Test(arguments: Dialect.all) func `long searches for parts end with an error`(dialect: Dialect) throws {
    let text = String(repeating: "a", count: 1_000_000)
    for values in [[String(repeating: "a", count: 1_000) + "b"], (0..<10_000).map { "b\($0)" }] {
      for operation in ["contains", "does not contain"] {
        let evaluator = Evaluator(try Self.flags(operation, values), dialect: dialect)
        #expect(
          throws: EvaluationError.workLimitExceeded(flag: "f", path: "$.segments[0].conditions[0][0]", pattern: nil)
        ) { try evaluator.evaluate(try EvaluationContext(user: ["list": .string(text)])) }
      }
    }
    let evaluator = Evaluator(try Self.flags("contains", ["b", "c"]), dialect: dialect)
    #expect(throws: Never.self) { try evaluator.evaluate(try EvaluationContext(user: ["list": .string(text)])) }
  }

  /// The relation to some value of a list, as the specification says it, against the one value that is kept of it.
  @Test(arguments: Dialect.all) func `one value stands for a list in a comparison`(dialect: Dialect) throws {
    var random = SeededGenerator(seed: 11)
    // Which form is compared depends on the whole list, so each pool holds values of one form.
    let pools: [(values: [String], prefixes: [String])] = [
      (["1", "2", "10", "-3", "0.5", "1e3", "-0", "0"], [""]),
      (["abc", "abd", "b", "\u{e9}", "\u{1F600}", "\u{FFFD}", "ab"], ["", "version "]),
      (["1.2.3", "1.2.3-a", "1.2.3-b", "1.2", "1.10.0", "2.0.0", "0.99999999999999999999.1"], ["version "]),
    ]
    for (pool, prefixes) in pools {
      for operation in ["less", "less or equal", "greater", "greater or equal"].flatMap({ name in
        prefixes.map { $0 + name }
      }) {
        for _ in 0..<100 {
          let values = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in pool.randomElement(using: &random)
          }
          let user: JSONValue = ["list": .string(try #require(pool.randomElement(using: &random)))]
          let context = try EvaluationContext(user: user)
          func holds(_ values: [String]) throws -> Bool {
            try Evaluator(try Self.flags(operation, values), dialect: dialect).evaluate(context)["f"] != nil
          }
          let expected = try values.contains { try holds([$0]) }
          #expect(try holds(values) == expected, "\(operation) \(values) \(user)")
        }
      }
    }
  }

  @Test func `a long cycle is told by its beginning and end`() throws {
    let count = 50_000
    let flags: [JSONValue] = (0..<count).map { number in
      [
        "dependencies": [.string("f\((number + 1) % count)")], "key": .string("f\(number)"), "segments": [],
        "variants": [:],
      ]
    }
    let evaluator = Evaluator(try FlagConfiguration(.array(flags)))
    do {
      _ = try evaluator.plan()
      Issue.record("there is a cycle")
    } catch {
      #expect(error.message.utf8.count < 500)
      #expect(error.message.hasSuffix("-> \"f0\" (50000 flags)"))
    }
  }

  @Test func `users that are no objects are refused`() throws {
    #expect(throws: Diagnostic.self) { try EvaluationContext(user: [1]) }
    #expect(throws: Diagnostic.self) { try EvaluationContext(user: ["groups": ["a"]]) }
    #expect(throws: Never.self) { try EvaluationContext(user: ["groups": nil]) }
  }
}
