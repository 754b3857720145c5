import Foundation
import TestSupport
import Testing

/// The outbox of the real program: killed at any moment, beside another, on a folder that cannot be written.
@Suite struct OutboxProcessTests {
  /// What the transcripts of a folder say was tracked: insert ids, with the device and the number of the event.
  private static func tracked(_ transcript: String) -> [(insertId: String, event: String)] {
    transcript.split(separator: "\n").compactMap { line in
      guard let record = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any],
        record["kind"] as? String == "ledger", let entry = record["entry"] as? [String: Any],
        let insertId = entry["insertId"] as? String
      else { return nil }
      return (insertId, "\(entry["deviceId"] ?? "") \(entry["sequence"] ?? "")")
    }
  }

  /// What arrived: for each event of a device its insert ids.
  private static func arrived(_ stage: LiveStage) -> [String: Set<String>] {
    var arrived: [String: Set<String>] = [:]
    for event in stage.uploaded {
      let key = "\(event["device_id"] ?? "") \(event["event_id"] ?? "")"
      arrived[key, default: []].insert(event["insert_id"] as? String ?? "")
    }
    return arrived
  }

  @Test func killedAHundredTimesNothingIsLostAndNothingIsDoubled() throws {
    let seed: UInt64 = 20_261_201
    var random = SeededGenerator(seed: seed)
    // Every third upload is refused or cut off, some of them after the service has seen it.
    let stage = try LiveStage(
      analytics: { request, number in
        switch number % 5 {
        case 1: [.answer(503)]
        case 3: [.close]
        default: [.answer(200, body: LiveStage.acceptance(of: request))]
        }
      }) { _, _ in [.answer(200, body: LiveStage.expanded)] }
    for round in 0..<100 {
      let program = try stage.start("--send", "--record", "t\(round).jsonl")
      program.send("open\n" + String(repeating: "export\nexport\nflush &\n", count: 30))
      let wanted = Int.random(in: 0...60, using: &random)
      try program.wait(for: "\(wanted) exports") {
        program.outputText.components(separatedBy: "Report exported").count > wanted
          || program.outputText.isEmpty
            && wanted == 0
      }
      program.signal(SIGKILL)
      #expect(try program.waitForEnd() == .killed(signal: SIGKILL), "seed \(seed), round \(round)")
    }
    // The service may fail once more while what is left is sent.
    for _ in 0..<20 {
      let run = try stage.run("--send", commands: "outbox send; outbox list")
      if run.output.contains("The outbox is empty") { break }
    }
    let arrived = Self.arrived(stage)
    var lost = 0
    var count = 0
    for round in 0..<100 {
      for (insertId, event) in Self.tracked(try stage.flagsh.scratch.text(of: "t\(round).jsonl")) {
        count += 1
        if arrived[event] != [insertId] { lost += 1 }
      }
    }
    #expect(lost == 0, "of \(count) events, seed \(seed)")
    #expect(arrived.values.allSatisfy { $0.count == 1 }, "one insert id for each event")
    #expect(count > 500, "the kills came too early to say anything")
  }

  @Test func twoProcessesSideBySideDoNotTouchEachOthersEvents() throws {
    let stage = try LiveStage()
    let first = try stage.start("--send", "--record", "a.jsonl")
    first.send("open\nexport\n")
    try first.wait(forOutput: "Report exported")
    let second = try stage.start("--send", "--record", "b.jsonl")
    second.send("outbox list\nopen\nexport\nflush\n")
    try second.wait(forOutput: "flush requested")
    #expect(second.outputText.contains("The outbox is empty"), "the other's events are its own while it lives")
    second.endInput()
    #expect(try second.waitForEnd() == .exited(0))
    #expect(stage.uploaded.count == 3)
    first.endInput()
    #expect(try first.waitForEnd() == .exited(0))
    let arrived = Self.arrived(stage)
    for name in ["a.jsonl", "b.jsonl"] {
      for (insertId, event) in Self.tracked(try stage.flagsh.scratch.text(of: name)) {
        #expect(arrived[event] == [insertId])
      }
    }
    #expect(stage.uploaded.count == 6)
  }

  @Test func aFolderThatCannotBeWrittenIsToldLoudlyAndEventsAreStillSent() throws {
    let stage = try LiveStage()
    try stage.flagsh.scratch.write("a file in the way", to: ".local/state/flagsh")
    let run = try stage.run("--send", commands: "open; export; flush")
    #expect(run.status == 0)
    #expect(run.errors.contains("NOT safe on disk"), "\(run.errors)")
    #expect(stage.uploaded.count == 3)
  }

  @Test func anEventIsOnDiskBeforeItIsSeen() throws {
    let stage = try LiveStage(analytics: { _, _ in [.silence] })
    let program = try stage.start("--send")
    program.send("open\nexport\n")
    try program.wait(forOutput: "tracked as #3")
    let folder = stage.flagsh.scratch.path(of: ".local/state/flagsh/outbox")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
    let name = try #require(names.first)
    let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
    #expect(text.split(separator: "\n").count == 3)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
    #expect((attributes[.posixPermissions] as? Int) == 0o600)
    program.signal(SIGKILL)
    _ = try program.waitForEnd()
    #expect(try stage.run(commands: "outbox discard; outbox list").output.contains("The outbox is empty"))
  }
}
