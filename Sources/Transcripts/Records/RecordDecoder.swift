import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// Reads records as strictly as they are written: every field of its kind, and no other.
enum RecordDecoder {
  /// - Parameter kind: the record's kind, which the caller has looked up already.
  static func record(_ json: JSONValue, kind: RecordKind, line: Int) throws(FieldError) -> TranscriptRecord {
    var fields = try Fields(json, of: "the \(kind.rawValue) record")
    _ = try fields.text("kind")
    let sequence = try fields.count("seq")
    let time = Instant(microseconds: try fields.integer("time", in: 0 ... .max))
    let content = try content(kind, &fields)
    try fields.end()
    return TranscriptRecord(line: line, sequence: sequence, time: time, content: content)
  }

  private static func content(
    _ kind: RecordKind, _ fields: inout Fields
  ) throws(FieldError) -> TranscriptRecord.Content {
    switch kind {
    case .command:
      let place = SourcePlace(
        file: try fields.text("file"), line: try fields.count("line"), column: try fields.count("column"))
      return .input(.command(text: try fields.text("text"), place: place))
    case .answer: return .input(.answer(request: try fields.count("request"), try answer(&fields)))
    case .timer: return .input(.timer(id: try fields.count("id")))
    case .outboxFound: return .input(.outbox(found: try OutboxCoding.records(&fields)))
    case .outboxFailed: return .input(.outboxFailed(reason: try fields.text("reason")))
    case .interrupt: return .input(.interrupt)
    case .leave: return .input(.leave)
    case .request: return .output(.request(id: try fields.count("id"), try request(&fields)))
    case .cancelRequest: return .output(.cancelRequest(id: try fields.count("id")))
    case .startTimer:
      let due = Instant(microseconds: try fields.integer("due", in: .min ... .max))
      return .output(.startTimer(id: try fields.count("id"), due: due))
    case .cancelTimer: return .output(.cancelTimer(id: try fields.count("id")))
    case .outbox: return .output(.outbox(try OutboxCoding.request(&fields)))
    case .outcome: return .output(.outcome(try outcome(&fields)))
    case .ledger: return .output(.ledger(try fields.value("entry")))
    case .notice: return .output(.notice(code: try fields.text("code")))
    }
  }

  private static func answer(_ fields: inout Fields) throws(FieldError) -> Answer {
    if let word = try fields.textIfPresent("failure") {
      guard let kind = TransportFailure.Kind(rawValue: word) else {
        throw FieldError("the answer record names an unknown failure \(JSONValue.string(word).text)")
      }
      return .failure(TransportFailure(kind: kind, detail: try fields.text("detail")))
    }
    let status = Int(try fields.integer("status", in: 0...999))
    let headers = try headers(&fields)
    if let encoded = try fields.textIfPresent("bodyBase64") {
      guard let body = Base64.decode(encoded) else { throw FieldError("bodyBase64 of the answer record is no base64") }
      return .response(HTTPResponse(status: status, headers: headers, body: body))
    }
    let body = Array(try fields.text("body").utf8)
    return .response(HTTPResponse(status: status, headers: headers, body: body))
  }

  private static func request(_ fields: inout Fields) throws(FieldError) -> HTTPRequest {
    HTTPRequest(
      service: try fields.word("service"), method: try fields.text("method"), path: try fields.text("path"),
      headers: try headers(&fields), body: try fields.textIfPresent("body"))
  }

  private static func headers(_ fields: inout Fields) throws(FieldError) -> [HTTPHeader] {
    let pairs = try fields.value("headers").array
    let headers = pairs?.compactMap { pair -> HTTPHeader? in
      guard let pair = pair.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        return nil
      }
      return HTTPHeader(name, value)
    }
    guard let pairs, let headers, headers.count == pairs.count else {
      throw FieldError("field \"headers\" is not a list of pairs of name and value")
    }
    return headers
  }

  private static func outcome(_ fields: inout Fields) throws(FieldError) -> RecordedOutcome {
    let command = try fields.count("command")
    let status = try fields.integer("status", in: 0...255)
    guard let status = ExitStatus(rawValue: Int32(status)) else { throw FieldError("status \(status) is unknown") }
    return RecordedOutcome(
      command: command, name: try fields.textIfPresent("name"),
      job: try fields.integerIfPresent("job", in: 0...Fields.countLimit), status: status,
      failure: try fields.textIfPresent("failure"), result: fields.valueIfPresent("result") ?? .null)
  }
}
