import ServiceMessages
package import SessionModel
package import TextFormats

/// Replaces secrets by their placeholders in whatever is going to be recorded.
///
/// The same value always gives the same placeholder, so what was equal stays equal. A redacted text stays as it is
/// when it is redacted again.
package struct Redaction: Sendable {
  private let secrets: [NamedSecret]
  private let matcher: SecretMatcher

  /// Takes the values to hide; those too short to be told from ordinary text are left out.
  package init(_ secrets: [NamedSecret]) {
    self.secrets = secrets
    matcher = SecretMatcher(secrets)
  }

  /// The text with every secret in it replaced.
  package func redacted(text: String) -> String {
    var text = text
    let clean = text.withUTF8 { cleaned($0) }
    return clean.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// The bytes with every secret in them replaced, in any form in which it may stand there.
  package func redacted(bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer { cleaned($0) } ?? bytes
  }

  /// Redacts all texts and names of a value. Numbers stay: they come from answers, which are redacted as bytes.
  package func redacted(value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .integer, .number: return value
    case .string(let text): return .string(redacted(text: text))
    case .array(let elements): return .array(elements.map { redacted(value: $0) })
    case .object(let object):
      let members = object.members.map { JSONMember(redacted(text: $0.name), redacted(value: $0.value)) }
      return .object(JSONObject(members: members))
    }
  }

  /// Redacts an input before the session sees it, so that the session never holds a secret.
  package func redacted(_ input: Input) -> Input {
    switch input.kind {
    case .command(let text, var place):
      place.file = redacted(text: place.file)
      return Input(time: input.time, .command(text: redacted(text: text), place: place))
    case .answer(let request, .response(let response)):
      let headers = response.headers.map { HTTPHeader(redacted(text: $0.name), redacted(text: $0.value)) }
      let cleaned = HTTPResponse(
        status: response.status, headers: headers, body: redacted(bytes: response.body))
      return Input(time: input.time, .answer(request: request, .response(cleaned)))
    case .answer(let request, .failure(let failure)):
      let cleaned = TransportFailure(kind: failure.kind, detail: redacted(text: failure.detail))
      return Input(time: input.time, .answer(request: request, .failure(cleaned)))
    case .outbox(let found):
      let cleaned = found.map { record in
        OutboxRecord(
          insertId: redacted(text: record.insertId), deviceId: redacted(text: record.deviceId),
          sequence: record.sequence, event: redacted(text: record.event),
          setAside: record.setAside.map { redacted(text: $0) })
      }
      return Input(time: input.time, .outbox(found: cleaned))
    case .outboxFailed(let reason): return Input(time: input.time, .outboxFailed(reason: redacted(text: reason)))
    case .timer, .interrupt, .leave: return input
    }
  }

  /// Redacts what a header has from files and from the command line.
  func redacted(_ header: TranscriptHeader) -> TranscriptHeader {
    var header = header
    header.toolVersion = redacted(text: header.toolVersion)
    header.worldName = header.worldName.map { redacted(text: $0) }
    header.worldChecksum = header.worldChecksum.map { redacted(text: $0) }
    header.configuration.platform = redacted(text: header.configuration.platform)
    header.configuration.reportFlagKey = redacted(text: header.configuration.reportFlagKey)
    header.configuration.knownFlags = header.configuration.knownFlags.map { redacted(text: $0) }
    header.configuration.knownPoints = header.configuration.knownPoints.map { redacted(text: $0) }
    let personalization = header.configuration.personalization
    header.configuration.personalization.dataspace = redacted(text: personalization.dataspace)
    header.configuration.personalization.endpoint = personalization.endpoint.map { redacted(text: $0) }
    header.configuration.region = header.configuration.region.map { redacted(text: $0) }
    header.configuration.customEndpoints = header.configuration.customEndpoints.map {
      CustomEndpoint(service: $0.service, url: redacted(text: $0.url))
    }
    return header
  }

  /// The text without secrets, nil when there are none in it.
  private func cleaned(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var position = 0
    guard var hit = matcher.nextHit(from: &position, to: text.count, in: text) else { return nil }
    var result: [UInt8] = []
    var kept = 0
    while true {
      // Around base64 the neighbours carry some bits of the secret: they go as well.
      let start = hit.looseBefore > 0 ? Self.start(ofLooseBefore: hit.range.lowerBound, notBefore: kept, text) : nil
      result.append(contentsOf: UnsafeBufferPointer(rebasing: text[kept..<(start ?? hit.range.lowerBound)]))
      result.append(contentsOf: secrets[hit.secret].placeholder.utf8)
      kept = hit.range.upperBound
      if hit.looseAfter > 0, kept < text.count, Self.isBase64(text[kept]) { kept += 1 }
      while hit.form == .base64, kept < text.count, text[kept] == UInt8(ascii: "=") { kept += 1 }
      position = kept
      guard let next = matcher.nextHit(from: &position, to: text.count, in: text) else { break }
      hit = next
    }
    result.append(contentsOf: UnsafeBufferPointer(rebasing: text[kept...]))
    return result
  }

  private static func start(
    ofLooseBefore position: Int, notBefore limit: Int, _ text: UnsafeBufferPointer<UInt8>
  ) -> Int {
    position > limit && isBase64(text[position - 1]) ? position - 1 : position
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
