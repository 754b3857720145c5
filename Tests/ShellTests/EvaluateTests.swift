import Foundation
import TestSupport
import Testing
import TextFormats

/// `flagsh evaluate` over users.
@Suite struct EvaluateTests {
  private let folder: ScratchFolder
  /// Half of the users with a plan are bucketed, 30 to 70; the rest is off; without a plan nothing.
  private let flags: String

  init() throws {
    folder = try ScratchFolder()
    flags = try folder.write(
      """
      [{"key":"zeta","variants":{"on":{"key":"on","value":"on"}},"segments":[{"variant":"on"}]},
       {"key":"beta","dependencies":["zeta"],
        "variants":{"a":{"key":"a","value":"a"},"b":{"key":"b","value":"b"},"off":{"key":"off","metadata":{"default":true}}},
        "segments":[{"conditions":[[{"selector":["context","user","plan"],"op":"is not","values":["(none)"]}]],
         "metadata":{"segmentName":"all"},"variant":"off",
         "bucket":{"selector":["context","user","user_id"],"salt":"s","allocations":[{"range":[0,50],"distributions":[
           {"variant":"a","range":[0,12884901]},{"variant":"b","range":[12884901,42949673]}]}]}}]}]
      """, to: "flags.json")
  }

  // MARK: Lines

  @Test func `a user gives ids and variants with sorted keys`() throws {
    let run = try EvaluateProcess.run(
      ["evaluate", "--flags", flags], input: "{\"user_id\":\"u\",\"device_id\":\"d\"}\n{\"device_id\":7}\n{}")
    let zeta = #""variants":{"zeta":{"key":"on","metadata":{},"value":"on"}}}"#
    #expect(
      run.lines == [
        #"{"device":"d","user":"u",\#(zeta)"#, #"{"device":7,"user":null,\#(zeta)"#,
        #"{"device":null,"user":null,\#(zeta)"#,
      ])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
  }

  @Test func `wanted keys are shown with what they depend on`() throws {
    let run = try EvaluateProcess.run(
      ["evaluate", "--flags", flags, "--keys", " beta ,beta"], input: #"{"user_id":"u","plan":"pro"}"#)
    let variants = try #require(try run.documents.first?["variants"]?.object)
    #expect(variants.members.map(\.name) == ["beta", "zeta"])
  }

  @Test func `users on whom both engines fail are bad lines of a comparison`() throws {
    let pattern = #"{"op":"regex match","selector":["context","user","user_id"],"values":["(a+)+$"]}"#
    let hostile = #"[{"key":"f","segments":[{"conditions":[[\#(pattern)]]}],"variants":{}}]"#
    let scratch = try ScratchFolder()
    try scratch.write(hostile, to: "f.json")
    let run = try EvaluateProcess.run(
      ["evaluate", "--flags", scratch.path(of: "f.json"), "--compare"],
      input: "{\"user_id\":\"\(String(repeating: "a", count: 3_000))!\"}\n{\"user_id\":\"b\"}\n")
    #expect(run.status == 3)
    #expect(run.lines.last == "0 of 1 user differ between javascript and python")
    #expect(run.errors.contains("takes too long"))
  }

  @Test func `why adds what led to each variant`() throws {
    let run = try EvaluateProcess.run(
      ["evaluate", "--flags", flags, "--why", "--engine", "python"], input: #"{"user_id":"u","plan":"pro"}"#)
    let why = try #require(try run.documents.first?["why"])
    #expect(why["dialect"] == "python")
    #expect(why["flags"]?.array?.map { $0["flag"] } == ["zeta", "beta"])
  }

  @Test func `byte-order mark, CR and a last line without its end are fine`() throws {
    let run = try EvaluateProcess.run(
      ["evaluate", "--flags", flags], input: "\u{FEFF}{\"user_id\":\"u\"}\r\n  \r\n{\"user_id\":\"v\"}")
    #expect(try run.documents.map { $0["user"] } == ["u", "v"])
    #expect(run.status == 0)
  }

  @Test func `without flags the world's are evaluated`() throws {
    let run = try EvaluateProcess.run(["evaluate"], input: #"{"user_id":"tester-expanded"}"#)
    #expect(try run.documents.first?["variants"]?["report-layout"]?["value"] == "expanded")
  }

  @Test func `the first result comes before the input ends`() throws {
    let process = try EvaluateProcess.process(["evaluate", "--flags", flags])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for user in ["u", "v"] {
      try input.fileHandleForWriting.write(contentsOf: Data("{\"user_id\":\"\(user)\"}\n".utf8))
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      #expect(answer.contains("\"user\":\"\(user)\"") && answer.hasSuffix("}\n"))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a reader that goes away ends it quietly`() throws {
    let users = String(repeating: "{\"user_id\":\"u\"}\n", count: 200_000)
    let input = try folder.write(users, to: "many.jsonl")
    let process = try EvaluateProcess.process(["evaluate", "--flags", flags])
    let output = Pipe()
    let errors = Pipe()
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: input))
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    _ = try output.fileHandleForReading.read(upToCount: 10)
    try output.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
  }

  // MARK: Bad lines

  private static let mixed = """
    {"user_id":"a"}
    {"user_id":"b",}
    [1]
    {"user_id":"c","groups":3}

    {"user_id":"d"}
    """

  @Test func `bad lines are reported with line, column and path, and the rest is evaluated`() throws {
    let run = try EvaluateProcess.run(["evaluate", "--flags", flags], input: Self.mixed)
    #expect(run.status == 3)
    #expect(try run.documents.map { $0["user"] } == ["a", "d"])
    #expect(run.errors.contains("<stdin>:2:16: error: invalid JSON"))
    #expect(run.errors.contains("<stdin>:3:1: error: a user is a JSON object, found array"))
    #expect(run.errors.contains("<stdin>:4:25: error: $.groups: expected an object, found number"))
    #expect(run.errors.contains("3 of 5 lines could not be evaluated"))
  }

  @Test func `strict stops at the first bad line`() throws {
    let run = try EvaluateProcess.run(["evaluate", "--flags", flags, "--strict"], input: Self.mixed)
    #expect(run.status == 3)
    #expect(try run.documents.map { $0["user"] } == ["a"])
    #expect(run.errors.contains(":2:") && !run.errors.contains(":3:"))
  }

  @Test func `a bad case gets a line of its own`() throws {
    let cases = """
      {"name":"fine","flags":[],"user":{}}
      {"name":"no flags"}
      {"name":"bad flag","flags":[{"key":"a","variants":{},"segments":[{"bucket":{"selector":[],"salt":1}}]}]}
      {"name":"bad user","flags":[],"user":[]}
      {"name":"cycle","flags":[{"key":"a","variants":{},"segments":[],"dependencies":["a"]}]}
      {
      """
    let run = try EvaluateProcess.run(["evaluate", "--cases"], input: cases)
    #expect(run.status == 3)
    let lines = try run.documents
    #expect(lines.map { $0["name"] } == ["fine", "no flags", "bad flag", "bad user", "cycle", nil as JSONValue])
    #expect(
      lines.map { $0["error"]?.string } == [
        nil, "invalid_case", "invalid_flags", "invalid_user", "cycle", "invalid_json",
      ])
    #expect(run.errors.contains("<stdin>:3:98: error: flag \"a\": $.segments[0].bucket.salt"))
  }

  @Test func `an evaluation that fails is a bad line`() throws {
    let path = try folder.write(
      #"""
      [{"key":"f","variants":{},"segments":[{"conditions":[[
        {"selector":["context","user","user_id"],"op":"regex match","values":["(a*)*b"]}]]}]}]
      """#, to: "evil.json")
    let evil = String(repeating: "a", count: 5_000)
    let run = try EvaluateProcess.run(
      ["evaluate", "--flags", path], input: "{\"user_id\":\"\(evil)\"}\n{\"user_id\":\"b\"}\n")
    #expect(try run.documents.map { $0["user"] } == ["b"])
    #expect(run.status == 3)
    #expect(run.errors.contains("takes too long"))
  }

  // MARK: Counting

  @Test func `counts stand beside what the weights let expect`() throws {
    let users = (0..<1_000).map { "{\"user_id\":\"u\($0)\"\($0 < 600 ? ",\"plan\":\"pro\"" : "")}\n" }.joined()
    let run = try EvaluateProcess.run(["evaluate", "--flags", flags, "--count", "-o", "json"], input: users)
    let document = try #require(try run.documents.first)
    #expect(document["users"] == 1_000)
    let beta = try #require(document["flags"]?.array?.first)
    #expect(beta["flag"] == "beta")
    #expect(beta["without"] == 400)
    // Of 600 users with a plan half is bucketed, 30 to 70.
    let wanted: [(name: String, expected: Double)] = [("a", 90), ("b", 210), ("off", 300)]
    let rows = try #require(beta["variants"]?.array)
    #expect(rows.compactMap { $0["count"]?.integer }.reduce(0, +) == 600)
    for (row, (name, expected)) in zip(rows, wanted) {
      #expect(row["name"]?.string == name)
      #expect(abs((row["expected"]?.doubleValue ?? 0) - expected) < 0.001)
      #expect(abs(Double(row["count"]?.integer ?? 0) - expected) < 5 * expected.squareRoot())
    }
    let text = try EvaluateProcess.run(["evaluate", "--flags", flags, "--count", "--keys", "beta"], input: users)
    #expect(text.lines.first == "1000 users")
    #expect(text.lines.count > 6, "what beta depends on is counted too")
    #expect(text.lines[2].hasSuffix("9.0%") && text.lines[5].hasSuffix("40.0%"))
  }

  @Test func `the published counts come out`() throws {
    let bench = EvaluateProcess.vectors + "/bench"
    let run = try EvaluateProcess.run(
      ["evaluate", "--flags", "\(bench)/flags-50.json", "--count", "-o", "json"], inputPath: "\(bench)/users.jsonl")
    let wanted = try JSON.parse(Array(try Data(contentsOf: URL(filePath: "\(bench)/expected-counts.json"))))
    for flag in try run.documents.first?["flags"]?.array ?? [] {
      let rows = (flag["variants"]?.array ?? []).filter { $0["count"] != 0 }
      let counts = JSONObject(
        uniqueMembers: rows.map { JSONMember($0["key"]?.string ?? "", $0["count"] ?? .null) })
      #expect(JSONValue.object(counts) == wanted["counts"]?[flag["flag"]?.string ?? ""])
    }
  }

  // MARK: Usage

  @Test(arguments: [
    ["--cases", "--flags", "x"], ["--cases", "--count"], ["--count", "--compare"], ["--count", "--why"],
    ["--compare", "--why"], ["--engine", "ruby"], ["--keys", ","], ["--keys", "nowhere"], ["users.jsonl"],
    ["--record", "x"],
  ]) func `wrong arguments end with 2`(arguments: [String]) throws {
    let run = try EvaluateProcess.run(["evaluate"] + arguments, input: "{}")
    #expect(run.status == 2)
    #expect(run.output.isEmpty && run.errors.contains("hint: "))
  }

  @Test func `options of evaluate go with nothing else`() throws {
    #expect(try EvaluateProcess.run(["--count", "-c", "status"], input: "").status == 2)
  }

  @Test func `files that cannot be read end with 5, wrong ones with 3`() throws {
    let empty = try folder.write("", to: "empty.json")
    let cut = try folder.write("[{\"key\":\"a\"", to: "cut.json")
    let wrong = try folder.write("[{\"key\":\"a\",\"variants\":{},\"segments\":[{\"variant\":1}]}]", to: "wrong.json")
    #expect(try EvaluateProcess.run(["evaluate", "--flags", folder.path(of: "none")], input: "{}").status == 5)
    #expect(try EvaluateProcess.run(["evaluate", "--flags", folder.path], input: "{}").status == 5)
    #expect(try EvaluateProcess.run(["evaluate", "--flags", empty], input: "{}").status == 5)
    #expect(try EvaluateProcess.run(["evaluate", "--flags", cut], input: "{}").status == 3)
    let run = try EvaluateProcess.run(["evaluate", "--flags", wrong], input: "{}")
    #expect(run.status == 3)
    #expect(run.errors.contains("wrong.json:1:50: error: flag \"a\": $.segments[0].variant: expected a string"))
  }

  // MARK: Sessions

  @Test(arguments: ["python", "javascript"]) func `an engine is chosen for a session`(engine: String) throws {
    let option = try EvaluateProcess.run(["--engine", engine, "-o", "json", "-c", "world"], input: "")
    #expect(try option.documents.first?["result"]?["contract"]?["engine"]?.string == engine, "\(option.errors)")
    let variable = try EvaluateProcess.run(
      ["-o", "json", "-c", "world"], input: "", environment: ["FLAGSH_ENGINE": engine])
    #expect(variable.output == option.output)
  }
}
