import CWaiting
import Vocabulary

/// The real time of a live session: the monotonic clock since the session's start (product.md section 6).
struct SessionClock {
  /// The moment of the monotonic clock at which the session began, in microseconds.
  let start: Int64
  /// Waits until the world has something, a signal comes, or so many microseconds are over.
  let wait: (_ microseconds: Int64) -> Void

  init(start: Int64, wait: @escaping (_ microseconds: Int64) -> Void) {
    self.start = start
    self.wait = wait
  }

  func now() -> Instant { Instant(microseconds: max(0, cwaiting_now() - start)) }
}
