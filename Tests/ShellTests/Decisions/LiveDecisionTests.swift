import Foundation
import TestSupport
import Testing

/// Decisions in live sessions: what goes over the wire, what leaves no trace, and what is refused before.
@Suite struct LiveDecisionTests {
  private static let hero = """
    {"requestId":"b1d0","personalizations":[{"personalizationId":"7a2e","personalizationPointId":"9ppXX0000000001AAA",
     "personalizationPointName":"homeHero","attributes":{"Header":"Spring sale"},"data":[]}]}
    """

  private func stage() throws -> LiveStage { try LiveStage { _, _ in [.answer(200, body: Self.hero)] } }

  @Test func theRequestIsTheDocumentedOneAndCarriesNoKey() throws {
    let stage = try stage()
    let run = try stage.run(
      "-o", "json",
      commands: "consent opt-in; fetch-decisions homeHero --anchor SKU-3 --anchor-dmo ssot__GoodsProduct__dlm "
        + "--attribute category=tents --attribute-double max=249.5 --timeout 10s; identity")
    #expect(run.status == 0, "\(run.errors)")
    let asked = try #require(stage.decisionRequests.first)
    #expect(stage.decisionRequests.count == 1)
    #expect(asked.request.method == "POST")
    #expect(asked.request.header("Content-Type") == "application/json")
    #expect(asked.request.header("Accept") == "application/json")
    #expect(asked.request.header("Authorization") == nil)
    #expect(asked.members == ["context", "executionFlags", "personalizationPoints"])
    #expect(
      Set(asked.context.keys) == ["individualId", "dataspace", "anchorId", "anchorType", "category", "max"])
    #expect(asked.context["anchorType"] as? String == "ssot__GoodsProduct__dlm")
    #expect(asked.context["max"] as? Double == 249.5)
    let last = try JSONSerialization.jsonObject(with: Data(try #require(run.outputLines.last).utf8)) as? [String: Any]
    let identity = try #require(last?["result"] as? [String: Any])
    #expect(asked.context["individualId"] as? String == identity["deviceId"] as? String)
    let sent = asked.request.bodyText + asked.request.headers.map(\.value).joined()
    #expect(!sent.contains(LiveStage.apiKey) && !sent.contains(LiveStage.deploymentKey))
  }

  @Test(
    arguments: [([], ["TestMode"]), (["--send"], nil), (["--send", "--test-mode"], ["TestMode"])]
      as [([String], [String]?)])
  func exploringLeavesNoTraceAndSendingDoes(options: [String], flags: [String]?) throws {
    let stage = try stage()
    let run = try stage.flagsh.run(
      stage.arguments + options + ["-c", "consent opt-in; fetch-decisions homeHero"], environment: stage.environment)
    #expect(run.status == 0, "\(run.errors)")
    #expect(stage.decisionRequests.map(\.executionFlags) == [flags])
  }

  @Test func withoutConsentNoSocketIsOpened() throws {
    let stage = try stage()
    let run = try stage.run(commands: "fetch-decisions homeHero")
    #expect(run.status == 1)
    #expect(run.errors.contains("consent opt-in"))
    let refused = try stage.run(commands: "consent opt-out; fetch-decisions homeHero")
    #expect(refused.status == 1)
    #expect(stage.evaluation.log.connections == 0)
  }

  @Test(
    arguments: [
      ("https://m-abc.c360a.salesforce.com.c360a.salesforce.com", "repeats salesforce.com"),
      ("ftp://tenant.example", "ftp"), ("http://tenant.example", "needs https"),
      ("https://tenant.example/services", "more than a host"),
    ])
  func anAddressThatIsNoneIsRefusedWhenItIsSet(endpoint: String, message: String) throws {
    let stage = try stage()
    let environment = ["HOME": stage.flagsh.scratch.path, "PERSONALIZATION_ENDPOINT": endpoint]
    let run = try stage.flagsh.run(stage.arguments + ["-c", "status"], environment: environment)
    #expect((run.status ?? 0) != 0)
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.contains("hint: "))
  }

  @Test(arguments: ["http://127.0.0.1:%/", "HTTP://127.0.0.1:%//"])
  func slashesAtTheEndDoNotMatter(form: String) throws {
    let stage = try stage()
    let endpoint = form.replacing("%", with: "\(stage.evaluation.port)")
    let environment = ["HOME": stage.flagsh.scratch.path, "PERSONALIZATION_ENDPOINT": endpoint]
    let run = try stage.flagsh.run(
      stage.arguments + ["-c", "consent opt-in; fetch-decisions homeHero; status"], environment: environment)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("127.0.0.1"))
    #expect(stage.decisionRequests.count == 1)
  }

  @Test func aHostThatCannotBeFoundIsNamed() throws {
    let stage = try stage()
    let environment = ["HOME": stage.flagsh.scratch.path, "PERSONALIZATION_ENDPOINT": "no-such-tenant.invalid"]
    let run = try stage.flagsh.run(
      stage.arguments + ["-c", "consent opt-in; fetch-decisions homeHero"], environment: environment)
    #expect(run.status == 1)
    #expect(run.errors.contains("no-such-tenant.invalid"))
    #expect(run.errors.contains("PERSONALIZATION_ENDPOINT"))
  }

  @Test func withoutAnEndpointNothingIsReady() throws {
    let stage = try stage()
    try stage.flagsh.scratch.write("AMPLITUDE_SERVER_ZONE = US\n", to: "none.xcconfig")
    let run = try stage.run("--config", "none.xcconfig", commands: "consent opt-in; fetch-decisions homeHero")
    #expect(run.status == 1)
    #expect(run.errors.contains("error 1, initialization"), "\(run.errors)")
    #expect(stage.evaluation.log.connections == 0)
  }

  @Test func retriesAreMadeWhereAskedForAndWithinTheTime() throws {
    let stage = try LiveStage { _, number in
      number < 2 ? [.answer(number == 0 ? 503 : 429, body: "wait")] : [.answer(200, body: Self.hero)]
    }
    let run = try stage.run(
      "--retry", "--record", "t.jsonl",
      commands: "consent opt-in; fetch-decisions homeHero; expect decisions.homeHero.outcome == content; requests")
    #expect(run.status == 0, "\(run.errors)")
    #expect(stage.decisionRequests.count == 3)
    #expect(try stage.flagsh.replayStatus("t.jsonl") == 0)

    let once = try LiveStage { _, _ in [.answer(503)] }
    #expect(try once.run(commands: "consent opt-in; fetch-decisions homeHero").status == 1)
    #expect(once.decisionRequests.count == 1)
    let patient = try LiveStage { _, _ in [.answer(429, headers: [("Retry-After", "60")])] }
    let late = try patient.run("--retry", commands: "consent opt-in; fetch-decisions homeHero")
    #expect(late.status == 1)
    #expect(late.errors.contains("asks to wait: 60"), "\(late.errors)")
    #expect(patient.decisionRequests.count == 1, "the service asks for more time than there is")
  }

  @Test func engagementsGoToTheirFileAndNowhereElse() throws {
    let stage = try stage()
    let run = try stage.run(
      "--send", "--events-out", "events.jsonl",
      commands: "consent opt-in; fetch-decisions homeHero; engage view homeHero; engage click homeHero; flush")
    #expect(run.status == 0, "\(run.errors)")
    #expect(stage.uploaded.isEmpty)
    #expect(stage.evaluation.requests.count == 1, "nothing is posted where it is not documented")
    let lines = try stage.flagsh.scratch.text(of: "events.jsonl").split(separator: "\n")
    let events = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(events.map { $0["interactionName"] as? String } == ["personalization-view", "personalization-click"])
    for event in events {
      #expect(
        Set(["eventId", "dateTime", "eventType", "sessionId", "deviceId", "category", "channel"]).isSubset(
          of: event.keys))
      #expect(event["personalizationContentId"] as? String == "7a2e")
    }
  }
}
