import TextFormats
import Vocabulary

/// Durations as people write them: a number and a unit (`250ms`, `1.5s`, `2m`).
enum DurationText {
  private static let units: [(name: String, microseconds: Int64)] = [
    ("us", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000),
  ]

  /// How many digits after the point are read, so that nothing overflows.
  private static let fractionDigitLimit = 9

  /// What to write, for hints.
  static let hint = "write a number and a unit, such as 250ms, 1.5s or 2m"

  /// Reads a duration; nil when there is no unit, a part of a microsecond is left over, or 64 bits cannot hold it.
  static func parse(_ text: String) -> Span? {
    let bytes = Array(text.utf8)
    let number = bytes.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    let unitName = String(decoding: bytes[number.count...], as: UTF8.self)
    guard let unit = units.first(where: { $0.name.isExactly(unitName) }) else { return nil }
    let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.flatMap(integer) else { return nil }
    let (base, overflow) = whole.multipliedReportingOverflow(by: unit.microseconds)
    guard !overflow, let fraction = parts.count == 2 ? fraction(parts[1], of: unit.microseconds) : 0 else { return nil }
    let (sum, isTooLong) = base.addingReportingOverflow(fraction)
    return isTooLong ? nil : Span(microseconds: sum)
  }

  /// The microseconds of a decimal fraction of a unit; nil when they are not whole.
  private static func fraction(_ digits: ArraySlice<UInt8>, of unit: Int64) -> Int64? {
    guard digits.count <= fractionDigitLimit, let numerator = integer(digits) else { return nil }
    let denominator = digits.reduce(Int64(1)) { product, _ in product * 10 }
    let (quotient, remainder) = (numerator * unit).quotientAndRemainder(dividingBy: denominator)
    return remainder == 0 ? quotient : nil
  }

  private static func integer(_ digits: ArraySlice<UInt8>) -> Int64? {
    digits.isEmpty ? nil : Int64(String(decoding: digits, as: UTF8.self))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
