import TextFormats

/// A decimal number of any length, compared exactly.
struct ExactNumber: Equatable, Comparable {
  private let isNegative: Bool
  /// Without leading and trailing zeros; empty for zero.
  private let digits: [UInt8]
  /// The power of ten of the first digit.
  private let exponent: Int

  /// Exponents beyond this all count as this one, far beyond anything a document holds.
  private static let largestExponent = 1 << 50

  /// A number of a document.
  init?(_ value: JSONValue) {
    switch value {
    case .integer(let number): self.init(String(number))
    case .number(let literal): self.init(literal)
    default: return nil
    }
  }

  /// A number as JSON writes it.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    let isNegative = rest.first == Byte.dash
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix(while: Byte.isDigit)
    guard !whole.isEmpty, whole.count == 1 || whole.first != 0x30 else { return nil }
    rest = rest[whole.endIndex...]
    var fraction: ArraySlice<UInt8> = []
    if rest.first == Byte.dot {
      fraction = rest.dropFirst().prefix(while: Byte.isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest[fraction.endIndex...]
    }
    guard let power = Self.power(rest) else { return nil }
    let all = whole + fraction
    guard let first = all.firstIndex(where: { $0 != 0x30 }), let last = all.lastIndex(where: { $0 != 0x30 }) else {
      (self.isNegative, digits, exponent) = (false, [], 0)
      return
    }
    self.isNegative = isNegative
    digits = Array(all[first...last])
    exponent = power + whole.count - 1 - (first - all.startIndex)
  }

  /// The value of `e±N`, 0 for nothing, nil for anything else.
  private static func power(_ text: ArraySlice<UInt8>) -> Int? {
    guard let letter = text.first else { return 0 }
    guard letter == 0x65 || letter == 0x45 else { return nil }
    var rest = text.dropFirst()
    let isNegative = rest.first == Byte.dash
    if isNegative || rest.first == 0x2B { rest = rest.dropFirst() }
    guard !rest.isEmpty, rest.allSatisfy(Byte.isDigit) else { return nil }
    var value = 0
    for digit in rest where value < largestExponent { value = value * 10 + Int(digit - 0x30) }
    value = min(value, largestExponent)
    return isNegative ? -value : value
  }

  static func < (left: ExactNumber, right: ExactNumber) -> Bool {
    guard left.isNegative == right.isNegative else {
      // Zero is never negative, so the signs decide.
      return left.isNegative
    }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  private func isSmaller(than other: ExactNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
