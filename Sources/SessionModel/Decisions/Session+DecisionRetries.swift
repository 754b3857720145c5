import ServiceMessages
import Vocabulary

/// Asking again (`--retry`, personalization.md P8): after a failure that may pass, with growing pauses that vary, and
/// never beyond the time that the fetch has.
extension Session {
  /// Starts the pause before the next try of a part; nil when there is none to come.
  mutating func retryTimer(after error: DecisionsError, _ place: FetchTable.Place) -> Int? {
    guard configuration.retries, error.isRetryable, error.kind == .network,
      place.part.retryCount < DecisionsState.retryLimit, place.terms.identity.hasSameIds(as: identity)
    else { return nil }
    let longest = DecisionsState.firstRetryPause.microseconds << Int64(place.part.retryCount)
    // At least half of it, so that many who failed together do not come back together.
    var pause = Span(microseconds: longest / 2 + identifiers.number(upTo: longest / 2))
    if let asked = error.retryAfter.flatMap({ RetryAfter.pause($0, wallMilliseconds: wallMilliseconds(now)) }),
      asked > pause
    {
      pause = asked
    }
    guard now.advanced(by: pause) < place.terms.due else { return nil }
    note(
      "decisionsRetry",
      "the fetch failed (\(error.reason)); it is tried again in \(pause.microseconds / 1_000)ms")
    return startTimer(after: pause)
  }

  /// Asks again for a part whose pause is over; what is wanted for an earlier identity is given up instead.
  mutating func retry(_ place: FetchTable.Place) {
    var place = place
    place.part.retryTimer = nil
    if place.terms.identity.hasSameIds(as: identity) {
      place.part.request = send(place.part.message)
      place.part.retryCount += 1
    } else {
      place.part.error = place.part.lastError
    }
    take(place)
  }
}
