import Vocabulary

/// Moments as people read them, without a calendar library.
enum TimeText {
  /// Seconds since the start of the session, with six decimals.
  static func seconds(_ instant: Instant) -> String {
    let magnitude = instant.microseconds.magnitude
    let sign = instant.microseconds < 0 ? "-" : ""
    return "\(sign)\(magnitude / 1_000_000).\(padded(Int64(magnitude % 1_000_000), to: 6))"
  }

  /// Each word as 16 lower-case hexadecimal digits, one after the other.
  static func hexadecimal(_ words: [UInt64]) -> String {
    words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
