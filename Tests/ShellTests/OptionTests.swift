import Foundation
import TestSupport
import Testing

/// Options, environment, and which of them wins (product.md section 2).
@Suite struct OptionTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  @Test(arguments: [
    (["--recrod", "x"], "--recrod", "did you mean --record?"), (["runn", "x"], "flagsh runn", "flagsh run"),
    (["repaly", "x"], "flagsh repaly", "flagsh replay"), (["transcript", "shwo", "x"], "shwo", "transcript show"),
    (["help", "sign-im"], "sign-im", "sign-in"), (["refresh"], "flagsh refresh", "flagsh -c 'refresh'"),
  ])
  func unknownWordsNameTheNearest(arguments: [String], named: String, hint: String) throws {
    let run = try flagsh.run(arguments)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errorLines.first?.contains(named) == true, "\(run.errors)")
    #expect(run.errorLines.last?.contains(hint) == true, "\(run.errors)")
  }

  @Test(arguments: [
    ["-o", "xml"], ["--color", "blue"], ["--seed", "-1"], ["--seed", "x"], ["--seed", "18446744073709551616"],
    ["--clock", "yesterday"], ["--clock", "2026-02-30T00:00:00Z"], ["--limit", "5"], ["--world"], ["--update"],
    ["run"], ["replay"], ["transcript"], ["transcript", "show"], ["-c", "status", "run", "x"],
    ["replay", "x", "--update", "--record", "y"], ["--quiet=no"],
  ])
  func wrongArgumentsAreUsageErrors(arguments: [String]) throws {
    let run = try flagsh.run(arguments)
    #expect(run.status == 2, "\(run)")
    #expect(run.output == "")
    expectDiagnostic(run, "flagsh: error: ", hint: false)
  }

  @Test func helpAndVersionGoToStandardOutput() throws {
    let help = try flagsh.run("--help")
    #expect(help.status == 0)
    #expect(help.errors == "")
    for name in [
      "--command", "--world", "--config", "--record", "--update", "--output", "--seed", "--clock", "--platform",
      "--keep-going", "--color", "--report-junit", "--limit", "--quiet", "--verbose", "--no-history", "--help",
      "--version",
    ] { #expect(help.output.contains(name)) }
    #expect(try flagsh.run("--version").output.hasPrefix("flagsh "))
    #expect(try flagsh.run("help", "open").output == flagsh.run("-c", "help open").output)
  }

  @Test func seedClockAndPlatformDecideWhatIsSent() throws {
    func ids(_ arguments: String...) throws -> String { try flagsh.run(arguments + ["-c", "identity"]).output }
    #expect(try ids() == ids("--seed", "0"))
    #expect(try ids("--seed", "1") != ids())
    #expect(try ids("--seed", "18446744073709551615") != ids())
    let arguments = ["--clock", "2026-02-02T03:04:05Z", "--platform", "Android", "--record", "t.jsonl", "-c", "open"]
    #expect(try flagsh.run(arguments).status == 0)
    let text = try flagsh.scratch.text(of: "t.jsonl")
    #expect(text.contains("\"start\":\"2026-02-02T03:04:05Z\""))
    #expect(text.contains("\\\"platform\\\":\\\"Android\\\""))
    // `date -u -d 2026-02-02T03:04:05Z +%s` and the 120 ms of the evaluation.
    #expect(text.contains("\\\"time\\\":1770001445120"))
  }

  @Test func optionsWinOverTheEnvironment() throws {
    let environment = ["FLAGSH_SEED": "9", "FLAGSH_OUTPUT": "json", "FLAGSH_KEEP_GOING": "1"]
    let run = try flagsh.run(["-c", "logout; identity"], environment: environment)
    #expect(run.outputLines.count == 2)
    #expect(run.outputLines.allSatisfy { $0.hasPrefix("{") })
    let option = try flagsh.run(["--seed", "10", "-o", "text", "-c", "identity"], environment: environment)
    #expect(option.output == (try flagsh.run("--seed", "10", "-c", "identity").output))
    #expect(option.output != (try flagsh.run(["-c", "identity"], environment: ["FLAGSH_SEED": "9"]).output))
  }

  @Test func everyOptionHasAVariable() throws {
    try flagsh.scratch.write("AMPLITUDE_SERVER_ZONE = US\n", to: "blank.xcconfig")
    let world = try String(contentsOfFile: Self.repository + "/Config/world.json", encoding: .utf8)
    try flagsh.scratch.write(world.replacing("\"name\": \"built-in\"", with: "\"name\": \"mine\""), to: "w.json")
    let environment = [
      "FLAGSH_CONFIG": "blank.xcconfig", "FLAGSH_WORLD": "w.json", "FLAGSH_RECORD": "t.jsonl",
      "FLAGSH_CLOCK": "2027-01-01T00:00:00Z", "FLAGSH_PLATFORM": "watchOS", "FLAGSH_REPORT_JUNIT": "r.xml",
      "FLAGSH_COLOR": "always", "FLAGSH_VERBOSE": "yes",
    ]
    let run = try flagsh.run(["-c", "open"], environment: environment)
    #expect(run.output.contains("\u{1B}["))
    #expect(run.errors.contains("virtual"))
    let header = try flagsh.scratch.text(of: "t.jsonl").split(separator: "\n")[0]
    for part in ["\"flagsOff\":\"", "\"name\":\"mine\"", "2027-01-01", "watchOS"] { #expect(header.contains(part)) }
    #expect(try flagsh.scratch.text(of: "r.xml").hasPrefix("<?xml"))
    #expect(try flagsh.run(["-c", "wait 2s"], environment: ["FLAGSH_LIMIT": "1s"]).status == 1)
    #expect(try flagsh.run(["-c", "status"], environment: ["FLAGSH_QUIET": "perhaps"]).status == 2)
    // An empty variable counts as none.
    #expect(try flagsh.run(["-c", "status"], environment: ["FLAGSH_SEED": "", "FLAGSH_OUTPUT": ""]).status == 0)
  }

  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  @Test(arguments: [
    ("", "d", "US", "apiKeyBlank"), ("a", "", "US", "deploymentKeyBlank"), ("a", "d", "", "regionBlank"),
    ("a", "d", "us", "regionUnknown"), ("a", "server-1", "US", "deploymentKeyIsServerKey"),
    ("$(MISSING)", "d", "US", "apiKey"), (" ", "d", "EU", "apiKeyBlank"),
  ])
  func aConfigurationWithoutUsableKeysTurnsFlagsOff(
    apiKey: String, deploymentKey: String, region: String, code: String
  ) throws {
    try flagsh.scratch.write(
      "AMPLITUDE_API_KEY = \(apiKey)\nAMPLITUDE_DEPLOYMENT_KEY = \(deploymentKey)\nAMPLITUDE_SERVER_ZONE = \(region)\n",
      to: "c.xcconfig")
    let run = try flagsh.run("--config", "c.xcconfig", "-c", "expect flags.state == off; open; export; ! refresh")
    #expect(run.status == 0, "\(run)")
    #expect(run.outputLines.prefix(2) == ["Usage report", "Flags off: check both client keys and region"])
    let json = try flagsh.run("--config", "c.xcconfig", "-o", "json", "-c", "status").output
    #expect(json.contains("\"off\":\"\(code)"), "\(json)")
  }

  @Test func aConfigurationWithKeysKeepsFlagsOn() throws {
    try flagsh.scratch.write(
      "AMPLITUDE_API_KEY = a\nAMPLITUDE_DEPLOYMENT_KEY = d\nAMPLITUDE_SERVER_ZONE = EU\n", to: "c.xcconfig")
    #expect(try flagsh.run("--config", "c.xcconfig", "-c", "expect flags.configured == true; refresh").status == 0)
    try flagsh.scratch.write("#include \"none.xcconfig\"\n", to: "i.xcconfig")
    let run = try flagsh.run("--config", "i.xcconfig", "-c", "status")
    #expect(run.status == 3)
    expectDiagnostic(run, "i.xcconfig:1:10: error: ")
    #expect(try flagsh.run("--config", "no.xcconfig", "-c", "status").status == 5)
  }

  @Test func verboseSpeaksOnStandardErrorOnly() throws {
    let plain = try flagsh.run("-c", "sign-in tester-expanded; open")
    let verbose = try flagsh.run("--verbose", "-c", "sign-in tester-expanded; open")
    #expect(verbose.output == plain.output)
    #expect(plain.errors == "")
    for part in ["GET /sdk/v2/vardata", "HTTP 200", "120ms virtual", "$exposure", "{{AMPLITUDE_DEPLOYMENT_KEY}}"] {
      #expect(verbose.errors.contains(part))
    }
  }

  @Test func pipesGetNoEscapeSequencesUnlessAskedFor() throws {
    let commands = "sign-in tester-expanded; open; status; why report-layout; ! logout x"
    for environment in [["TERM": "xterm-256color"], ["FLAGSH_COLOR": "auto", "TERM": "xterm"], [:]] {
      let run = try flagsh.run(["--keep-going", "-c", commands], environment: environment)
      #expect(!(run.output + run.errors).contains("\u{1B}"))
    }
    #expect(try flagsh.run("--color", "always", "-c", "open").output.contains("\u{1B}["))
    #expect(try !flagsh.run(["--color", "never", "-c", "open"]).output.contains("\u{1B}"))
  }
}
