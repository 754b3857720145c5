import TextFormats

/// What the ingestion service's answer means for the events of one request (amplitude.md 6.5).
package enum UploadAnswer: Equatable, Sendable {
  /// Accepted; `ingested` is the count the service names, which may be lower than what was sent. `isReadable` is false
  /// for a success whose body says nothing.
  case accepted(ingested: Int?, isReadable: Bool)
  /// The request was refused because of some of its events; the others may be sent again at once.
  case partly(UploadVerdict)
  /// The service refuses an event without naming it: smaller requests find it.
  case unnamedEvent(reason: String)
  /// The request itself lacks something: no event of it may be sent again unchanged.
  case requestRefused(reason: String)
  /// The service will not take a request of this size.
  case tooLarge
  /// The key is refused: sending again is useless until it is corrected.
  case keyRefused(reason: String)
  /// Nothing was said about single events; they stay queued.
  case failure(ServiceFailure)

  /// - Parameter items: the events of the request, in its order; asked for only when the answer may name some.
  package init(_ answer: Answer, to items: @autoclosure () -> [UploadItem]) {
    guard case .response(let response) = answer else {
      self = .failure(ServiceFailure(answer))
      return
    }
    let body = try? JSON.parse(response.body)
    switch response.status {
    case 200:
      self = .accepted(
        ingested: body?["events_ingested"]?.integer.map { Int(clamping: $0) }, isReadable: body?.object != nil)
    case 413: self = .tooLarge
    case 400: self = Self.badRequest(answer, body, items())
    case 429:
      let verdict = UploadVerdict(body, items())
      self = verdict.isEmpty ? .failure(ServiceFailure(answer)) : .partly(verdict)
    default: self = .failure(ServiceFailure(answer))
    }
  }

  private static func badRequest(_ answer: Answer, _ body: JSONValue?, _ items: [UploadItem]) -> UploadAnswer {
    let failure = ServiceFailure(answer)
    // A proxy or a VPN in between also says 400; that must not cost an event (amplitude.md 9.1, #2 and #3).
    guard let body, isServices(body) else { return .failure(failure) }
    let error = body["error"]?.string ?? ""
    // The text quotes the key: it goes no further than this.
    if error.hasPrefix("Invalid API key") { return .keyRefused(reason: "Invalid API key") }
    let verdict = UploadVerdict(body, items)
    if !verdict.isEmpty { return .partly(verdict) }
    if let field = body["missing_field"]?.string {
      return .requestRefused(reason: "\(verdict.reason): \(ServiceFailure.excerpt(Array(field.utf8)))")
    }
    // The address is wrong, not an event.
    if error.hasPrefix("Invalid request path") { return .failure(failure) }
    return .unnamedEvent(reason: verdict.reason)
  }

  /// Whether a body has the form of the service's own refusals.
  private static func isServices(_ body: JSONValue) -> Bool {
    guard let members = body.object else { return false }
    if members["error"]?.string != nil, body["code"]?.integer == 400 { return true }
    if members["missing_field"] != nil { return true }
    return UploadVerdict.fields.contains { members[$0] != nil }
      || ownErrors.contains { body["error"]?.string?.hasPrefix($0) ?? false }
  }

  /// The beginnings of the service's error texts (amplitude.md 6.5).
  private static let ownErrors = [
    "Invalid request path", "Missing request body", "Invalid JSON request body", "Request missing required field",
    "Invalid event JSON", "Invalid API key", "Invalid field values on some events",
  ]
}
