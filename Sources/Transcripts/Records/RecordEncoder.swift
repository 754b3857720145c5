import ServiceMessages
package import SessionModel
import TextFormats
package import Vocabulary

/// Writes records as bytes: keys sorted, one line each, nothing built in between for the frequent kinds.
///
/// With a redaction, every text passes through it here, so there is no second way into a file (design.md, "redaction
/// where records are written").
package struct RecordEncoder: Sendable {
  private let redaction: Redaction?

  package init(redaction: Redaction? = nil) { self.redaction = redaction }

  // MARK: Records

  /// Appends an input as one line and gives its kind.
  @discardableResult
  package func append(_ input: Input, sequence: Int, to bytes: inout [UInt8]) -> RecordKind {
    switch input.kind {
    case .command(let text, let place):
      raw("{\"column\":", &bytes)
      put(place.column, &bytes)
      raw(",\"file\":", &bytes)
      put(place.file, &bytes)
      raw(",\"kind\":\"command\",\"line\":", &bytes)
      put(place.line, &bytes)
      raw(",\"seq\":", &bytes)
      put(sequence, &bytes)
      raw(",\"text\":", &bytes)
      put(text, &bytes)
      end(input.time, &bytes)
      return .command
    case .answer(let request, .response(let response)):
      append(response, to: request, sequence: sequence, time: input.time, into: &bytes)
      return .answer
    case .answer(let request, .failure(let failure)):
      raw("{\"detail\":", &bytes)
      put(failure.detail, &bytes)
      raw(",\"failure\":", &bytes)
      word(failure.kind.rawValue, &bytes)
      raw(",\"kind\":\"answer\",\"request\":", &bytes)
      put(request, &bytes)
      end(sequence, input.time, &bytes)
      return .answer
    case .timer(let id):
      raw("{\"id\":", &bytes)
      put(id, &bytes)
      raw(",\"kind\":\"timer\"", &bytes)
      end(sequence, input.time, &bytes)
      return .timer
    case .outbox(let found):
      raw("{\"events\":", &bytes)
      put(OutboxCoding.document(found), &bytes)
      raw(",\"kind\":\"outboxFound\"", &bytes)
      end(sequence, input.time, &bytes)
      return .outboxFound
    case .outboxFailed(let reason):
      raw("{\"kind\":\"outboxFailed\",\"reason\":", &bytes)
      put(reason, &bytes)
      end(sequence, input.time, &bytes)
      return .outboxFailed
    case .interrupt:
      raw("{\"kind\":\"interrupt\"", &bytes)
      end(sequence, input.time, &bytes)
      return .interrupt
    case .leave:
      raw("{\"kind\":\"leave\"", &bytes)
      end(sequence, input.time, &bytes)
      return .leave
    }
  }

  /// Appends an output as one line and gives its kind; what only concerns the shell is not recorded and gives nil.
  ///
  /// - Parameter time: the moment of the input that the output came from.
  @discardableResult
  package func append(_ output: Output, sequence: Int, time: Instant, to bytes: inout [UInt8]) -> RecordKind? {
    switch output {
    case .effect(.shell): return nil
    case .effect(.request(let id, let request)):
      append(request, id: id, sequence: sequence, time: time, into: &bytes)
      return .request
    case .effect(.cancelRequest(let id)):
      raw("{\"id\":", &bytes)
      put(id, &bytes)
      raw(",\"kind\":\"cancelRequest\"", &bytes)
      end(sequence, time, &bytes)
      return .cancelRequest
    case .effect(.startTimer(let id, let due)):
      raw("{\"due\":", &bytes)
      JSONWriter.append(integer: due.microseconds, to: &bytes)
      raw(",\"id\":", &bytes)
      put(id, &bytes)
      raw(",\"kind\":\"startTimer\"", &bytes)
      end(sequence, time, &bytes)
      return .startTimer
    case .effect(.cancelTimer(let id)):
      raw("{\"id\":", &bytes)
      put(id, &bytes)
      raw(",\"kind\":\"cancelTimer\"", &bytes)
      end(sequence, time, &bytes)
      return .cancelTimer
    case .effect(.outbox(let request)):
      raw("{\"action\":", &bytes)
      word(OutboxCoding.action(request), &bytes)
      for member in OutboxCoding.members(request) {
        raw(",", &bytes)
        word(member.name, &bytes)
        raw(":", &bytes)
        put(member.value, &bytes)
      }
      end(sequence, time, &bytes)
      return .outbox
    case .outcome(let outcome):
      append(outcome, sequence: sequence, time: time, into: &bytes)
      return .outcome
    case .ledger(let entry):
      raw("{\"entry\":", &bytes)
      put(entry.document, &bytes)
      raw(",\"kind\":\"ledger\"", &bytes)
      end(sequence, time, &bytes)
      return .ledger
    case .notice(let notice):
      raw("{\"code\":", &bytes)
      put(notice.code, &bytes)
      raw(",\"kind\":\"notice\"", &bytes)
      end(sequence, time, &bytes)
      return .notice
    }
  }

  /// Appends a header as one line.
  package func append(_ header: TranscriptHeader, to bytes: inout [UInt8]) {
    (redaction.map { $0.redacted(header) } ?? header).json.write(into: &bytes)
    raw("\n", &bytes)
  }

  /// Appends a footer as one line.
  package func append(_ footer: TranscriptFooter, to bytes: inout [UInt8]) {
    raw("{\"counts\":{", &bytes)
    var isFirst = true
    for kind in RecordKind.allCases where footer.counts[kind] != 0 {
      if !isFirst { raw(",", &bytes) }
      isFirst = false
      word(kind.rawValue, &bytes)
      raw(":", &bytes)
      put(footer.counts[kind], &bytes)
    }
    raw("},\"crc32\":\"", &bytes)
    bytes.append(contentsOf: TranscriptFooter.hexadecimal(footer.checksum).utf8)
    raw("\",\"document\":", &bytes)
    let start = bytes.count
    put(footer.document, &bytes)
    if footer.checksDocument {
      var checksum = CRC32()
      bytes[start...].withUnsafeBytes { checksum.update($0) }
      raw(",\"documentCrc32\":\"", &bytes)
      bytes.append(contentsOf: TranscriptFooter.hexadecimal(checksum.value).utf8)
      raw("\"", &bytes)
    }
    if let inputs = footer.inputs {
      raw(",\"inputs\":\"", &bytes)
      bytes.append(contentsOf: TranscriptFooter.hexadecimal(inputs).utf8)
      raw("\"", &bytes)
    }
    raw(footer.isLast ? ",\"kind\":\"footer\",\"last\":true}\n" : ",\"kind\":\"footer\",\"last\":false}\n", &bytes)
  }

  // MARK: The larger kinds

  private func append(
    _ response: HTTPResponse, to request: Int, sequence: Int, time: Instant, into bytes: inout [UInt8]
  ) {
    let body = redaction.map { $0.redacted(bytes: response.body) } ?? response.body
    let isText = body.withUnsafeBufferPointer { UTF8Validation.firstInvalid(in: $0) == nil }
    if isText {
      raw("{\"body\":", &bytes)
      JSONWriter.append(string: String(decoding: body, as: UTF8.self), to: &bytes)
    } else {
      raw("{\"bodyBase64\":", &bytes)
      JSONWriter.append(string: Base64.encode(body), to: &bytes)
    }
    raw(",\"headers\":", &bytes)
    put(response.headers, &bytes)
    raw(",\"kind\":\"answer\",\"request\":", &bytes)
    put(request, &bytes)
    raw(",\"seq\":", &bytes)
    put(sequence, &bytes)
    raw(",\"status\":", &bytes)
    put(response.status, &bytes)
    end(time, &bytes)
  }

  private func append(_ request: HTTPRequest, id: Int, sequence: Int, time: Instant, into bytes: inout [UInt8]) {
    if let body = request.body {
      raw("{\"body\":", &bytes)
      put(body, &bytes)
      raw(",\"headers\":", &bytes)
    } else {
      raw("{\"headers\":", &bytes)
    }
    put(request.headers, &bytes)
    raw(",\"id\":", &bytes)
    put(id, &bytes)
    raw(",\"kind\":\"request\",\"method\":", &bytes)
    put(request.method, &bytes)
    raw(",\"path\":", &bytes)
    put(request.path, &bytes)
    raw(",\"seq\":", &bytes)
    put(sequence, &bytes)
    raw(",\"service\":", &bytes)
    word(request.service.rawValue, &bytes)
    end(time, &bytes)
  }

  private func append(_ outcome: Outcome, sequence: Int, time: Instant, into bytes: inout [UInt8]) {
    raw("{\"command\":", &bytes)
    put(outcome.command, &bytes)
    if let failure = outcome.failure {
      raw(",\"failure\":", &bytes)
      put(failure.code, &bytes)
    }
    if let job = outcome.job {
      raw(",\"job\":", &bytes)
      put(job, &bytes)
    }
    raw(",\"kind\":\"outcome\"", &bytes)
    if let name = outcome.name {
      raw(",\"name\":", &bytes)
      put(name, &bytes)
    }
    let document = outcome.result.document
    if !document.isNull {
      raw(",\"result\":", &bytes)
      put(document, &bytes)
    }
    raw(",\"seq\":", &bytes)
    put(sequence, &bytes)
    raw(",\"status\":", &bytes)
    put(Int(outcome.status.rawValue), &bytes)
    end(time, &bytes)
  }

  // MARK: Parts

  private func raw(_ literal: StaticString, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  private func put(_ integer: Int, _ bytes: inout [UInt8]) { JSONWriter.append(integer: integer, to: &bytes) }

  /// A word of the format itself, which is no secret whatever the secrets are.
  private func word(_ text: String, _ bytes: inout [UInt8]) { JSONWriter.append(string: text, to: &bytes) }

  private func put(_ text: String, _ bytes: inout [UInt8]) {
    guard let redaction else { return JSONWriter.append(string: text, to: &bytes) }
    JSONWriter.append(string: redaction.redacted(text: text), to: &bytes)
  }

  private func put(_ value: JSONValue, _ bytes: inout [UInt8]) {
    guard let redaction else { return value.write(into: &bytes) }
    redaction.redacted(value: value).write(into: &bytes)
  }

  /// Pairs in a list, not members of an object: a name may repeat, and the order is part of an answer.
  private func put(_ headers: [HTTPHeader], _ bytes: inout [UInt8]) {
    raw("[", &bytes)
    var isFirst = true
    for header in headers {
      if isFirst { raw("[", &bytes) } else { raw(",[", &bytes) }
      isFirst = false
      put(header.name, &bytes)
      raw(",", &bytes)
      put(header.value, &bytes)
      raw("]", &bytes)
    }
    raw("]", &bytes)
  }

  private func end(_ sequence: Int, _ time: Instant, _ bytes: inout [UInt8]) {
    raw(",\"seq\":", &bytes)
    put(sequence, &bytes)
    end(time, &bytes)
  }

  private func end(_ time: Instant, _ bytes: inout [UInt8]) {
    raw(",\"time\":", &bytes)
    JSONWriter.append(integer: time.microseconds, to: &bytes)
    raw("}\n", &bytes)
  }
}
