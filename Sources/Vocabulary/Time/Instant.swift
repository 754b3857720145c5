/// A moment of a session: integer microseconds since the session's start, virtual or real (design.md, "Time").
package struct Instant: Comparable, Hashable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static let start = Instant(microseconds: 0)

  package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

  /// The moment `span` later; saturates instead of overflowing.
  package func advanced(by span: Span) -> Instant {
    let (sum, overflow) = microseconds.addingReportingOverflow(span.microseconds)
    return Instant(microseconds: overflow ? .max : sum)
  }

  /// The span from an earlier moment to this one.
  package func since(_ earlier: Instant) -> Span { Span(microseconds: microseconds - earlier.microseconds) }
}

/// A length of time in integer microseconds, never negative when typed by a user.
package struct Span: Comparable, Hashable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static let zero = Span(microseconds: 0)

  /// A span of this many milliseconds.
  package static func milliseconds(_ count: Int64) -> Span { Span(microseconds: count * 1_000) }
  /// A span of this many seconds.
  package static func seconds(_ count: Int64) -> Span { Span(microseconds: count * 1_000_000) }

  /// The longest that a service of an embedded world may take to answer.
  package static let longestLatency = Span.seconds(3_600)

  package static func < (left: Span, right: Span) -> Bool { left.microseconds < right.microseconds }
}
