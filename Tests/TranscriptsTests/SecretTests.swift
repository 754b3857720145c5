import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Transcripts
import Vocabulary

/// Texts that hold a secret in some writing, made by Python: `base64`, `urllib.parse.quote` and `json.dumps`.
@Suite struct SecretTests {
  private static let key = NamedSecret(name: "AMPLITUDE_API_KEY", value: "k3y-\u{E9}/\"z?~\\q%20 w")
  private static let plain = NamedSecret(name: "AMPLITUDE_DEPLOYMENT_KEY", value: "client-0123456789abcdefABCDEF")
  private static let secrets = [key, plain]

  private func findings(_ text: String, chunk: Int = .max) -> [SecretAudit.Finding] {
    var audit = SecretAudit(Self.secrets)
    let bytes = Array(text.utf8)
    var position = 0
    while position < bytes.count {
      let end = position + min(chunk, bytes.count - position)
      audit.feed(bytes[position..<end])
      position = end
    }
    audit.finish()
    return audit.findings
  }

  private static let planted: [(SecretForm, String, String)] = [
    (.plain, ###"k3y-é/"z?~\q%20 w"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"azN5LcOpLyJ6P35ccSUyMCB3"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"azN5LcOpLyJ6P35ccSUyMCB3eA=="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"azN5LcOpLyJ6P35ccSUyMCB3eA"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"azN5LcOpLyJ6P35ccSUyMCB3eHk="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"azN5LcOpLyJ6P35ccSUyMCB3eHk"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWszeS3DqS8iej9+XHElMjAgdw=="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWszeS3DqS8iej9-XHElMjAgdw"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWszeS3DqS8iej9+XHElMjAgd3g="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWszeS3DqS8iej9-XHElMjAgd3g"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWszeS3DqS8iej9+XHElMjAgd3h5"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWszeS3DqS8iej9-XHElMjAgd3h5"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJrM3ktw6kvIno/flxxJTIwIHc="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJrM3ktw6kvIno_flxxJTIwIHc"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJrM3ktw6kvIno/flxxJTIwIHd4"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJrM3ktw6kvIno_flxxJTIwIHd4"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJrM3ktw6kvIno/flxxJTIwIHd4eQ=="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJrM3ktw6kvIno_flxxJTIwIHd4eQ"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJjazN5LcOpLyJ6P35ccSUyMCB3"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJjazN5LcOpLyJ6P35ccSUyMCB3eA=="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJjazN5LcOpLyJ6P35ccSUyMCB3eA"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJjazN5LcOpLyJ6P35ccSUyMCB3eHk="###, "AMPLITUDE_API_KEY"),
    (.base64, ###"YWJjazN5LcOpLyJ6P35ccSUyMCB3eHk"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"cWszeS3DqS8iej9%2BXHElMjAgdw%3D%3D"###, "AMPLITUDE_API_KEY"),
    (.base64, ###"cWszeS3DqS8iej9+XHElMjAgdw=="###, "AMPLITUDE_API_KEY"),
    (.plain, ###"client-0123456789abcdefABCDEF"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"Y2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUY="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"Y2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUY"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"Y2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUZ4"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"Y2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUZ4eQ=="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"Y2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUZ4eQ"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWNsaWVudC0wMTIzNDU2Nzg5YWJjZGVmQUJDREVG"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWNsaWVudC0wMTIzNDU2Nzg5YWJjZGVmQUJDREVGeA=="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWNsaWVudC0wMTIzNDU2Nzg5YWJjZGVmQUJDREVGeA"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWNsaWVudC0wMTIzNDU2Nzg5YWJjZGVmQUJDREVGeHk="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWNsaWVudC0wMTIzNDU2Nzg5YWJjZGVmQUJDREVGeHk"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjbGllbnQtMDEyMzQ1Njc4OWFiY2RlZkFCQ0RFRg=="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjbGllbnQtMDEyMzQ1Njc4OWFiY2RlZkFCQ0RFRg"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjbGllbnQtMDEyMzQ1Njc4OWFiY2RlZkFCQ0RFRng="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjbGllbnQtMDEyMzQ1Njc4OWFiY2RlZkFCQ0RFRng"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjbGllbnQtMDEyMzQ1Njc4OWFiY2RlZkFCQ0RFRnh5"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjY2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUY="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjY2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUY"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjY2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUZ4"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjY2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUZ4eQ=="###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"YWJjY2xpZW50LTAxMjM0NTY3ODlhYmNkZWZBQkNERUZ4eQ"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.base64, ###"cWNsaWVudC0wMTIzNDU2Nzg5YWJjZGVmQUJDREVG"###, "AMPLITUDE_DEPLOYMENT_KEY"),
    (.percentEncoded, ###"k3y-%C3%A9%2F%22z%3F~%5Cq%2520%20w"###, "AMPLITUDE_API_KEY"),
    (.percentEncoded, ###"k3y-%25C3%25A9%252F%2522z%253F~%255Cq%252520%2520w"###, "AMPLITUDE_API_KEY"),
    (.percentEncoded, ###"k3y-%c3%a9%2f%22z%3f~%5cq%2520%20w"###, "AMPLITUDE_API_KEY"),
    (
      .percentEncoded, ###"%63%6c%69%65%6e%74%2d%30%31%32%33%34%35%36%37%38%39%61%62%63%64%65%66%41%42%43%44%45%46"###,
      "AMPLITUDE_DEPLOYMENT_KEY"
    ),
    (
      .percentEncoded, ###"%63%6C%69%65%6E%74%2D%30%31%32%33%34%35%36%37%38%39%61%62%63%64%65%66%41%42%43%44%45%46"###,
      "AMPLITUDE_DEPLOYMENT_KEY"
    ),
    (.jsonEscaped, ###"k3y-\u00e9/\"z?~\\q%20 w"###, "AMPLITUDE_API_KEY"),
    (.jsonEscaped, ###"k3y-é/\"z?~\\q%20 w"###, "AMPLITUDE_API_KEY"),
    (.jsonEscaped, ###"k3y-\\u00e9/\\\"z?~\\\\q%20 w"###, "AMPLITUDE_API_KEY"),
    (.jsonEscaped, ###"k3y-\\\\u00e9/\\\\\\\"z?~\\\\\\\\q%20 w"###, "AMPLITUDE_API_KEY"),
    (
      .jsonEscaped,
      ###"\u0063\u006c\u0069\u0065\u006e\u0074\u002d\u0030\u0031\u0032\u0033\u0034\u0035\u0036\u0037\u0038\u0039\u0061\u0062\u0063\u0064\u0065\u0066\u0041\u0042\u0043\u0044\u0045\u0046"###,
      "AMPLITUDE_DEPLOYMENT_KEY"
    ),
    (
      .jsonEscaped,
      ###"\u0063\u006C\u0069\u0065\u006E\u0074\u002D\u0030\u0031\u0032\u0033\u0034\u0035\u0036\u0037\u0038\u0039\u0061\u0062\u0063\u0064\u0065\u0066\u0041\u0042\u0043\u0044\u0045\u0046"###,
      "AMPLITUDE_DEPLOYMENT_KEY"
    ),
    (.jsonEscaped, ###"k3y-\u00e9\/\"z?~\\q%20 w"###, "AMPLITUDE_API_KEY"),
  ]

  @Test(arguments: planted.indices)
  func aPlantedSecretIsFoundWhereItStands(index: Int) {
    let (form, text, name) = Self.planted[index]
    let expected = SecretAudit.Finding(name: name, form: form, line: 2, column: 4)
    for chunk in [Int.max, 1, 7] {
      let found = findings("first\n\u{E9}: \(text) end\nlast", chunk: chunk)
      #expect(found.count == 1, "\(text)")
      #expect(found.first?.name == name)
      #expect(found.first?.form == form, "\(text)")
      #expect(found.first?.line == 2)
      // Base64 begins with characters that the secret shares with its neighbour.
      if form != .base64 { #expect(found.first == expected, "\(text)") }
    }
  }

  @Test(arguments: planted.indices)
  func aPlantedSecretIsRedacted(index: Int) {
    let (_, text, name) = Self.planted[index]
    let redaction = Redaction(Self.secrets)
    let clean = redaction.redacted(text: "a \(text) b \(text)")
    #expect(findings(clean).isEmpty, "\(clean)")
    #expect(clean.hasPrefix("a "))
    #expect(clean.contains("{{\(name)}}"))
    #expect(redaction.redacted(text: clean) == clean)
  }

  @Test(arguments: planted.indices)
  func noRecordHoldsAPlantedSecret(index: Int) throws {
    let (_, text, name) = Self.planted[index]
    var object = JSONObject()
    object[text] = .array([.string(text)])
    let place = SourcePlace(file: text, line: 1, column: 1)
    var writer = TranscriptWriter(redaction: Redaction(Self.secrets))
    var configuration = SessionConfiguration(platform: text, reportFlagKey: text)
    configuration.knownFlags = [text]
    writer.begin(TranscriptHeader(toolVersion: text, configuration: configuration, worldName: text))
    let header = HTTPHeader("X-\(text)", text)
    let inputs: [Input.Kind] = [
      .command(text: "echo \(text)", place: place),
      .answer(request: 1, .response(HTTPResponse(status: 200, headers: [header], body: Array(text.utf8)))),
      .answer(request: 1, .response(HTTPResponse(status: 200, body: [0xFF] + Array(text.utf8) + [0xFF]))),
      .answer(request: 2, .failure(TransportFailure(kind: .other, detail: "proxy \(text)"))),
    ]
    for kind in inputs { writer.append(Input(time: .start, kind)) }
    writer.append([
      .effect(
        .request(
          id: 1,
          HTTPRequest(service: .evaluation, method: "GET", path: "/a?b=\(text)", headers: [header], body: text))),
      .outcome(Outcome(command: 1, name: text, failure: Diagnostic(code: text, message: ""))),
      .ledger(
        LedgerEntry(
          sequence: 1, time: .start, type: text, userId: text, deviceId: text, insertId: text, properties: object,
          fate: .tracked(.queued))),
      .notice(Notice(code: text, message: "")),
    ])
    writer.finish(document: .object(object), isLast: true)
    let written = String(decoding: writer.pending, as: UTF8.self)
    #expect(findings(written).isEmpty)
    #expect(written.contains("{{\(name)}}"))
    #expect(read(writer.pending).fault == nil)
  }

  @Test func aSessionIsGivenTheSameTextAsTheFile() {
    let redaction = Redaction(Self.secrets)
    let place = SourcePlace(file: "s", line: 1, column: 1)
    let input = Input(time: .start, .command(text: "echo \(Self.plain.value)", place: place))
    let clean = redaction.redacted(input)
    #expect(clean.kind == .command(text: "echo {{AMPLITUDE_DEPLOYMENT_KEY}}", place: place))
    var one = TranscriptWriter(redaction: redaction)
    var other = TranscriptWriter()
    let header = TranscriptHeader(toolVersion: "1", configuration: SessionConfiguration())
    one.begin(header)
    other.begin(header)
    one.append(input)
    other.append(clean)
    #expect(one.pending == other.pending)
  }

  @Test func whatIsNoSecretStays() {
    let redaction = Redaction(Self.secrets)
    for text in ["", "client-0123456789abcdef", "{\"a\":\"\\u00e9 %41 \\\\\"}", "k3y-", "\\", "%", "%2", "\\u00"] {
      #expect(redaction.redacted(text: text) == text)
      #expect(findings(text).isEmpty)
    }
    #expect(Redaction([]).redacted(text: "anything") == "anything")
  }

  @Test func valuesTooShortAreNamedAndBlankOnesPassedOver() {
    var audit = SecretAudit([
      NamedSecret(name: "A", value: "abc"), NamedSecret(name: "B", value: ""), NamedSecret(name: "C", value: "abcd"),
    ])
    audit.feed(Array("abc abcd".utf8))
    audit.finish()
    let report = AuditReport(file: "t.jsonl", audit)
    #expect(audit.searched == ["C"])
    #expect(audit.skipped == ["A"])
    #expect(report.status == .secretFound)
    #expect(report.diagnostics.first?.place == SourcePlace(file: "t.jsonl", line: 1, column: 5))
    #expect(report.summary.contains("1 place") && report.summary.contains("A"))
  }

  @Test func aValueThatIsPartOfAPlaceholderIsNoSecretThere() {
    let secrets = [NamedSecret(name: "AMPLITUDE_API_KEY", value: "API_KEY")]
    let redaction = Redaction(secrets)
    #expect(redaction.redacted(text: "API_KEY {{AMPLITUDE_API_KEY}}") == "{{AMPLITUDE_API_KEY}} {{AMPLITUDE_API_KEY}}")
    for chunk in [1, 3, 1_000] {
      var audit = SecretAudit(secrets)
      let bytes = Array("{{AMPLITUDE_API_KEY}} {{AMPLITUDE_API_KEY}} API_KEY".utf8)
      for start in stride(from: 0, to: bytes.count, by: chunk) {
        audit.feed(bytes[start..<min(start + chunk, bytes.count)])
      }
      audit.finish()
      #expect(audit.findings.map(\.column) == [45])
    }
  }

  @Test func wordsOfTheFormatStayWhateverTheSecretsAre() {
    let words = RecordKind.allCases.map(\.rawValue) + ["evaluation", "offline", "footer", "header", "embedded", "2026"]
    let redaction = Redaction(words.map { NamedSecret(name: "S", value: $0) })
    var writer = TranscriptWriter(redaction: redaction)
    writer.begin(TranscriptHeader(toolVersion: "1", configuration: SessionConfiguration()))
    writer.append(Input(time: .start, .answer(request: 2026, .failure(TransportFailure(kind: .offline)))))
    writer.append([
      .effect(.request(id: 1, HTTPRequest(service: .evaluation, method: "GET", path: "/"))),
      .effect(.cancelTimer(id: 2026)),
    ])
    writer.finish(document: [:], isLast: true)
    #expect(read(writer.pending).fault == nil)
    #expect(read(writer.pending).items.count == 5)
  }

  @Test func noReportShowsTheValue() {
    var audit = SecretAudit(Self.secrets)
    audit.feed(Array("x \(Self.plain.value)".utf8))
    audit.finish()
    let report = AuditReport(file: "t.jsonl", audit)
    #expect(!"\(report)".contains(Self.plain.value))
  }

  @Test func theLongerOfTwoSecretsIsNamed() {
    let secrets = [NamedSecret(name: "SHORT", value: "abcdef"), NamedSecret(name: "LONG", value: "abcdefgh")]
    #expect(Redaction(secrets).redacted(text: "abcdefgh abcdef") == "{{LONG}} {{SHORT}}")
  }

  @Test(arguments: UInt64(1)...10)
  func anySecretIsFoundInAnyBase64(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 33...126, using: &generator) } }
    for _ in 0..<200 {
      let length = Int.random(in: 6...40, using: &generator)
      let secret = NamedSecret(name: "S", value: String(decoding: bytes(length), as: UTF8.self))
      let before = Int.random(in: 0...9, using: &generator)
      let after = Int.random(in: 0...9, using: &generator)
      let whole = bytes(before) + Array(secret.value.utf8) + bytes(after)
      for form in [Base64.Form.standard, .url] {
        var audit = SecretAudit([secret])
        audit.feed(Array(Base64.encode(whole, as: form).utf8))
        audit.finish()
        #expect(audit.findingCount == 1, "seed \(seed), secret \(secret.value)")
        #expect(audit.findings.first?.form == .base64)
      }
    }
  }
}
