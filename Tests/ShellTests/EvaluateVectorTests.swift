import Foundation
import TestSupport
import Testing
import TextFormats

/// Every published vector through the executable, as anybody could check it with a pipe.
@Suite struct EvaluateVectorTests {
  private static let files = [
    "hand-core", "hand-divergent", "random-core-01", "random-core-02", "random-core-03", "random-core-04",
    "random-divergent",
  ]

  @Test(arguments: ["python", "javascript"]) func `cases give the official answers`(engine: String) throws {
    var count = 0
    for file in Self.files {
      let run = try EvaluateProcess.run(
        ["evaluate", "--cases", "--engine", engine], inputPath: "\(EvaluateProcess.vectors)/\(file).jsonl")
      let records = try EvaluateProcess.vectorRecords("\(file).jsonl")
      let results = try run.documents
      try #require(results.count == records.count, "\(file): \(run.errors)")
      #expect(run.status == 0)
      for (record, result) in zip(records, results) {
        count += 1
        #expect(result["name"] == record["name"])
        #expect(Self.agrees(result, with: record, engine), "\(file): \(record["name"]?.text ?? "") gave \(result.text)")
      }
    }
    print("\(engine): \(count) evaluation records ran through the executable")
    #expect(count == 6_963)
  }

  private static func agrees(_ result: JSONValue, with record: JSONValue, _ engine: String) -> Bool {
    let word = engine == "javascript" ? record["javascript"]?.string : "same"
    switch word {
    case "error": return result["error"] != nil
    case "differs":
      guard let variants = result["variants"], let expected = record["javascriptExpect"] else { return false }
      return variants.withoutNulls.means(expected)
    default:
      if let error = record["expectError"] { return result["error"] == error }
      guard let variants = result["variants"], let expected = record["expect"] else { return false }
      return variants.means(expected)
    }
  }

  @Test func `configurations are accepted and refused as by the official client`() throws {
    let records = try EvaluateProcess.vectorRecords("schema.jsonl")
    let run = try EvaluateProcess.run(
      ["evaluate", "--cases", "--engine", "python"], inputPath: "\(EvaluateProcess.vectors)/schema.jsonl")
    let results = try run.documents
    try #require(results.count == records.count)
    #expect(run.status == 3)
    for (record, result) in zip(records, results) {
      let name = record["name"]?.string ?? ""
      // The one strictness that is not taken over.
      let isRefused = record["python"] == "reject" && !name.hasPrefix("unknown member")
      #expect((result["error"] == "invalid_flags") == isRefused, "\(record.text) gave \(result.text)")
    }
  }

  @Test func `both engines agree on the core and a rule explains each other case`() throws {
    let core = try EvaluateProcess.run(
      ["evaluate", "--cases", "--compare", "-o", "json"], inputPath: "\(EvaluateProcess.vectors)/hand-core.jsonl")
    #expect(core.output.isEmpty)
    // Where both fail there is nothing to compare, and that is said.
    let failing = try EvaluateProcess.vectorRecords("hand-core.jsonl").count { $0["expectError"] != nil }
    #expect(core.errors.components(separatedBy: "error: ").count - 1 == failing)
    #expect(core.status == (failing > 0 ? 3 : 0))

    let records = try EvaluateProcess.vectorRecords("hand-divergent.jsonl")
    let run = try EvaluateProcess.run(
      ["evaluate", "--cases", "--compare", "-o", "json"], inputPath: "\(EvaluateProcess.vectors)/hand-divergent.jsonl")
    let lines = try run.documents
    #expect(lines.count == records.count)
    for (line, record) in zip(lines, records) {
      #expect(line["name"] == record["name"])
      for difference in line["differences"]?.array ?? [] {
        #expect(difference["rules"]?.array?.isEmpty == false)
        guard record["expectError"] == nil, let flag = difference["flag"]?.string else { continue }
        #expect((difference["python"] ?? .null).withoutNulls.means((record["expect"]?[flag] ?? .null).withoutNulls))
      }
    }
  }

  @Test func `the rule that makes the difference is named`() throws {
    let flags =
      #"[{"key":"f","variants":{"on":{"key":"on"}},"segments":[{"conditions":[[CONDITION]],"variant":"on"}]}]"#
    let cases: [(condition: String, property: String, rule: String)] = [
      (#"{"selector":["context","user","p"],"op":"is","values":["0"]}"#, "0", "falsyIsMissing"),
      (#"{"selector":["context","user","p"],"op":"is","values":["1"]}"#, "1.0", "numberText"),
      (#"{"selector":["context","user","p"],"op":"contains","values":["True"]}"#, "true", ""),
      (#"{"selector":["context","user","p"],"op":"greater","values":["1"]}"#, #""0x10""#, "numberSyntax"),
      (#"{"selector":["context","user","p"],"op":"set is","values":[]}"#, #""[]""#, "comparesEmptySets"),
      (#"{"selector":["context","user","p"],"op":"regex match","values":["^\\d$"]}"#, #""１""#, "patternSyntax"),
      (#"{"selector":["context","user","p","0"],"op":"is","values":["a"]}"#, #"["a"]"#, "indexesLists"),
    ]
    for (condition, property, rule) in cases {
      let folder = try ScratchFolder()
      let path = try folder.write(flags.replacingOccurrences(of: "CONDITION", with: condition), to: "flags.json")
      let run = try EvaluateProcess.run(
        ["evaluate", "--flags", path, "--compare", "-o", "json"], input: "{\"user_id\":\"u\",\"p\":\(property)}\n")
      let rules = try run.documents.first?["differences"]?.array?.first?["rules"]
      #expect(rules == (rule.isEmpty ? nil : [.string(rule)]), "\(condition) \(run.errors)")
    }
  }
}
