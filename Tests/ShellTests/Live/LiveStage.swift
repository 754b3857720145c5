import Foundation
import TestSupport

/// The program in a live session against servers of this machine: one for evaluation and decisions, one for analytics.
final class LiveStage {
  static let apiKey = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
  static let deploymentKey = "client-QWERTZUIOPasdfghjkl"
  static let expanded = #"{"report-layout":{"key":"expanded","value":"expanded"}}"#
  static let accepted: LoopbackServer.Script = { request, _ in [.answer(200, body: LiveStage.acceptance(of: request))] }

  let flagsh: Flagsh
  let evaluation: LoopbackServer
  let analytics: LoopbackServer

  /// - Parameters:
  ///   - region: `US` or `EU` in the configuration.
  ///   - analytics: nil counts what comes in as accepted.
  init(
    region: String = "US", analytics: LoopbackServer.Script? = nil, evaluation: @escaping LoopbackServer.Script
  ) throws {
    flagsh = try Flagsh()
    self.evaluation = try LoopbackServer(script: evaluation)
    self.analytics = try LoopbackServer(script: analytics ?? Self.accepted)
    try flagsh.scratch.write(
      """
      AMPLITUDE_API_KEY = \(Self.apiKey)
      AMPLITUDE_DEPLOYMENT_KEY = \(Self.deploymentKey)
      AMPLITUDE_SERVER_ZONE = \(region)
      SLASH = /
      PERSONALIZATION_ENDPOINT = http:$(SLASH)/127.0.0.1:\(self.evaluation.port)

      """, to: "Config/Amplitude.xcconfig")
  }

  /// Everybody gets the expanded layout.
  convenience init(analytics: LoopbackServer.Script? = nil) throws {
    try self.init(analytics: analytics) { _, _ in [.answer(200, body: Self.expanded)] }
  }

  /// The arguments of every session here, before those of the test.
  var arguments: [String] {
    ["--live", "--evaluation-url", evaluation.url, "--analytics-url", analytics.url]
  }

  var environment: [String: String] { ["HOME": flagsh.scratch.path] }

  func run(_ options: String..., commands: String) throws -> Flagsh.Run {
    try flagsh.run(arguments + options + ["-c", commands], environment: environment)
  }

  func run(_ options: String..., script: String) throws -> Flagsh.Run {
    try flagsh.run(arguments + options, bytes: Array(script.utf8), environment: environment)
  }

  func start(_ options: String...) throws -> RunningProgram {
    try flagsh.start(arguments + options, environment: environment)
  }

  // MARK: What the services saw and say

  /// The events of an upload.
  static func events(of request: LoopbackRequest) -> [[String: Any]] {
    let body = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any]
    return body?["events"] as? [[String: Any]] ?? []
  }

  static func acceptance(of request: LoopbackRequest) -> String {
    #"{"code":200,"events_ingested":\#(events(of: request).count),"payload_size_bytes":1,"server_upload_time":1}"#
  }

  /// Every event that reached analytics, in order.
  var uploaded: [[String: Any]] { analytics.requests.flatMap(Self.events) }

  /// The user that an evaluation request names (amplitude.md 2.2: base64url without padding).
  static func user(of request: LoopbackRequest) -> [String: Any] {
    guard let header = request.header("X-Amp-Exp-User") else { return [:] }
    var text = header.replacing("-", with: "+").replacing("_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    guard let data = Data(base64Encoded: text) else { return [:] }
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }
}
