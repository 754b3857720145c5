import Foundation
import TestSupport
import Testing

/// `-o json` and reports for continuous integration.
@Suite struct JSONOutputTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
  }

  @Test func eachCommandGivesOneLineWithTheAgreedKeys() throws {
    let script = """
      sign-in tester-expanded
      # a comment

      open; export; events; suppressed; flush; requests; profile; experiment; world; why report-layout
      variants; variant report-layout; identity; property plan=team; override report-layout control; override --clear
      jobs; echo hi; status; status --all; expect report.open == true; close; help; help open; history
      logout; logout; refersh; expect report.open == true
      echo "
      record /nonexistent/x
      record --stop
      source nope
      quit 0

      """
    let run = try flagsh.run("--keep-going", "-o", "json", input: script)
    #expect(run.errors == "")
    let lines = try objects(run.output)
    #expect(lines.count == 35)
    for (line, text) in zip(lines, run.outputLines) {
      #expect(line.keys.sorted() == ["command", "error", "message", "result", "status", "time"], "\(text)")
      // Another encoder that sorts keys gives the same bytes.
      let keys = ["\"command\":", "\"error\":", "\"message\":", "\"result\":", "\"status\":", "\"time\":"]
      var rest = text[...]
      for key in keys {
        let found = try #require(rest.range(of: key), "\(text)")
        rest = rest[found.upperBound...]
      }
      let status = try #require(line["status"] as? Int)
      let error = line["error"] as? [String: Any]
      #expect((status == 0) == (error == nil), "\(text)")
      if let error {
        #expect(error.keys.sorted() == ["code", "column", "file", "hint", "line", "message"])
        #expect(error["file"] as? String == "<stdin>", "\(text)")
        #expect(error["line"] is Int && error["column"] is Int, "\(text)")
      }
    }
    #expect(lines[0]["command"] as? String == "sign-in")
    #expect(lines[0]["message"] as? String == "Assigned layout: expanded")
    #expect(lines[0]["time"] as? Int == 120_000)
    #expect(lines.suffix(4).map { $0["status"] as? Int } == [5, 1, 5, 0])
    #expect(lines.suffix(4).map { $0["command"] as? String } == ["record", "record", "source", "quit"])
    #expect(run.status == 5, "quit does not hide what failed before")
  }

  @Test func jobsAddALineThatNamesThem() throws {
    let run = try flagsh.run("-o", "json", "-c", "open &; wait")
    let lines = try objects(run.output)
    #expect(lines.map { $0["job"] as? Int } == [nil, 1, nil])
    #expect(lines.map { $0["command"] as? String } == ["open", "open", "wait"])
  }

  /// The new form holds from the next command on.
  @Test func outputSwitchesTheForm() throws {
    let run = try flagsh.run("-c", "output json; echo a; output text; echo b")
    #expect(
      run.output == """
        {"command":"echo","error":null,"message":null,"result":"a","status":0,"time":0}
        {"command":"output","error":null,"message":null,"result":null,"status":0,"time":0}
        b

        """)
  }

  @Test func statusDocumentIsTheSameInBothForms() throws {
    let text = try flagsh.run("-c", "sign-in tester-control; open; status --all").output
    let pretty = text[try #require(text.range(of: "\n{")).lowerBound...]
    let json = try flagsh.run("-o", "json", "-c", "sign-in tester-control; open; status --all").outputLines
    let parsed = try JSONSerialization.jsonObject(with: Data(pretty.utf8)) as? NSDictionary
    #expect(parsed == (try objects(json.joined(separator: "\n"))[2]["result"] as? NSDictionary))
  }

  @Test func faultsBeforeASessionAreLinesToo() throws {
    let lines = try objects(try flagsh.run("-o", "json", "run", "missing").output)
    #expect(lines.count == 1)
    #expect((lines.first?["error"] as? [String: Any])?["code"] as? String == "unreadableFile")
  }

  // MARK: JUnit

  @Test func reportsOfRunsAreWellFormedAndCounted() throws {
    try flagsh.scratch.write(
      "open\nexpect report.layout == compact\n! logout\nexpect report.layout == \"<&'\\\"]]>é\"\n", to: "a.flagsh")
    try flagsh.scratch.write("echo fine\n", to: "b & c.flagsh")
    let run = try flagsh.run("--report-junit", "r.xml", "run", "a.flagsh", "b & c.flagsh", "missing.flagsh")
    #expect(run.status == 5)
    let report = try ParsedReport(try flagsh.scratch.bytes(of: "r.xml"))
    #expect(report.suites == ["a.flagsh", "b & c.flagsh", "missing.flagsh"])
    #expect(report.total == ["tests": "5", "failures": "2"])
    #expect(report.cases.count == 5)
    #expect(report.failures.count == 2)
    #expect(report.failures[0].contains("report.layout == \"<&'\\\"]]>é\""))
    #expect(report.failures[1].contains("cannot read the script missing.flagsh"))
  }

  @Test func reportsOfReplaysNameEachTranscript() throws {
    try FileManager.default.createDirectory(atPath: flagsh.scratch.path(of: "t"), withIntermediateDirectories: true)
    _ = try flagsh.run("--record", "t/a.jsonl", "-c", "open")
    try flagsh.scratch.write("", to: "t/b.jsonl")
    let run = try flagsh.run("--report-junit", "r.xml", "replay", "t")
    #expect(run.status == 5)
    let report = try ParsedReport(try flagsh.scratch.bytes(of: "r.xml"))
    #expect(report.suites == ["t/a.jsonl", "t/b.jsonl"])
    #expect(report.total == ["tests": "2", "failures": "1"])
  }

  @Test func aReportThatCannotBeWrittenIsAnError() throws {
    let run = try flagsh.run("--report-junit", "/nonexistent/r.xml", "-c", "echo a")
    #expect(run.status == 5)
    #expect(run.output == "a\n")
    expectDiagnostic(run, "flagsh: error: cannot write /nonexistent/r.xml: no such file or folder")
  }

  // MARK: Files

  @Test func aReplayGivesALineForEachFile() throws {
    _ = try flagsh.run("--record", "t.jsonl", "-c", "sign-in tester-expanded; open")
    let text = try flagsh.scratch.text(of: "t.jsonl")
    try flagsh.scratch.write(String(text.prefix(text.count / 2)), to: "cut.jsonl")
    let run = try flagsh.run("-o", "json", "replay", "t.jsonl", "missing.jsonl", "cut.jsonl")
    #expect(run.status == 5)
    #expect(run.errors == "")
    let lines = try objects(run.output)
    // A path that names nothing is told before anything is replayed.
    #expect(lines.map { $0["status"] as? Int } == [5, 0, 5])
    for line in lines {
      #expect(line.keys.sorted() == ["command", "error", "message", "result", "status", "time"])
      #expect(line["command"] as? String == "replay")
      #expect(line["time"] is NSNull)
    }
    let whole = try #require(lines[1]["result"] as? [String: Any])
    #expect(whole["file"] as? String == "t.jsonl")
    let session = try #require((whole["sessions"] as? [[String: Any]])?.first)
    #expect(session["records"] as? Int == text.split(separator: "\n").count - 2)
    #expect(session["divergenceCount"] as? Int == 0)
    #expect(session["whole"] as? Bool == true)
    #expect((lines[2]["error"] as? [String: Any])?["code"] as? String == "cutTranscript")
  }

  @Test func aDivergenceIsNamedFieldByField() throws {
    _ = try flagsh.run("--record", "t.jsonl", "-c", "open")
    let text = try flagsh.scratch.text(of: "t.jsonl")
    try flagsh.scratch.write(
      text.replacing("\"name\":\"open\"", with: "\"name\":\"close\""), to: "t.jsonl")
    let run = try flagsh.run("-o", "json", "replay", "t.jsonl")
    #expect(run.errors == "")
    let line = try #require(try objects(run.output).first)
    // Somebody changed the file, which its checksum tells; what differs is told all the same.
    #expect(run.status == 5)
    #expect((line["error"] as? [String: Any])?["code"] as? String == "damagedTranscript")
    let sessions = (line["result"] as? [String: Any])?["sessions"] as? [[String: Any]]
    let divergence = try #require((sessions?.first?["divergences"] as? [[String: Any]])?.first)
    #expect(divergence["command"] as? String == "open")
    #expect(divergence["scriptLine"] as? Int == 1)
    #expect(divergence["record"] as? String == "outcome")
    #expect(divergence["field"] as? String == "name")
    #expect(divergence["expected"] as? String == "\"close\"")
    #expect(divergence["found"] as? String == "\"open\"")
  }

  @Test func anAuditGivesALineForEachFileAndNoSecret() throws {
    try flagsh.scratch.write("KEY=hello-secret\n", to: "secrets")
    try flagsh.scratch.write("one\n  hello-secret\n", to: "bad")
    try flagsh.scratch.write("nothing\n", to: "good")
    let run = try flagsh.run(
      "-o", "json", "transcript", "audit", "bad", "good", environment: ["FLAGSH_SECRETS_FILE": "secrets"])
    #expect(run.status == 6)
    #expect(run.errors == "")
    #expect(!run.output.contains("hello-secret"))
    let lines = try objects(run.output)
    #expect(lines.map { $0["status"] as? Int } == [6, 0])
    let findings = try #require((lines[0]["result"] as? [String: Any])?["findings"] as? [[String: Any]])
    #expect(findings.map { $0["line"] as? Int } == [2])
    #expect(findings.map { $0["column"] as? Int } == [3])
    #expect(findings.map { $0["name"] as? String } == ["KEY"])
  }
}
