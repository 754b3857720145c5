/// Reads lengths of time as people type them and world files hold them: `250ms`, `1.5s`, `2m` (product.md section 3).
package enum DurationText {
  /// Why a text is no duration.
  package enum Fault: Error, Equatable {
    case notANumber
    case noUnit
    case unknownUnit
    case tooFine
    case tooLong
  }

  /// The units with their microseconds.
  package static let units: [(name: String, microseconds: Int64)] = [
    ("us", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000),
  ]

  /// No unit has an exact part with more digits than this after the point.
  static let finestFraction = 10

  /// What to do about a faulty one.
  package static let hint = "write a number and a unit: 250ms, 5s, 2m (also us and h)"

  /// Reads digits, an optional fraction and a unit; exact to the microsecond.
  package static func parse(_ text: String) throws(Fault) -> Span {
    let bytes = Array(text.utf8)
    let whole = bytes.prefix { isDigit($0) }
    guard !whole.isEmpty else { throw .notANumber }
    var rest = bytes[whole.endIndex...]
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix { isDigit($0) }
      guard !fraction.isEmpty else { throw .notANumber }
      rest = bytes[fraction.endIndex...]
    }
    guard !rest.isEmpty else { throw .noUnit }
    guard let unit = units.first(where: { rest.elementsEqual($0.name.utf8) }) else { throw .unknownUnit }
    var total: Int64 = 0
    for digit in whole {
      total = try multiply(total, by: 10)
      total = try add(total, Int64(digit - 0x30))
    }
    total = try multiply(total, by: unit.microseconds)
    total = try add(total, try part(fraction, of: unit.microseconds))
    return Span(microseconds: total)
  }

  /// The microseconds of the digits after the point; only an exact number counts.
  private static func part(_ fraction: ArraySlice<UInt8>, of unit: Int64) throws(Fault) -> Int64 {
    let digits = fraction.prefix(
      (fraction.lastIndex { $0 != 0x30 } ?? fraction.startIndex - 1) - fraction.startIndex + 1)
    guard digits.count <= finestFraction else { throw .tooFine }
    var numerator: UInt64 = 0
    var denominator: UInt64 = 1
    for digit in digits {
      numerator = numerator * 10 + UInt64(digit - 0x30)
      denominator *= 10
    }
    let product = UInt64(unit).multipliedFullWidth(by: numerator)
    let (quotient, remainder) = denominator.dividingFullWidth(product)
    guard remainder == 0 else { throw .tooFine }
    return Int64(quotient)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func multiply(_ left: Int64, by right: Int64) throws(Fault) -> Int64 {
    let (product, overflow) = left.multipliedReportingOverflow(by: right)
    if overflow { throw .tooLong }
    return product
  }

  private static func add(_ left: Int64, _ right: Int64) throws(Fault) -> Int64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    if overflow { throw .tooLong }
    return sum
  }
}
