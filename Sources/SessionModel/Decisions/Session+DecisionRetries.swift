import ServiceMessages
import Vocabulary

/// Asking again (`--retry`, personalization.md P8): after a failure that may pass, with growing pauses that vary, and
/// never beyond the time that the fetch has.
extension Session {
  /// Starts the pause before the next try of a part; nil when there is none to come.
  mutating func retryTimer(
    after error: DecisionsError, _ part: DecisionsState.Fetch.Part, of fetch: DecisionsState.Fetch
  ) -> Int? {
    guard configuration.retries, error.isRetryable, error.kind == .network,
      part.retryCount < DecisionsState.retryLimit, fetch.identity.hasSameIds(as: identity)
    else { return nil }
    let longest = DecisionsState.firstRetryPause.microseconds << Int64(part.retryCount)
    // At least half of it, so that many who failed together do not come back together.
    var pause = Span(microseconds: longest / 2 + identifiers.number(upTo: longest / 2))
    if let asked = error.retryAfter.flatMap({ RetryAfter.pause($0, wallMilliseconds: wallMilliseconds(now)) }),
      asked > pause
    {
      pause = asked
    }
    guard now.advanced(by: pause) < fetch.due else { return nil }
    note(
      "decisionsRetry",
      "the fetch failed (\(error.reason)); it is tried again in \(pause.microseconds / 1_000)ms")
    return startTimer(after: pause)
  }

  /// Asks again for a part whose pause is over; what is wanted for an earlier identity is given up instead.
  mutating func retry(_ place: Int, of fetch: DecisionsState.Fetch) {
    var part = fetch.parts[place]
    part.retryTimer = nil
    if fetch.identity.hasSameIds(as: identity) {
      part.request = send(part.message)
      part.retryCount += 1
    } else {
      part.error = part.lastError
    }
    take(part, at: place, of: fetch.number)
  }
}
