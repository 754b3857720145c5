/// Moments in the ISO 8601 form that files use: `2026-01-01T00:00:00Z`, with an optional fraction and offset.
package enum MomentText {
  /// What to write, for hints.
  package static let hint = "write a moment such as 2026-01-01T00:00:00Z"

  /// Reads a moment as microseconds since 1970-01-01T00:00:00Z; nil when it is not one.
  package static func parse(_ text: String) -> Int64? {
    var rest = Array(text.utf8)[...]
    guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest), skip("-", &rest),
      let day = digits(2, &rest), skip("T", &rest), let hour = digits(2, &rest), skip(":", &rest),
      let minute = digits(2, &rest), skip(":", &rest), let second = digits(2, &rest)
    else { return nil }
    guard (1...12).contains(month), (1...length(ofMonth: month, year: year)).contains(day), hour < 24, minute < 60,
      second < 60, let fraction = fraction(&rest), let offset = offset(&rest), rest.isEmpty
    else { return nil }
    let seconds = days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return seconds * 1_000_000 + fraction
  }

  /// Microseconds of `.123`; 0 without a fraction, nil for one that is empty or finer than a microsecond.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard skip(".", &rest) else { return 0 }
    var value: Int64 = 0
    var count = 0
    while let digit = digits(1, &rest) {
      guard count < 6 else { return nil }
      value = value * 10 + digit
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in count..<6 { value *= 10 }
    return value
  }

  /// Seconds east of Greenwich of `Z` or `+01:00`; nil when there is neither.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    if skip("Z", &rest) { return 0 }
    let isEast = skip("+", &rest)
    guard isEast || skip("-", &rest), let hour = digits(2, &rest), skip(":", &rest), let minute = digits(2, &rest),
      hour < 24, minute < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hour * 3_600 + minute * 60)
  }

  private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
    let taken = rest.prefix(count)
    guard taken.count == count else { return nil }
    var value: Int64 = 0
    for byte in taken {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    rest = rest.dropFirst(count)
    return value
  }

  private static func skip(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let byte = rest.first, byte == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isLeap(_ year: Int64) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 in the Gregorian calendar; years 0 to 9999.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    // Counted from March, so that the leap day is the last of its year; shifted by 400 years to stay positive.
    let shifted = (month <= 2 ? year - 1 : year) + 400
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
  }

  // MARK: Writing

  /// `2026-01-01T00:00:00Z`, with six decimals when there is a fraction of a second (proleptic Gregorian calendar).
  package static func text(microseconds: Int64) -> String {
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
