import Foundation
import TestSupport
import Testing

/// `flagsh doctor` without a network: settings, their sources, their faults, and never a key.
@Suite struct DoctorTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  private static let apiKey = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
  private static let deploymentKey = "client-QWERTZUIOPasdfghjkl"

  private func write(_ lines: [String], to name: String = "k.xcconfig") throws {
    try flagsh.scratch.write(lines.joined(separator: "\n") + "\n", to: name)
  }

  private func complete(region: String = "US") throws {
    try write([
      "AMPLITUDE_API_KEY = \(Self.apiKey)", "AMPLITUDE_DEPLOYMENT_KEY = \(Self.deploymentKey)",
      "AMPLITUDE_SERVER_ZONE = \(region)",
    ])
  }

  /// The line of a setting, its columns split where two blanks or more stand.
  private func row(_ name: String, in run: Flagsh.Run) throws -> [String] {
    let line = try #require(run.outputLines.first { $0.hasPrefix(name + " ") }, "\(run.output)")
    return line.split(separator: /\ \ +/).map(String.init)
  }

  @Test func eachSettingIsShownWithItsSourceAndKeysAreMasked() throws {
    try complete()
    let run = try flagsh.run("doctor", "--config", "k.xcconfig")
    #expect(run.status == 0)
    #expect(try row("configuration", in: run) == ["configuration", "k.xcconfig", "option --config"])
    #expect(try row("AMPLITUDE_API_KEY", in: run) == ["AMPLITUDE_API_KEY", "**** (32 characters)", "k.xcconfig:1"])
    #expect(
      try row("AMPLITUDE_DEPLOYMENT_KEY", in: run)
        == ["AMPLITUDE_DEPLOYMENT_KEY", "client-**** (19 characters more)", "k.xcconfig:2"])
    #expect(try row("AMPLITUDE_SERVER_ZONE", in: run) == ["AMPLITUDE_SERVER_ZONE", "US", "k.xcconfig:3"])
    #expect(run.output.contains("https://api.lab.amplitude.com"))
    #expect(run.output.contains("https://api2.amplitude.com"))
    for text in [run.output, run.errors] {
      #expect(!text.contains(Self.apiKey))
      #expect(!text.contains("QWERTZ"))
    }
    #expect(run.outputLines.last == "no problem found")
  }

  @Test func theRegionChoosesBothHosts() throws {
    try complete(region: "EU")
    let run = try flagsh.run("doctor", "--config", "k.xcconfig")
    #expect(run.output.contains("https://api.lab.eu.amplitude.com"))
    #expect(run.output.contains("https://api.eu.amplitude.com"))
  }

  @Test func anOptionGoesBeforeAVariableAndAVariableBeforeTheFile() throws {
    try complete()
    let environment = [
      "AMPLITUDE_SERVER_ZONE": "EU", "AMPLITUDE_API_KEY": "another-key-of-the-environment", "FLAGSH_CONFIG": "none",
      "FLAGSH_ANALYTICS_URL": "http://127.0.0.1:9",
    ]
    let run = try flagsh.run(
      "doctor", "--live", "--config", "k.xcconfig", "--evaluation-url", "http://127.0.0.1:9/lab/",
      environment: environment)
    #expect(try row("AMPLITUDE_SERVER_ZONE", in: run).last == "environment AMPLITUDE_SERVER_ZONE")
    #expect(try row("AMPLITUDE_API_KEY", in: run).last == "environment AMPLITUDE_API_KEY")
    #expect(try row("AMPLITUDE_DEPLOYMENT_KEY", in: run).last == "k.xcconfig:2")
    #expect(
      try row("evaluation address", in: run)
        == ["evaluation address", "http://127.0.0.1:9/lab", "option --evaluation-url"])
    #expect(
      try row("analytics address", in: run)
        == ["analytics address", "http://127.0.0.1:9", "environment FLAGSH_ANALYTICS_URL"])
    #expect(run.status == 1, "nothing listens there")
    #expect(!run.output.contains("another-key"))
  }

  @Test(arguments: [
    (["AMPLITUDE_API_KEY ="], "AMPLITUDE_API_KEY", "the project API key is blank"),
    (["AMPLITUDE_API_KEY = $(NOWHERE)"], "AMPLITUDE_API_KEY", "the project API key holds an unresolved $(...)"),
    (["AMPLITUDE_DEPLOYMENT_KEY = server-abcdefgh"], "AMPLITUDE_DEPLOYMENT_KEY", "the deployment key is a server key"),
    (["AMPLITUDE_SERVER_ZONE = us"], "AMPLITUDE_SERVER_ZONE", "the region is not exactly US or EU"),
    (["PERSONALIZATION_ENDPOINT = https://tenant"], "PERSONALIZATION_ENDPOINT", "only its scheme is left"),
    (
      ["PERSONALIZATION_ENDPOINT = a.salesforce.com.salesforce.com"], "PERSONALIZATION_ENDPOINT",
      "the host repeats salesforce.com"
    ),
  ])
  func eachFaultIsToldAtItsSetting(lines: [String], name: String, fault: String) throws {
    try complete()
    let whole = try flagsh.scratch.text(of: "k.xcconfig")
    try write([whole] + lines)
    let run = try flagsh.run("doctor", "--config", "k.xcconfig")
    #expect(run.status == 1)
    let index = try #require(run.outputLines.firstIndex { $0.hasPrefix(name + " ") })
    #expect(run.outputLines[index + 1].contains("problem: "), "\(run.output)")
    #expect(run.outputLines[index + 1].contains(fault), "\(run.output)")
  }

  @Test func twoFaultsAreTwoProblems() throws {
    try write(["AMPLITUDE_SERVER_ZONE = XX"])
    let run = try flagsh.run("doctor", "--config", "k.xcconfig")
    #expect(run.outputLines.last == "3 problems")
  }

  @Test func theProjectsFileIsFoundFromFoldersBelow() throws {
    try flagsh.scratch.write("AMPLITUDE_SERVER_ZONE = EU\n", to: "Config/Amplitude.xcconfig")
    try flagsh.scratch.write("", to: "a/b/empty")
    #expect(try row("configuration", in: flagsh.run("doctor"))[1] == "Config/Amplitude.xcconfig")
    let shell = try RunningProgram(
      "/bin/sh", arguments: ["-c", "cd a/b && \"$0\" doctor | head -n 1", Flagsh.path], folder: flagsh.scratch.path)
    #expect(try shell.waitForEnd() == .exited(0))
    #expect(shell.outputText.contains("/Config/Amplitude.xcconfig"))
  }

  @Test func programsGetOneObjectForEachThing() throws {
    try complete()
    let run = try flagsh.run("doctor", "--config", "k.xcconfig", "-o", "json")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    let region = try #require(list.first { $0["name"] as? String == "AMPLITUDE_SERVER_ZONE" })
    #expect(region["value"] as? String == "US")
    #expect(region["source"] as? String == "k.xcconfig:3")
    #expect(region["verdict"] as? String == "ok")
  }

  @Test func passwordsOfProxiesAreNotShown() throws {
    try complete()
    let run = try flagsh.run(
      "doctor", "--config", "k.xcconfig",
      environment: ["https_proxy": "http://somebody:secret-password@proxy.example:3128"])
    #expect(run.output.contains("http://***@proxy.example:3128"))
    #expect(!run.output.contains("secret-password"))
  }
}

/// Which options belong to which kind of session (product.md section 2).
@Suite struct LiveOptionTests {
  let flagsh: Flagsh

  init() throws { flagsh = try Flagsh() }

  @Test(arguments: [
    ["--live", "--world", "w.json"], ["--live", "--seed", "1"], ["--live", "--clock", "2026-01-01"],
    ["--live", "--engine", "python"], ["--send"], ["--retry"], ["--evaluation-url", "https://x"],
    ["--analytics-url", "https://x"], ["--test-mode"],
  ])
  func optionsOfTheOtherKindAreRefused(arguments: [String]) throws {
    let run = try flagsh.run(arguments + ["-c", "status"])
    #expect(run.status == 2)
    #expect(run.output == "")
    expectDiagnostic(run, "flagsh: error: --")
  }

  @Test func variablesOfTheOtherKindAreIgnored() throws {
    let embedded = try flagsh.run("-c", "status", environment: ["FLAGSH_SEND": "1", "FLAGSH_RETRY": "1"])
    #expect(embedded.status == 0)
    let live = try flagsh.run("--live", "-c", "status", environment: ["FLAGSH_SEED": "7", "FLAGSH_WORLD": "none"])
    #expect(live.status == 0)
  }

  @Test(arguments: ["http://example.com", "ftp://127.0.0.1", "https://user:pw@host", "https://host/?q=1", "nonsense"])
  func addressesThatWouldLeakOrFailAreRefused(url: String) throws {
    let run = try flagsh.run("--live", "--evaluation-url", url, "-c", "status")
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.output == "")
    #expect(!run.errors.contains("pw@"))
  }

  @Test func withoutKeysFlagsAreOffAndNothingIsAsked() throws {
    let run = try flagsh.run("--live", "-c", "open; export; status; requests")
    #expect(run.status == 0)
    #expect(run.output.contains("Flags off: check both client keys and region"))
    #expect(run.output.contains("No request was made"))
  }

  @Test func identifiersOfLiveSessionsAreNeverTheSame() throws {
    let ids = try (0..<20).map { _ in try flagsh.run("--live", "-c", "identity").outputLines[1] }
    #expect(Set(ids).count == 20)
  }
}
