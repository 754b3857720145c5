import Foundation
import TestSupport
import Testing

/// Every answer of the reference's list, over a socket (personalization.md 8.1).
@Suite struct DecisionFixtureTests {
  @Test(arguments: DecisionFixture.all) func anAnswerIsTakenForWhatItIs(fixture: DecisionFixture) throws {
    let stage = try LiveStage { _, _ in fixture.behaviour.steps }
    var environment = stage.environment
    if case .refusesConnections = fixture.behaviour {
      // A port that was free a moment ago.
      let gone = try LoopbackServer { _, _ in [] }.port
      environment["PERSONALIZATION_ENDPOINT"] = "http://127.0.0.1:\(gone)"
    }
    let script = (fixture.script + ["decisions", "requests", ""]).joined(separator: "\n")
    let run = try stage.flagsh.run(
      stage.arguments + ["--record", "t.jsonl"], bytes: Array(script.utf8), environment: environment)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    // What failed as expected is told on standard output or standard error, with what to do.
    let text = run.output + run.errors
    #expect(fixture.message.isEmpty || text.contains(fixture.message), "\(run.output)\(run.errors)")
    let controls = (run.output + run.errors).unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
    }
    #expect(controls.isEmpty)
    #expect(stage.decisionRequests.map(\.points) == (fixture.asked.isEmpty ? [] : [fixture.asked]))
    #expect(try stage.flagsh.replayStatus("t.jsonl") == 0)
  }
}

extension DecisionFixture.Behaviour {
  /// The same on a connection.
  var steps: [LoopbackStep] {
    switch self {
    case .answers(let status, let headers, let body):
      [.answer(status, headers: headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, body: body)]
    case .staysSilent: [.silence]
    case .refusesConnections: [.close]
    }
  }
}

/// A request for decisions as it reached the service.
struct DecisionRequest {
  var context: [String: Any]
  var points: [String]
  var executionFlags: [String]?
  /// All members of the body.
  var members: Set<String>
  var request: LoopbackRequest

  init?(_ request: LoopbackRequest) {
    guard request.target == "/personalization/decisions",
      let body = (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any],
      let context = body["context"] as? [String: Any],
      let points = body["personalizationPoints"] as? [[String: Any]]
    else { return nil }
    self.context = context
    self.points = points.compactMap { $0["name"] as? String }
    executionFlags = body["executionFlags"] as? [String]
    members = Set(body.keys)
    self.request = request
  }
}

extension LiveStage {
  /// What the decisions service was asked, in order.
  var decisionRequests: [DecisionRequest] { evaluation.requests.compactMap(DecisionRequest.init) }
}
