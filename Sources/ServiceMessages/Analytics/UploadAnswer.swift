import TextFormats

/// What the ingestion service's answer means for the events of one request (amplitude.md 6.5).
package enum UploadAnswer: Equatable, Sendable {
  /// Accepted; `ingested` is the count the service names, which may be lower than what was sent.
  case accepted(ingested: Int?)
  /// These events of the batch (indexes, sorted) are wrong and must not be sent again unchanged; the rest may.
  case eventsRejected(Set<Int>, reason: String)
  /// The service will not take a request of this size.
  case tooLarge
  /// The key is refused: sending again is useless until it is corrected.
  case keyRefused(reason: String)
  /// Nothing was said about single events; they stay queued.
  case failure(ServiceFailure)

  package init(_ answer: Answer, eventCount: Int) {
    guard case .response(let response) = answer else {
      self = .failure(ServiceFailure(answer))
      return
    }
    let body = try? JSON.parse(response.body)
    switch response.status {
    case 200:
      self = .accepted(ingested: body?["events_ingested"]?.integer.map { Int(clamping: $0) })
    case 413:
      self = .tooLarge
    case 400:
      let error = body?["error"]?.string ?? ServiceFailure.excerpt(response.body)
      if error.hasPrefix("Invalid API key") {
        // The text quotes the key: it goes no further than this.
        self = .keyRefused(reason: "Invalid API key")
      } else {
        let named = Self.namedEvents(body).filter { $0 < eventCount }
        self = named.isEmpty ? .failure(ServiceFailure(answer)) : .eventsRejected(named, reason: error)
      }
    default:
      self = .failure(ServiceFailure(answer))
    }
  }

  /// The indexes in every map of an error body that names events by field.
  private static func namedEvents(_ body: JSONValue?) -> Set<Int> {
    var indexes: Set<Int> = []
    let maps = ["events_with_invalid_fields", "events_with_missing_fields", "events_with_invalid_id_lengths"]
    for map in maps {
      for member in body?[map]?.object?.members ?? [] {
        for index in member.value.array ?? [] {
          if let number = index.integer, number >= 0 { indexes.insert(Int(clamping: number)) }
        }
      }
    }
    for index in body?["silenced_events"]?.array ?? [] {
      if let number = index.integer, number >= 0 { indexes.insert(Int(clamping: number)) }
    }
    return indexes
  }
}
