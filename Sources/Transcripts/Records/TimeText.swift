import Vocabulary

/// Moments as people read them, without a calendar library.
enum TimeText {
  /// `2026-01-01T00:00:00Z`, with six decimals when there is a fraction of a second (proleptic Gregorian calendar).
  static func calendar(microseconds: Int64) -> String {
    let perDay: Int64 = 86_400_000_000
    var day = microseconds / perDay
    var rest = microseconds % perDay
    if rest < 0 {
      day -= 1
      rest += perDay
    }
    let (year, month, dayOfMonth) = civil(day: day)
    let seconds = rest / 1_000_000
    let fraction = rest % 1_000_000
    let clock = "\(two(seconds / 3_600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    let decimals = fraction == 0 ? "" : ".\(padded(fraction, to: 6))"
    return "\(padded(year, to: 4))-\(two(month))-\(two(dayOfMonth))T\(clock)\(decimals)Z"
  }

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

  private static func two(_ number: Int64) -> String { padded(number, to: 2) }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  /// Year, month and day of a day number counted from 1970-01-01; years start in March here, so that the leap day
  /// comes last and months follow a straight line.
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let sinceEra = day + 719_468
    let era = (sinceEra >= 0 ? sinceEra : sinceEra - 146_096) / 146_097
    let dayOfEra = sinceEra - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
