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

  @Test func `users that are no objects are refused`() throws {
    #expect(throws: Diagnostic.self) { try EvaluationContext(user: [1]) }
    #expect(throws: Diagnostic.self) { try EvaluationContext(user: ["groups": ["a"]]) }
    #expect(throws: Never.self) { try EvaluationContext(user: ["groups": nil]) }
  }
}
