/// Times of the calendar as `--clock` takes them, always in UTC: no time zone, no locale.
enum CalendarTime {
  /// Reads `2026-01-01T00:00:00Z`, with an optional fraction of up to six digits, or a bare day.
  /// - Returns: Microseconds since 1970; nil for anything else.
  static func parse(_ text: String) -> Int64? {
    var rest = text[...]
    func number(_ digits: Int) -> Int64? {
      let part = rest.prefix(digits)
      guard part.utf8.count == digits, part.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
      rest = rest.dropFirst(digits)
      return Int64(part)
    }
    func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2) else { return nil }
    guard (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year) else { return nil }
    let midnight = daysSince1970(year, month, day) * 86_400_000_000
    if rest.isEmpty { return midnight }
    guard skip("T"), let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    if skip(".") {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard (1...6).contains(digits.count), let value = Int64(digits) else { return nil }
      rest = rest.dropFirst(digits.count)
      fraction = (0..<(6 - digits.count)).reduce(value) { product, _ in product * 10 }
    }
    guard skip("Z"), rest.isEmpty else { return nil }
    return midnight + ((hour * 60 + minute) * 60 + second) * 1_000_000 + fraction
  }

  private static func days(of month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of the proleptic Gregorian calendar, counted in years that begin in March.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let leapDays = y / 4 - y / 100 + y / 400
    return y * 365 + leapDays + (m * 153 + 2) / 5 + day - 1 - 719_468
  }
}
