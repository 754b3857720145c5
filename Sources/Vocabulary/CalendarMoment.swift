/// Moments of the Gregorian calendar in UTC, years 0 to 9999, as ISO 8601 texts.
package enum CalendarMoment {
  /// Why a text is no moment.
  package enum Fault: Error, Equatable {
    case notAMoment
    /// A month, day, hour, minute, second or offset that does not exist.
    case outOfRange
    /// A fraction of a second with more than three digits that are not zero.
    case tooFine
  }

  /// What a text names.
  package enum Value: Equatable, Sendable {
    /// `yyyy-MM-dd`.
    case day
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case moment(Int64)
  }

  /// The form of `text(milliseconds:)`, for hints.
  package static let hint = "write 2026-03-01, 2026-03-01T08:30:00Z or 2026-03-01T09:30:00.250+01:00"

  /// `2026-03-01T00:00:00.000Z`.
  package static func text(milliseconds: Int64) -> String {
    let (day, time) = floorDivision(milliseconds, 86_400_000)
    let date = date(ofDay: day)
    return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2) + "T"
      + padded(time / 3_600_000, 2) + ":" + padded(time / 60_000 % 60, 2) + ":" + padded(time / 1_000 % 60, 2) + "."
      + padded(time % 1_000, 3) + "Z"
  }

  /// Reads a day, or a moment with `Z` or an offset such as `+01:00`.
  package static func parse(_ text: String) throws(Fault) -> Value {
    var reader = Reader(rest: Array(text.utf8)[...])
    let year = try reader.number(4)
    try reader.skip("-")
    let month = try reader.number(2)
    try reader.skip("-")
    let day = try reader.number(2)
    guard (1...12).contains(month), (1...length(ofMonth: month, year: year)).contains(day) else {
      throw .outOfRange
    }
    if reader.rest.isEmpty { return .day }
    try reader.skip("T")
    let hour = try reader.number(2)
    try reader.skip(":")
    let minute = try reader.number(2)
    try reader.skip(":")
    let second = try reader.number(2)
    let fraction = try reader.fraction()
    let offset = try reader.offset()
    guard reader.rest.isEmpty else { throw .notAMoment }
    guard hour < 24, minute < 60, second < 60 else { throw .outOfRange }
    let seconds = days(year: year, month: month, day: day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    let moment = seconds * 1_000 + fraction
    guard range.contains(moment) else { throw .outOfRange }
    return .moment(moment)
  }

  /// The milliseconds of years 0 to 9999.
  private static let range =
    days(year: 0, month: 1, day: 1) * 86_400_000..<days(year: 10_000, month: 1, day: 1) * 86_400_000

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func number(_ count: Int) throws(Fault) -> Int64 {
      let digits = rest.prefix(count)
      guard digits.count == count else { throw .notAMoment }
      var number: Int64 = 0
      for digit in digits {
        guard (0x30...0x39).contains(digit) else { throw .notAMoment }
        number = number * 10 + Int64(digit - 0x30)
      }
      rest = rest.dropFirst(count)
      return number
    }

    mutating func takes(_ mark: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: mark) else { return false }
      rest = rest.dropFirst()
      return true
    }

    mutating func skip(_ mark: Unicode.Scalar) throws(Fault) { if !takes(mark) { throw .notAMoment } }

    /// Milliseconds of `.250`; 0 without a fraction.
    mutating func fraction() throws(Fault) -> Int64 {
      guard takes(".") else { return 0 }
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { throw .notAMoment }
      guard digits.dropFirst(3).allSatisfy({ $0 == 0x30 }) else { throw .tooFine }
      rest = rest.dropFirst(digits.count)
      let three = Array(digits.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
      return three.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// Seconds east of Greenwich.
    mutating func offset() throws(Fault) -> Int64 {
      if takes("Z") { return 0 }
      let isEast = takes("+")
      guard isEast || takes("-") else { throw .notAMoment }
      let hour = try number(2)
      try skip(":")
      let minute = try number(2)
      guard hour < 24, minute < 60 else { throw .outOfRange }
      return (isEast ? 1 : -1) * (hour * 3_600 + minute * 60)
    }
  }

  // MARK: Calendar

  private static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func floorDivision(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  /// Days since 1970-01-01; years count from March inside, so that the leap day is the last of its year.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivision(marchYear, 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivision(day + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
