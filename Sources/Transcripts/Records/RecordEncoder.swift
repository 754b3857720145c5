package import ServiceMessages
package import SessionModel
package import TextFormats
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
      put("{\"column\":", &bytes)
      put(place.column, &bytes)
      put(",\"file\":", &bytes)
      put(place.file, &bytes)
      put(",\"kind\":\"command\",\"line\":", &bytes)
      put(place.line, &bytes)
      put(",\"seq\":", &bytes)
      put(sequence, &bytes)
      put(",\"text\":", &bytes)
      put(text, &bytes)
      end(input.time, &bytes)
      return .command
    case .answer(let request, .response(let response)):
      append(response, to: request, sequence: sequence, time: input.time, into: &bytes)
      return .answer
    case .answer(let request, .failure(let failure)):
      put("{\"detail\":", &bytes)
      put(failure.detail, &bytes)
      put(",\"failure\":", &bytes)
      put(failure.kind.rawValue, &bytes)
      put(",\"kind\":\"answer\",\"request\":", &bytes)
      put(request, &bytes)
      end(sequence, input.time, &bytes)
      return .answer
    case .timer(let id):
      put("{\"id\":", &bytes)
      put(id, &bytes)
      put(",\"kind\":\"timer\"", &bytes)
      end(sequence, input.time, &bytes)
      return .timer
    case .interrupt:
      put("{\"kind\":\"interrupt\"", &bytes)
      end(sequence, input.time, &bytes)
      return .interrupt
    case .leave:
      put("{\"kind\":\"leave\"", &bytes)
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
      put("{\"id\":", &bytes)
      put(id, &bytes)
      put(",\"kind\":\"cancelRequest\"", &bytes)
      end(sequence, time, &bytes)
      return .cancelRequest
    case .effect(.startTimer(let id, let due)):
      put("{\"due\":", &bytes)
      JSONWriter.append(integer: due.microseconds, to: &bytes)
      put(",\"id\":", &bytes)
      put(id, &bytes)
      put(",\"kind\":\"startTimer\"", &bytes)
      end(sequence, time, &bytes)
      return .startTimer
    case .effect(.cancelTimer(let id)):
      put("{\"id\":", &bytes)
      put(id, &bytes)
      put(",\"kind\":\"cancelTimer\"", &bytes)
      end(sequence, time, &bytes)
      return .cancelTimer
    case .outcome(let outcome):
      append(outcome, sequence: sequence, time: time, into: &bytes)
      return .outcome
    case .ledger(let entry):
      put("{\"entry\":", &bytes)
      put(entry.document, &bytes)
      put(",\"kind\":\"ledger\"", &bytes)
      end(sequence, time, &bytes)
      return .ledger
    case .notice(let notice):
      put("{\"code\":", &bytes)
      put(notice.code, &bytes)
      put(",\"kind\":\"notice\"", &bytes)
      end(sequence, time, &bytes)
      return .notice
    }
  }

  /// Appends a header as one line.
  package func append(_ header: TranscriptHeader, to bytes: inout [UInt8]) {
    put(header.json, &bytes)
    put("\n", &bytes)
  }

  /// Appends a footer as one line.
  package func append(_ footer: TranscriptFooter, to bytes: inout [UInt8]) {
    put("{\"counts\":{", &bytes)
    var isFirst = true
    for kind in RecordKind.allCases where footer.counts[kind] != 0 {
      if !isFirst { put(",", &bytes) }
      isFirst = false
      put(kind.rawValue, &bytes)
      put(":", &bytes)
      put(footer.counts[kind], &bytes)
    }
    put("},\"crc32\":\"", &bytes)
    bytes.append(contentsOf: TranscriptFooter.hexadecimal(footer.checksum).utf8)
    put("\",\"document\":", &bytes)
    put(footer.document, &bytes)
    put(footer.isLast ? ",\"kind\":\"footer\",\"last\":true}\n" : ",\"kind\":\"footer\",\"last\":false}\n", &bytes)
  }

  // MARK: The larger kinds

  private func append(
    _ response: HTTPResponse, to request: Int, sequence: Int, time: Instant, into bytes: inout [UInt8]
  ) {
    let body = redaction.map { $0.redacted(bytes: response.body) } ?? response.body
    let isText = body.withUnsafeBufferPointer { UTF8Validation.firstInvalid(in: $0) == nil }
    if isText {
      put("{\"body\":", &bytes)
      JSONWriter.append(string: String(decoding: body, as: UTF8.self), to: &bytes)
    } else {
      put("{\"bodyBase64\":", &bytes)
      JSONWriter.append(string: Base64.encode(body), to: &bytes)
    }
    put(",\"headers\":", &bytes)
    put(response.headers, &bytes)
    put(",\"kind\":\"answer\",\"request\":", &bytes)
    put(request, &bytes)
    put(",\"seq\":", &bytes)
    put(sequence, &bytes)
    put(",\"status\":", &bytes)
    put(response.status, &bytes)
    end(time, &bytes)
  }

  private func append(_ request: HTTPRequest, id: Int, sequence: Int, time: Instant, into bytes: inout [UInt8]) {
    if let body = request.body {
      put("{\"body\":", &bytes)
      put(body, &bytes)
      put(",\"headers\":", &bytes)
    } else {
      put("{\"headers\":", &bytes)
    }
    put(request.headers, &bytes)
    put(",\"id\":", &bytes)
    put(id, &bytes)
    put(",\"kind\":\"request\",\"method\":", &bytes)
    put(request.method, &bytes)
    put(",\"path\":", &bytes)
    put(request.path, &bytes)
    put(",\"seq\":", &bytes)
    put(sequence, &bytes)
    put(",\"service\":", &bytes)
    put(request.service.rawValue, &bytes)
    end(time, &bytes)
  }

  private func append(_ outcome: Outcome, sequence: Int, time: Instant, into bytes: inout [UInt8]) {
    put("{\"command\":", &bytes)
    put(outcome.command, &bytes)
    if let failure = outcome.failure {
      put(",\"failure\":", &bytes)
      put(failure.code, &bytes)
    }
    if let job = outcome.job {
      put(",\"job\":", &bytes)
      put(job, &bytes)
    }
    put(",\"kind\":\"outcome\"", &bytes)
    if let name = outcome.name {
      put(",\"name\":", &bytes)
      put(name, &bytes)
    }
    let document = outcome.result.document
    if !document.isNull {
      put(",\"result\":", &bytes)
      put(document, &bytes)
    }
    put(",\"seq\":", &bytes)
    put(sequence, &bytes)
    put(",\"status\":", &bytes)
    put(Int(outcome.status.rawValue), &bytes)
    end(time, &bytes)
  }

  // MARK: Parts

  private func put(_ literal: StaticString, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  private func put(_ integer: Int, _ bytes: inout [UInt8]) { JSONWriter.append(integer: integer, to: &bytes) }

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
    put("[", &bytes)
    var isFirst = true
    for header in headers {
      if isFirst { put("[", &bytes) } else { put(",[", &bytes) }
      isFirst = false
      put(header.name, &bytes)
      put(",", &bytes)
      put(header.value, &bytes)
      put("]", &bytes)
    }
    put("]", &bytes)
  }

  private func end(_ sequence: Int, _ time: Instant, _ bytes: inout [UInt8]) {
    put(",\"seq\":", &bytes)
    put(sequence, &bytes)
    end(time, &bytes)
  }

  private func end(_ time: Instant, _ bytes: inout [UInt8]) {
    put(",\"time\":", &bytes)
    JSONWriter.append(integer: time.microseconds, to: &bytes)
    put("}\n", &bytes)
  }
}
