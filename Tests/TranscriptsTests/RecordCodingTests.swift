import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Transcripts
import Vocabulary

/// All items of a transcript up to its end or its first fault.
func read(_ bytes: [UInt8], chunk: Int = .max) -> (items: [TranscriptItem], fault: Diagnostic?) {
  var reader = TranscriptReader(file: "t.jsonl")
  var items: [TranscriptItem] = []
  var position = 0
  do {
    while position < bytes.count {
      let end = position + min(chunk, bytes.count - position)
      reader.feed(Array(bytes[position..<end]))
      position = end
      while let item = try reader.next() { items.append(item) }
    }
    reader.finish()
    while let item = try reader.next() { items.append(item) }
    return (items, nil)
  } catch {
    return (items, error)
  }
}

@Suite struct RecordCodingTests {
  private func records() -> [TranscriptRecord] {
    read(Sample.bytes).items.compactMap { if case .record(let record) = $0 { record } else { nil } }
  }

  @Test func theSampleOfAnotherEncoderIsRead() throws {
    let (items, fault) = read(Sample.bytes)
    #expect(fault == nil)
    #expect(items.count == 22)
    guard case .header(let header) = items.first, case .footer(let footer) = items.last else {
      Issue.record("no header or no footer")
      return
    }
    #expect(header.configuration.seed == [0, 7])
    #expect(header.configuration.dailyActions == [12, 14, 10, 11, 13, 9, 15])
    #expect(header.toolVersion == "0.1.0")
    #expect(header.worldName == "built-in")
    #expect(footer.checksum == 0x0391_4403)
    #expect(footer.counts.total == 20)
    #expect(footer.counts[.answer] == 3)
    #expect(footer.isLast)
    #expect(footer.document["flags"]?["state"] == "assigned")
  }

  @Test func everyKindIsInTheSample() {
    #expect(Set(records().map(\.kind)) == Set(RecordKind.allCases))
  }

  @Test func inputsAreReadAsTheyWere() {
    let inputs = records().compactMap(\.input)
    #expect(
      inputs.first
        == Input(
          time: .start,
          .command(
            text: "sign-in \"zo\u{EB} \u{1F600}\"", place: SourcePlace(file: "a b.flagsh", line: 3, column: 1))))
    let headers = [
      HTTPHeader("Content-Type", "application/json"), HTTPHeader("Set-Cookie", "a"), HTTPHeader("Set-Cookie", "b"),
    ]
    let body = Array("{\"report-layout\":{\"key\":\"control\"}}\n\t\u{1}".utf8)
    #expect(
      inputs[1]
        == Input(
          time: Instant(microseconds: 120_000),
          .answer(request: 1, .response(HTTPResponse(status: 200, headers: headers, body: body)))))
    #expect(
      inputs[3]
        == Input(
          time: Instant(microseconds: 150_000),
          .answer(request: 2, .response(HTTPResponse(status: 503, body: [0xFF, 0xFE, 0x00, 0x78])))))
    #expect(
      inputs[5].kind == .answer(request: 4, .failure(TransportFailure(kind: .offline, detail: "no route"))))
    #expect(inputs[6].kind == .interrupt)
    let event = "{\"event_type\":\"Report \u{E9}\",\"insert_id\":\"i-2\"}"
    #expect(
      inputs[7].kind
        == .outbox(found: [
          OutboxRecord(insertId: "i-0", deviceId: "d-1", sequence: 2, event: event, setAside: "keyRefused"),
          OutboxRecord(insertId: "i-2", deviceId: "d-1", sequence: 2, event: event),
        ]))
    #expect(inputs[8].kind == .outboxFailed(reason: "no space left on the device"))
    #expect(inputs[9].kind == .leave)
  }

  @Test func theWriterGivesTheBytesOfTheOtherEncoder() throws {
    let (items, _) = read(Sample.bytes)
    var writer = TranscriptWriter()
    for item in items {
      switch item {
      case .header(let header): writer.begin(header)
      case .record(let record):
        switch record.content {
        case .input(let kind): writer.append(Input(time: record.time, kind))
        case .output(let output): writer.append([try output.asOutput()])
        }
      case .footer(let footer): writer.finish(document: footer.document, isLast: footer.isLast)
      }
    }
    #expect(String(decoding: writer.pending, as: UTF8.self) == Sample.text)
    #expect(writer.takePending() == Sample.bytes)
    #expect(writer.pending.isEmpty)
  }

  @Test func aSentenceIsNotRecorded() {
    var writer = TranscriptWriter()
    writer.begin(TranscriptHeader(toolVersion: "1", configuration: SessionConfiguration()))
    writer.append(Input(time: .start, .leave))
    let failure = Diagnostic(
      code: "badArgument", message: "SENTENCE", place: SourcePlace(file: "PLACE", line: 1, column: 1),
      sourceLine: "SOURCE", hint: "HINT")
    writer.append([
      .outcome(Outcome(command: 1, name: "wait", status: .usage, failure: failure)),
      .notice(Notice(code: "uploadRetry", message: "SENTENCE")), .effect(.shell(.quit(code: 3))),
    ])
    writer.finish(document: .null, isLast: true)
    let text = String(decoding: writer.pending, as: UTF8.self)
    for word in ["SENTENCE", "PLACE", "SOURCE", "HINT", "quit"] { #expect(!text.contains(word)) }
    #expect(text.contains(#"{"command":1,"failure":"badArgument","kind":"outcome","name":"wait","seq":2,"status":2,"#))
    #expect(read(writer.pending).fault == nil)
  }

  @Test(arguments: UInt64(1)...20)
  func whatIsWrittenIsReadBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var random = RandomRecords()
    var writer = TranscriptWriter()
    var sent: [Input] = []
    let header = random.header(&generator)
    writer.begin(header)
    for _ in 0..<200 {
      let input = random.input(&generator)
      sent.append(input)
      writer.append(input)
    }
    writer.finish(document: ["seed": .integer(Int64(seed))], isLast: true)
    let (items, fault) = read(writer.pending, chunk: Int.random(in: 1...3_000, using: &generator))
    #expect(fault == nil, "seed \(seed)")
    #expect(items.first == .header(header), "seed \(seed)")
    let back = items.compactMap { if case .record(let record) = $0 { record.input } else { nil } }
    #expect(back == sent, "seed \(seed)")
  }

  @Test func chunksDoNotMatter() {
    let whole = read(Sample.bytes).items
    for chunk in [1, 2, 3, 7, 64, 1_000] { #expect(read(Sample.bytes, chunk: chunk).items == whole) }
  }

  @Test func theStartIsACalendarTime() {
    // From `date -u -d @SECONDS`.
    let cases: [(Int64, String)] = [
      (0, "1970-01-01T00:00:00Z"), (1_767_225_600_000_000, "2026-01-01T00:00:00Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00Z"), (951_868_799_999_999, "2000-02-29T23:59:59.999999Z"),
      (-1, "1969-12-31T23:59:59.999999Z"), (4_107_542_400_000_000, "2100-03-01T00:00:00Z"),
      (-2_208_988_800_000_000, "1900-01-01T00:00:00Z"),
    ]
    for (microseconds, text) in cases {
      let configuration = SessionConfiguration(startMicroseconds: microseconds)
      #expect(TranscriptHeader(toolVersion: "1", configuration: configuration).startText == text)
    }
  }
}

extension RecordedOutput {
  /// An output that is recorded like this one, where there is one in these tests.
  func asOutput() throws -> Output {
    switch self {
    case .request(let id, let request): return .effect(.request(id: id, request))
    case .cancelRequest(let id): return .effect(.cancelRequest(id: id))
    case .startTimer(let id, let due): return .effect(.startTimer(id: id, due: due))
    case .cancelTimer(let id): return .effect(.cancelTimer(id: id))
    case .outbox(let request): return .effect(.outbox(request))
    case .outcome(let outcome):
      return .outcome(
        Outcome(
          command: outcome.command, name: outcome.name, job: outcome.job, status: outcome.status,
          failure: outcome.failure.map { Diagnostic(code: $0, message: "not recorded") }))
    case .notice(let code): return .notice(Notice(code: code, message: "not recorded"))
    case .ledger(let entry):
      let delivery = LedgerEntry.Delivery(rawValue: try #require(entry["delivery"]?.string))
      return .ledger(
        LedgerEntry(
          sequence: Int(try #require(entry["sequence"]?.integer)),
          time: Instant(microseconds: try #require(entry["time"]?.integer)),
          type: try #require(entry["type"]?.string), userId: entry["userId"]?.string,
          deviceId: try #require(entry["deviceId"]?.string), insertId: entry["insertId"]?.string,
          properties: try #require(entry["properties"]?.object), fate: .tracked(try #require(delivery))))
    }
  }
}

/// Inputs with hostile texts.
struct RandomRecords {
  private let pieces = [
    "a", "\"", "\\", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "/", "\u{E9}", "e\u{301}", "\u{1F600}", "\u{2028}",
    "{{KEY}}", "}\n{", "refresh", " ", "%25", "\u{FEFF}",
  ]
  private var time: Int64 = 0

  mutating func input(_ generator: inout SeededGenerator) -> Input {
    time += Int64.random(in: 0...1_000_000, using: &generator)
    return Input(time: Instant(microseconds: time), kind(&generator))
  }

  func header(_ generator: inout SeededGenerator) -> TranscriptHeader {
    let seconds = Int64.random(in: -62_135_596_800...253_402_300_798, using: &generator)
    return TranscriptHeader(
      toolVersion: text(&generator),
      configuration: SessionConfiguration(
        seed: [generator.next(), generator.next()],
        startMicroseconds: seconds * 1_000_000 + Int64.random(in: 0..<1_000_000, using: &generator),
        platform: text(&generator), world: Bool.random(using: &generator) ? .live : .embedded,
        isSending: Bool.random(using: &generator), flagsOff: FlagsOff.allCases.randomElement(using: &generator),
        dailyActions: (0..<7).map { _ in Int.random(in: -5...100, using: &generator) }, reportFlagKey: text(&generator),
        knownFlags: [text(&generator), text(&generator)], knownPoints: [],
        personalization: PersonalizationSettings(
          endpoint: Bool.random(using: &generator) ? text(&generator) : nil, dataspace: text(&generator),
          isTestMode: Bool.random(using: &generator)),
        retries: Bool.random(using: &generator), region: Bool.random(using: &generator) ? text(&generator) : nil,
        customEndpoints: Bool.random(using: &generator)
          ? [CustomEndpoint(service: .analytics, url: text(&generator))] : []),
      worldName: Bool.random(using: &generator) ? text(&generator) : nil, worldChecksum: nil)
  }

  private func kind(_ generator: inout SeededGenerator) -> Input.Kind {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .timer(id: number(&generator))
    case 6:
      return .outbox(
        found: (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          OutboxRecord(
            insertId: text(&generator), deviceId: text(&generator), sequence: number(&generator),
            event: text(&generator), setAside: Bool.random(using: &generator) ? text(&generator) : nil)
        })
    case 7: return .outboxFailed(reason: text(&generator))
    case 1: return .interrupt
    case 2:
      let kind = TransportFailure.Kind.allCases.randomElement(using: &generator) ?? .other
      return .answer(request: number(&generator), .failure(TransportFailure(kind: kind, detail: text(&generator))))
    case 3:
      let body =
        Bool.random(using: &generator)
        ? Array(text(&generator).utf8)
        : (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let headers = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        HTTPHeader(text(&generator), text(&generator))
      }
      let response = HTTPResponse(
        status: Int.random(in: 0...999, using: &generator), headers: headers, body: body)
      return .answer(request: number(&generator), .response(response))
    default:
      let place = SourcePlace(file: text(&generator), line: number(&generator), column: number(&generator))
      return .command(text: text(&generator), place: place)
    }
  }

  private func number(_ generator: inout SeededGenerator) -> Int {
    Int(UInt64.random(in: 0...(1 << 53), using: &generator) >> UInt64.random(in: 0...53, using: &generator))
  }

  private func text(_ generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
  }
}
