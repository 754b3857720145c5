import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Transcripts
import Vocabulary

@Suite struct ReplayTests {
  private static let walk = [
    "status", "sign-in tester-expanded", "open", "refresh", "export", "property plan=pro", "events", "flush",
    "refresh &", "wait 2s", "override report-layout control", "close", "open", "suppressed", "nonsense", "logout",
    "expect report.layout == compact", "requests --last 3", "wait", "status --all",
  ]

  private func replay(
    _ bytes: [UInt8], _ rewriting: Replayer.Rewriting = .nothing, chunk: Int = .max
  ) -> (report: ReplayReport, written: [UInt8]) {
    var replayer = Replayer(file: "t.jsonl", rewriting: rewriting)
    var written: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = position + min(chunk, bytes.count - position)
      replayer.feed(Array(bytes[position..<end]))
      written += replayer.takeRewritten()
      position = end
    }
    let report = replayer.finish()
    return (report, written + replayer.takeRewritten())
  }

  /// The text with a right checksum again, as somebody would make it who edits a transcript by hand.
  private func sealed(_ text: String) -> [UInt8] {
    guard let start = text.firstRange(of: #"{"counts":"#)?.lowerBound,
      case .object(var footer)? = try? JSON.parse(String(text[start...]))
    else { return Array(text.utf8) }
    let before = Array(text.utf8[..<start])
    footer["crc32"] = .string(Self.digits(CRC32.of(before)))
    footer["documentCrc32"] = .string(Self.digits(CRC32.of(Array((footer["document"] ?? .null).text.utf8))))
    return before + Array(JSONValue.object(footer).text.utf8) + [0x0A]
  }

  private static func digits(_ checksum: UInt32) -> String {
    let digits = String(checksum, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  @Test func whatWasRecordedReplays() {
    let bytes = RecordedSession.bytes(Self.walk)
    #expect(read(bytes).fault == nil)
    for chunk in [Int.max, 1, 37, 4_096] {
      let (report, _) = replay(bytes, chunk: chunk)
      #expect(report.diagnostics.isEmpty)
      #expect(report.status == .success)
      #expect(report.sessions.count == 1)
      #expect(report.sessions.first?.isWhole == true)
      #expect(report.sessions.first?.counts[.command] == Self.walk.count)
      #expect(report.summary.hasSuffix(": agrees"))
    }
  }

  @Test func severalSessionsReplayOneAfterTheOther() {
    let bytes =
      RecordedSession.bytes(Self.walk, isLast: false) + RecordedSession.bytes(["open"], variant: "control")
    let (report, copy) = replay(bytes, .copy)
    #expect(report.status == .success)
    #expect(report.sessions.map(\.number) == [1, 2])
    #expect(copy == bytes)
  }

  @Test func aCopyHasTheSameBytesAlsoOfAnotherVersion() {
    let bytes = RecordedSession.bytes(Self.walk, tool: "9.9.9")
    for chunk in [Int.max, 100] { #expect(replay(bytes, .copy, chunk: chunk).written == bytes) }
  }

  @Test func anUpdateNamesTheNewVersion() {
    let bytes = RecordedSession.bytes(Self.walk, tool: "0.0.1")
    #expect(replay(bytes, .update(toolVersion: "0.1.0")).written == RecordedSession.bytes(Self.walk, tool: "0.1.0"))
  }

  @Test func anotherBehaviourDivergesAndAnUpdateAcceptsIt() throws {
    // A session that does not de-duplicate exposures stands for an older version of the tool.
    var rules = Set(Rule.allCases)
    rules.remove(.exposureIsDeduplicated)
    let commands = ["sign-in tester-expanded", "open", "refresh"]
    let old = RecordedSession.bytes(commands, rules: rules)
    let (report, updated) = replay(old, .update(toolVersion: "0.1.0"))
    #expect(report.status == .expectationFailed)
    let divergence = try #require(report.sessions.first?.divergences.first)
    #expect(divergence.record == "ledger")
    #expect(divergence.session == 1)
    #expect(divergence.cause?.text == "refresh")
    #expect(divergence.cause?.place == SourcePlace(file: "walk.flagsh", line: 3, column: 1))
    let diagnostic = divergence.diagnostic(file: "t.jsonl")
    #expect(diagnostic.code == "diverged")
    #expect(diagnostic.place?.line == divergence.line)
    #expect(diagnostic.hint?.contains("`refresh` at walk.flagsh:3") == true)
    #expect(updated == RecordedSession.bytes(commands))
    #expect(replay(updated).report.status == .success)
  }

  @Test(arguments: [
    (#""layout":"expanded""#, #""layout":"compact""#, "outcome", "result.report.layout", #""compact""#, #""expanded""#),
    (#""due":5000000"#, #""due":6000000"#, "startTimer", "due", "6000000", "5000000"),
    (#""method":"GET""#, #""method":"PUT""#, "request", "method", #""PUT""#, #""GET""#),
    (#""kind":"startTimer""#, #""kind":"cancelTimer""#, "", "", "", ""),
  ])
  func aChangedFieldIsNamed(
    old: String, new: String, record: String, field: String, expected: String, found: String
  ) throws {
    let text = String(decoding: RecordedSession.bytes(["sign-in tester-expanded", "open"]), as: UTF8.self)
    let (report, _) = replay(sealed(text.replacingFirst(old, with: new)))
    guard !record.isEmpty else { return #expect(report.fault?.code == "damagedTranscript") }
    #expect(report.status == .expectationFailed)
    let divergence = try #require(report.sessions.first?.divergences.first)
    #expect(divergence.record == record)
    #expect(divergence.field?.hasSuffix(field) == true, "\(divergence)")
    #expect(divergence.expected == expected)
    #expect(divergence.found == found)
    let line = text.split(separator: "\n").firstIndex { $0.contains(old) }
    #expect(divergence.line == line.map { $0 + 1 })
  }

  @Test func aFieldInsideABodyIsNamed() throws {
    let text = String(decoding: RecordedSession.bytes(["sign-in tester-expanded", "open", "flush"]), as: UTF8.self)
    let old = #"\"event_type\":\"Report Previewed\""#
    #expect(text.contains(old))
    let (report, _) = replay(sealed(text.replacingFirst(old, with: #"\"event_type\":\"Report\""#)))
    let divergence = try #require(report.sessions.first?.divergences.first)
    #expect(divergence.record == "request")
    #expect(divergence.field == "body.events[1].event_type", "\(divergence)")
    #expect(divergence.expected == #""Report""#)
    #expect(divergence.found == #""Report Previewed""#)
  }

  @Test func aChangedDocumentIsNamed() throws {
    let text = String(decoding: RecordedSession.bytes(["open"]), as: UTF8.self)
    let footer = try #require(text.firstRange(of: #"{"counts":"#))
    let changed = String(text[footer.lowerBound...]).replacingFirst(#""revision":1"#, with: #""revision":2"#)
    let damaged = text[..<footer.lowerBound] + changed
    #expect(replay(Array(damaged.utf8)).report.status == .badFile, "a flipped byte is damage")
    let (report, _) = replay(sealed(String(damaged)))
    let divergence = try #require(report.sessions.first?.divergences.first)
    #expect(divergence.record == "document")
    #expect(divergence.field == "flags.revision")
    #expect(divergence.expected == "2")
    #expect(divergence.found == "1")
    #expect(divergence.diagnostic(file: "t").message.contains("document at the end"))
  }

  /// Removes or doubles one line, and numbers, counts and checksum are made right again.
  private func renumbered(_ lines: [String]) -> [UInt8] {
    var sequence = 0
    var counts: [String: Int] = [:]
    var text = ""
    for line in lines.dropLast() {
      if let range = line.firstRange(of: /"seq":[0-9]+/), let kind = line.firstMatch(of: /"kind":"([A-Za-z]+)"/) {
        sequence += 1
        counts[String(kind.1), default: 0] += 1
        text += line[..<range.lowerBound] + "\"seq\":\(sequence)" + line[range.upperBound...] + "\n"
      } else {
        text += line + "\n"
      }
    }
    let members = counts.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    let footer = (lines.last ?? "").replacing(/"counts":\{[^}]*\}/, with: "\"counts\":{\(members)}")
    return sealed(text + footer + "\n")
  }

  @Test func aMissingOrExtraRecordIsNamed() throws {
    let text = String(decoding: RecordedSession.bytes(["sign-in tester-expanded", "open", "events"]), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(renumbered(lines) == Array(text.utf8))
    for index in lines.indices.dropLast() where lines[index].contains(/"kind":"(ledger|outcome)"/) {
      var fewer = lines
      fewer.remove(at: index)
      let missing = replay(renumbered(fewer)).report
      #expect(missing.fault == nil)
      #expect(missing.status == .expectationFailed, "without line \(index + 1)")
      var more = lines
      more.insert(lines[index], at: index + 1)
      let extra = replay(renumbered(more)).report
      #expect(extra.fault == nil)
      #expect(extra.status == .expectationFailed, "twice line \(index + 1)")
    }
    let last = try #require(lines.dropLast().lastIndex { $0.contains(#""kind":"outcome""#) })
    var fewer = lines
    fewer.remove(at: last)
    let divergence = try #require(replay(renumbered(fewer)).report.sessions.first?.divergences.first)
    #expect(divergence.expected == nil)
    #expect(divergence.record == "outcome")
    #expect(divergence.found?.contains(#""name":"events""#) == true)
    #expect(divergence.cause?.text == "events")
  }

  @Test func aCutTranscriptIsReplayedAsFarAsItGoes() {
    let bytes = RecordedSession.bytes(Self.walk)
    for length in stride(from: 1, to: bytes.count, by: 61) {
      let (report, _) = replay(Array(bytes[..<length]))
      #expect(report.fault?.code == "cutTranscript", "cut at \(length)")
      #expect(report.status == .badFile)
      #expect(report.sessions.allSatisfy { $0.divergenceCount == 0 && !$0.isWhole })
    }
  }

  @Test func theCopyOfACutTranscriptIsWhole() {
    let bytes = RecordedSession.bytes(Self.walk)
    let (_, copy) = replay(Array(bytes[..<(bytes.count * 2 / 3)]), .copy)
    let (report, _) = replay(copy)
    #expect(report.status == .success)
    #expect(report.sessions.first?.isWhole == true)
  }

  @Test func aFlippedByteIsDamageOrADivergence() {
    let bytes = RecordedSession.bytes(["status", "export"])
    let masks: [UInt8] = [0x01, 0x02, 0x20, 0x80, 0xFF]
    for index in bytes.indices {
      var flipped = bytes
      flipped[index] ^= masks[index % masks.count]
      #expect(replay(flipped).report.status != .success, "byte \(index)")
    }
  }

  @Test func manyDivergencesAreCountedAndSomeAreDescribed() throws {
    let commands = Array(repeating: "status", count: 30)
    let text = String(decoding: RecordedSession.bytes(commands), as: UTF8.self)
    let (report, _) = replay(sealed(text.replacing(#""layout":"compact""#, with: #""layout":"huge""#)))
    let session = try #require(report.sessions.first)
    #expect(session.divergenceCount == 31)
    #expect(session.divergences.count == Replayer.divergenceLimit)
    #expect(report.diagnostics.count == 1)
  }

  @Test func recordsThatAreWrittenDifferentlyButMeanTheSameAgree() {
    let text = String(decoding: RecordedSession.bytes(["open"]), as: UTF8.self)
    let spaced = text.replacing(#","kind":"startTimer","#, with: #" , "kind" : "startTimer","#)
    #expect(spaced != text)
    #expect(replay(sealed(spaced)).report.status == .success)
  }

  /// Inputs that no session asked for, from a generator with a seed, never end the replay otherwise than in a report.
  @Test(arguments: UInt64(1)...8)
  func hostileInputsGiveAReport(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var random = RandomRecords()
    var recorded = RecordedSession()
    for _ in 0..<60 {
      if Bool.random(using: &generator), let command = Self.walk.randomElement(using: &generator) {
        recorded.put(.command(text: command, place: SourcePlace(file: "s", line: 1, column: 1)))
      } else if Bool.random(using: &generator) {
        recorded.put(.timer(id: Int.random(in: 0...8, using: &generator)))
      } else if Bool.random(using: &generator) {
        let body = ["{}", "[]", "{\"report-layout\":{\"key\":1}}", "{\"code\":200}", "\u{0}"]
        let response = HTTPResponse(
          status: Int.random(in: 0...999, using: &generator), json: body.randomElement(using: &generator) ?? "")
        recorded.put(.answer(request: Int.random(in: 0...8, using: &generator), .response(response)))
      } else {
        recorded.put(random.input(&generator).kind)
      }
    }
    recorded.finish(isLast: true)
    let text = String(decoding: recorded.writer.pending, as: UTF8.self)
    #expect(replay(Array(text.utf8)).report.status == .success, "seed \(seed)")
    // The same with another digit somewhere: identifiers, times and numbers that do not fit.
    let digits = text.utf8.indices.filter { (0x30...0x39).contains(text.utf8[$0]) }
    for _ in 0..<40 {
      guard let place = digits.randomElement(using: &generator) else { continue }
      var changed = text
      changed.replaceSubrange(
        place..<text.utf8.index(after: place), with: "\(Int.random(in: 0...9, using: &generator))")
      _ = replay(sealed(changed)).report
    }
  }

  @Test func payloadsAsDeepAsAnswersMayBeReplayToo() {
    let depth = 508
    let payload = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let bytes = RecordedSession.bytes(["refresh", "variants", "status --all"], payload: payload)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""payload":[[["#))
    #expect(replay(bytes).report.diagnostics.isEmpty)
  }

  @Test func whatTheShellIsAskedForIsNotRecorded() {
    let bytes = RecordedSession.bytes(["output json", "record other.jsonl", "record --stop", "history", "quit 3"])
    #expect(replay(bytes).report.status == .success)
    #expect(read(bytes).items.count == 13)
  }

  @Test func aCommandBeforeTheOneBeforeHasEndedIsNoFault() {
    // Nothing records this; a file made by hand may have it.
    var recorded = RecordedSession()
    recorded.put(.command(text: "refresh", place: SourcePlace(file: "s", line: 1, column: 1)))
    recorded.put(.command(text: "refresh", place: SourcePlace(file: "s", line: 2, column: 1)))
    recorded.put(.leave)
    recorded.put(.command(text: "refresh", place: SourcePlace(file: "s", line: 3, column: 1)))
    recorded.finish(isLast: true)
    #expect(replay(recorded.writer.pending).report.status == .success)
  }
}
