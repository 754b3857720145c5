import Foundation
import TestSupport
import Testing

/// What a live session asks of the services, and what it makes of their answers.
@Suite struct LiveSessionTests {
  @Test func aSessionFetchesOpensExportsAndHoldsItsEvents() throws {
    let stage = try LiveStage()
    let run = try stage.run(
      "--record", "t.jsonl",
      commands: "sign-in somebody; open; export; flush; expect events.count == 3; expect events[-1].delivery == held")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Assigned layout: expanded"))
    #expect(run.output.contains("flush requested"))
    #expect(run.output.contains("held"))
    #expect(stage.analytics.log.connections == 0, "without --send nothing goes there")
    let request = try #require(stage.evaluation.requests.first)
    #expect(stage.evaluation.requests.count == 1)
    #expect(request.method == "GET")
    #expect(request.target == "/sdk/v2/vardata?v=0")
    #expect(request.header("Authorization") == "Api-Key " + LiveStage.deploymentKey)
    #expect(request.header("X-Amp-Exp-Track") == "no-track")
    let user = LiveStage.user(of: request)
    #expect(user["user_id"] as? String == "somebody")
    #expect(user["library"] as? String == "experiment-ios-client/1.20.1")
    #expect(Set(user.keys) == ["device_id", "library", "user_id"])
    // The transcript replays when nobody answers any more, and holds neither key.
    let transcript = try stage.flagsh.scratch.text(of: "t.jsonl")
    #expect(!transcript.contains(LiveStage.apiKey) && !transcript.contains(LiveStage.deploymentKey))
    #expect(try stage.flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func withSendExactlyTheEventsOfTheSessionArriveAndAssignmentsAreTracked() throws {
    let stage = try LiveStage()
    let run = try stage.run(
      "--send", "-o", "json", commands: "sign-in somebody; open; export; close; open; flush; events")
    #expect(run.status == 0, "\(run.errors)")
    #expect(stage.evaluation.requests.allSatisfy { $0.header("X-Amp-Exp-Track") == nil })
    let last = try #require(run.outputLines.last)
    let line = try #require(try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    let events = try #require(line["result"] as? [[String: Any]])
    let uploaded = stage.uploaded
    #expect(uploaded.map { $0["event_type"] as? String } == events.map { $0["type"] as? String })
    #expect(uploaded.map { $0["insert_id"] as? String } == events.map { $0["insertId"] as? String })
    #expect(
      uploaded.map { $0["event_type"] as? String }
        == ["$exposure", "Report Previewed", "Report Exported", "Report Previewed"])
    let upload = try #require(stage.analytics.requests.first)
    #expect(upload.method == "POST" && upload.target == "/2/httpapi")
    #expect(upload.header("Content-Type")?.hasPrefix("application/json") ?? false)
    let body = try #require(try JSONSerialization.jsonObject(with: Data(upload.body)) as? [String: Any])
    #expect(body["api_key"] as? String == LiveStage.apiKey)
    #expect(events.allSatisfy { $0["delivery"] as? String == "sent" })
  }

  @Test func leavingSendsWhatWaits() throws {
    let stage = try LiveStage()
    #expect(try stage.run("--send", commands: "open; export").status == 0)
    #expect(stage.uploaded.count == 3)
  }

  /// The rows of amplitude.md 3.4 and 3.5: what comes back, and what the session makes of it.
  @Test(
    arguments: [
      (200, #"{"report-layout":{"key":"control","value":"control"}}"#, "assigned", "null"),
      (200, #"{"report-layout":{"value":"expanded"}}"#, "assigned", "null"),
      (200, #"{"report-layout":{"key":"off","metadata":{"default":true}}}"#, "fallback", "defaultVariant"),
      (200, #"{"report-layout":{"key":"expanded"}}"#, "fallback", "noValue"),
      (200, #"{"report-layout":{"key":"grid","value":"grid"}}"#, "fallback", "unknownValue"),
      (200, "{}", "fallback", "absent"), (200, #"{"report-layout":null,"other":{"value":"x"}}"#, "fallback", "absent"),
      (200, "[]", "fallback", "fetchFailed"), (200, "", "fallback", "fetchFailed"),
      (200, #"{"report-layout":"#, "fallback", "fetchFailed"),
      (201, "{}", "fallback", "fetchFailed"), (204, "", "fallback", "fetchFailed"),
      (302, "", "fallback", "fetchFailed"),
      (400, "bad", "fallback", "fetchFailed"), (401, "Invalid deployment", "fallback", "fetchFailed"),
      (403, "no", "fallback", "fetchFailed"), (404, "no", "fallback", "fetchFailed"),
      (413, "no", "fallback", "fetchFailed"), (429, "no", "fallback", "fetchFailed"),
      (500, "no", "fallback", "fetchFailed"), (503, "no", "fallback", "fetchFailed"),
    ] as [(Int, String, String, String)])
  func answersAreTakenForWhatTheyAre(status: Int, body: String, state: String, reason: String) throws {
    let stage = try LiveStage { _, _ in [.answer(status, body: body)] }
    let run = try stage.run(
      "--keep-going", "--record", "t.jsonl",
      commands: "refresh; expect flags.state == \(state); expect flags.reason == \(reason); requests")
    #expect(run.status == (reason == "fetchFailed" ? 1 : 0), "\(run.output)\(run.errors)")
    #expect(stage.evaluation.requests.count == 1, "nothing is asked twice")
    if status >= 400 { #expect(run.output.contains("\(status) \(body)"), "\(run.output)") }
    #expect(try stage.flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func oneBadEntryLosesOnlyItselfAndIsNamed() throws {
    let body = #"{"report-layout":{"key":"expanded","value":"expanded"},"broken":"text","gone":null}"#
    let stage = try LiveStage { _, _ in [.answer(200, body: body)] }
    let run = try stage.run(commands: "refresh; expect flags.state == assigned")
    #expect(run.status == 0)
    #expect(run.errors.contains("broken") && run.errors.contains("gone"))
  }

  @Test func connectionsThatBreakAreFailuresWithAName() throws {
    for (step, word) in [(LoopbackStep.reset, "reset"), (.close, "reset")] {
      let stage = try LiveStage { _, _ in [step] }
      let run = try stage.run("--keep-going", commands: "refresh; expect flags.reason == fetchFailed; requests")
      #expect(run.status == 1)
      #expect(run.output.contains(word), "\(run.output)")
    }
  }

  @Test func retriesAreMadeForTheIdentityOfTheMoment() throws {
    let stage = try LiveStage { _, number in number < 2 ? [.answer(503)] : [.answer(200, body: LiveStage.expanded)] }
    let run = try stage.run("--retry", commands: "sign-in somebody; expect flags.state == assigned")
    #expect(run.status == 0, "\(run.errors)")
    #expect(stage.evaluation.requests.count == 3)
    let once = try LiveStage { _, _ in [.answer(404)] }
    #expect(try once.run("--retry", commands: "refresh").status == 1)
    #expect(once.evaluation.requests.count == 1, "what cannot pass is final")
  }

  @Test func aRequestUnderWayIsGivenUpWhenTheProcessHasToEnd() throws {
    let gate = LoopbackGate("never")
    let stage = try LiveStage { _, _ in [.wait(gate)] }
    for (signal, status) in [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)] {
      let before = stage.evaluation.requests.count
      let program = try stage.start("--record", "t.jsonl")
      program.send("refresh\n")
      try stage.evaluation.wait(for: "the request") { $0.requests.count > before }
      program.signal(signal)
      #expect(try program.waitForEnd() == .exited(status))
      #expect(try stage.flagsh.replayStatus("t.jsonl") == 0)
    }
  }

  @Test func answersArriveWhileTheScriptIsSlow() throws {
    let stage = try LiveStage()
    let program = try stage.start()
    program.send("refresh &\n")
    try program.wait(forOutput: "%1: Assigned layout: expanded")
    program.send("status\n")
    program.endInput()
    #expect(try program.waitForEnd() == .exited(0))
  }

  @Test func theLimitEndsALiveRun() throws {
    let stage = try LiveStage { _, _ in [.silence] }
    let run = try stage.run("--limit", "200ms", commands: "refresh")
    #expect(run.status == 1)
    #expect(run.errors.contains("longer than --limit 200ms, waiting for request 1 to evaluation"), "\(run.errors)")
  }

  @Test func commandsOfTheEmbeddedWorldAreRefusedWithAHint() throws {
    let stage = try LiveStage()
    for command in ["profile", "experiment", "world latency evaluation 1s", "world fault evaluation 500"] {
      let run = try stage.run(commands: command)
      #expect(run.status == 1, "\(command)")
      #expect(run.errors.contains("hint: "), "\(command)")
    }
    let why = try stage.run(commands: "refresh; why report-layout")
    #expect(why.status == 0)
    for word in ["key", "value", "active", "deployment", "targeting", "region", "service evaluated"] {
      #expect(why.output.contains(word), "\(word)")
    }
  }

  @Test func libcurlIsNotEvenOpenedWithoutARequest() throws {
    let stage = try LiveStage()
    let program = try stage.start()
    program.send("status\n")
    try program.wait(forOutput: "World")
    let path = "/proc/\(program.process)/maps"
    // A file whose size is unknown until it is read.
    func maps() throws -> String? {
      try FileHandle(forReadingAtPath: path)?.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    }
    guard let before = try maps() else { return }
    // Nor is the line editor without a terminal.
    #expect(!before.contains("libedit"))
    #expect(!before.contains("libcurl"))
    program.send("refresh\n")
    try program.wait(forOutput: "revision 1")
    #expect(try maps()?.contains("libcurl") ?? false)
    program.endInput()
    #expect(try program.waitForEnd() == .exited(0))
  }
}
