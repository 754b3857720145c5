package import Vocabulary

/// Moments and spans for people: exact, never rounded, the same in every locale and time zone.
package enum TimeText {
  /// Seconds since the session's start with up to six digits: `+1.25s`.
  package static func text(_ instant: Instant) -> String { "+" + seconds(instant.microseconds) + "s" }

  /// `120ms`, `5s`, `1.5s`, `250us`.
  package static func text(_ span: Span) -> String {
    let microseconds = span.microseconds
    if microseconds != 0 && abs(microseconds) < 1_000 { return "\(microseconds)us" }
    if microseconds != 0 && abs(microseconds) < 1_000_000 { return decimal(microseconds, scale: 1_000) + "ms" }
    return seconds(microseconds) + "s"
  }

  private static func seconds(_ microseconds: Int64) -> String { decimal(microseconds, scale: 1_000_000) }

  private static func decimal(_ number: Int64, scale: Int64) -> String {
    let (whole, rest) = number.quotientAndRemainder(dividingBy: scale)
    guard rest != 0 else { return "\(whole)" }
    var digits = "\(abs(rest) + scale)".dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(number < 0 && whole == 0 ? "-" : "")\(whole).\(digits)"
  }
}
