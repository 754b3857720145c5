import Foundation
import TestSupport
import Testing

/// Canaries: whatever way a key gets into a live session, no file that the session writes holds it (product.md 7).
@Suite struct SecretTests {
  private static let keys = [LiveStage.apiKey, LiveStage.deploymentKey]

  /// A key as it is, and as other layers write it.
  private static func forms(_ key: String) -> [String] {
    let base64 = Data(key.utf8).base64EncodedString()
    let percent = key.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    let escaped = key.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
    return [key, base64, percent, escaped]
  }

  /// Everything under a folder, by path.
  private func files(below folder: String) throws -> [String] {
    let found = try #require(FileManager.default.enumerator(atPath: folder))
    return found.compactMap { entry in
      guard let name = entry as? String else { return nil }
      var isFolder: ObjCBool = false
      let path = folder + "/" + name
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue ? path : nil
    }
  }

  @Test func noFileOfASessionHoldsAKeyHoweverItCameIn() throws {
    let all = Self.keys.flatMap(Self.forms)
    let answer = try JSONSerialization.data(withJSONObject: [
      "report-layout": ["key": "expanded", "value": "expanded", "payload": all],
      all[0]: ["key": all[1], "value": all[4]],
    ])
    let stage = try LiveStage(
      analytics: { _, number in
        number == 0
          ? [.answer(400, body: #"{"code":400,"error":"Invalid API key: \#(LiveStage.apiKey)"}"#)]
          : [.answer(500, headers: [("X-Echo", LiveStage.apiKey)], body: "the key \(LiveStage.deploymentKey) is odd")]
      }
    ) { request, number in
      number % 2 == 0
        ? [.answer(200, headers: [("Content-Type", LiveStage.deploymentKey)], body: Array(answer))]
        : [.answer(500, body: "Api-Key \(LiveStage.deploymentKey) \(LiveStage.apiKey)")]
    }
    var script = "consent opt-in\n"
    for form in all {
      let quoted = "'" + form + "'"
      script += """
        sign-in \(quoted)
        identity --device-id \(quoted)
        property \(quoted)=x team=\(quoted)
        open
        export
        flush
        variant \(quoted)
        override \(quoted) \(quoted)
        why \(quoted)
        fetch-decisions \(quoted) --anchor \(quoted) --anchor-type \(quoted) --attribute \(quoted)=\(quoted)
        decisions \(quoted)
        echo \(quoted)
        expect identity.userId == \(quoted)
        nonsense \(quoted)
        source \(quoted)
        echo "\(form)

        """
    }
    let run = try stage.run(
      "--send", "--keep-going", "--record", "t.jsonl", "--report-junit", "r.xml", "--events-out", "e.jsonl",
      script: script)
    #expect(run.status == 3 || run.status == 5, "\(run.errors.suffix(500))")
    let config = stage.flagsh.scratch.path(of: "Config/Amplitude.xcconfig")
    let written = try files(below: stage.flagsh.scratch.path).filter { $0 != config }
    #expect(written.contains { $0.hasSuffix("t.jsonl") })
    #expect(written.contains { $0.contains("/outbox/") }, "\(written)")
    for path in written {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      let text = String(decoding: bytes, as: UTF8.self)
      for form in all { #expect(!text.contains(form), "\(path) holds \(form)") }
    }
    // The tool's own audit agrees, and the transcript replays.
    let names = written.map { String($0.dropFirst(stage.flagsh.scratch.path.utf8.count + 1)) }
    let audit = try stage.flagsh.run(["transcript", "audit", "--config", "Config/Amplitude.xcconfig"] + names)
    #expect(audit.status == 0, "\(audit.errors)")
    #expect(try stage.flagsh.replayStatus("t.jsonl") == 0)
  }

  @Test func theAuditFindsAPlantedKey() throws {
    let stage = try LiveStage()
    for form in Self.forms(LiveStage.deploymentKey) {
      try stage.flagsh.scratch.write("{\"a\":\"x\(form)y\"}\n", to: "planted")
      #expect(
        try stage.flagsh.run("transcript", "audit", "--config", "Config/Amplitude.xcconfig", "planted").status == 6)
    }
  }
}
