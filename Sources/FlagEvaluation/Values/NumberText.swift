/// Texts that spell numbers (evaluation.md 10).
enum NumberText {
  /// The number that a text spells; nil when it spells none and shall be compared as text.
  static func number(_ bytes: [UInt8], syntax: Dialect.NumberSyntax) -> Double? {
    if let simple = shortInteger(bytes) { return simple }
    return switch syntax {
    case .python: python(bytes)
    case .javaScript: javaScript(bytes)
    }
  }

  /// One to fifteen ASCII digits, the everyday case, read alike by all.
  private static func shortInteger(_ bytes: [UInt8]) -> Double? {
    guard 1...15 ~= bytes.count else { return nil }
    var number = 0
    for byte in bytes {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return Double(number)
  }

  /// As `float(text)` of Python: white space around, any decimal digits, single underscores between digits.
  private static func python(_ bytes: [UInt8]) -> Double? {
    guard let ascii = pythonASCII(bytes) else { return nil }
    var body = ascii[...]
    if body.first == UInt8(ascii: "-") || body.first == UInt8(ascii: "+") { body.removeFirst() }
    let isNegative = ascii.first == UInt8(ascii: "-")
    switch String(decoding: LowerCase.text(Array(body)), as: UTF8.self) {
    case "inf", "infinity": return isNegative ? -.infinity : .infinity
    case "nan": return .nan
    default: break
    }
    guard let plain = withoutUnderscores(body), isDecimal(plain) else { return nil }
    let number = Double(String(decoding: plain, as: UTF8.self))
    return isNegative ? number.map { -$0 } : number
  }

  /// The text without the white space around it, its digits as ASCII; nil when it holds other characters beyond ASCII.
  private static func pythonASCII(_ bytes: [UInt8]) -> [UInt8]? {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    // CPython takes the separators U+001C to U+001F for white space only in a text that holds more than ASCII.
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      CharacterClass.isPythonSpace(scalar.value) && !(isASCII && 0x1C...0x1F ~= scalar.value)
    }
    while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
    while let last = scalars.last, isSpace(last) { scalars.removeLast() }
    var ascii: [UInt8] = []
    for scalar in scalars {
      if let digit = CharacterClass.decimalDigit(scalar.value) {
        ascii.append(UInt8(ascii: "0") + digit)
      } else if scalar.isASCII {
        ascii.append(UInt8(scalar.value))
      } else {
        return nil
      }
    }
    return ascii
  }

  private static func withoutUnderscores(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.contains(UInt8(ascii: "_")) else { return bytes }
    var plain: ArraySlice<UInt8> = []
    for index in bytes.indices {
      if bytes[index] != UInt8(ascii: "_") {
        plain.append(bytes[index])
      } else {
        guard index > bytes.startIndex, index + 1 < bytes.endIndex, isDigit(bytes[index - 1]),
          isDigit(bytes[index + 1])
        else { return nil }
      }
    }
    return plain
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  /// Digits with an optional fraction and exponent, at least one digit before the exponent, no sign.
  private static func isDecimal(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    func dropDigits(_ rest: inout ArraySlice<UInt8>) -> Int {
      let count = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    var digits = dropDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += dropDigits(&rest)
    }
    guard digits > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      guard dropDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  /// As `Number(text)` of ECMAScript; NaN for a text that spells no number.
  private static func javaScript(_ bytes: [UInt8]) -> Double {
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let first = scalars.first, CharacterClass.isJavaScriptSpace(first.value) { scalars.removeFirst() }
    while let last = scalars.last, CharacterClass.isJavaScriptSpace(last.value) { scalars.removeLast() }
    let body = Array(String(scalars).utf8)[...]
    if body.isEmpty { return 0 }
    if body.count > 2, body.first == UInt8(ascii: "0") {
      switch body[body.startIndex + 1] | 0x20 {
      case UInt8(ascii: "x"): return radix(body.dropFirst(2), bits: 4)
      case UInt8(ascii: "o"): return radix(body.dropFirst(2), bits: 3)
      case UInt8(ascii: "b"): return radix(body.dropFirst(2), bits: 1)
      default: break
      }
    }
    let isNegative = body.first == UInt8(ascii: "-")
    let magnitude = isNegative || body.first == UInt8(ascii: "+") ? body.dropFirst() : body
    if magnitude.elementsEqual("Infinity".utf8) { return isNegative ? -.infinity : .infinity }
    guard isDecimal(magnitude), let number = Double(String(decoding: magnitude, as: UTF8.self)) else { return .nan }
    return isNegative ? -number : number
  }

  /// Digits of a power-of-two base, rounded once to the nearest binary64, ties to even.
  private static func radix(_ digits: ArraySlice<UInt8>, bits: Int) -> Double {
    var significand: UInt64 = 0
    var dropped = 0
    var sticky = false
    for byte in digits {
      guard let digit = HexDigit.value(byte), digit >> bits == 0 else { return .nan }
      if significand >> 58 == 0 {
        significand = significand << bits | UInt64(digit)
      } else {
        dropped += bits
        sticky = sticky || digit != 0
      }
    }
    // At least 59 significant bits are held when any were dropped, so the lowest one may carry "and something more".
    let rounded = Double(sticky ? significand | 1 : significand)
    return dropped > 1100 ? (rounded == 0 ? 0 : .infinity) : rounded * power(of: 2, dropped)
  }

  private static func power(of base: Double, _ exponent: Int) -> Double {
    var product = 1.0
    for _ in 0..<exponent { product *= base }
    return product
  }

  /// The integer that a text spells as `int(text)` of Python reads it, held within 64 bits; nil when it spells none.
  static func integer(_ text: String) -> Int64? {
    guard let ascii = pythonASCII(Array(text.utf8)) else { return nil }
    let isNegative = ascii.first == UInt8(ascii: "-")
    let body = isNegative || ascii.first == UInt8(ascii: "+") ? ascii.dropFirst() : ascii[...]
    guard let plain = withoutUnderscores(body), !plain.isEmpty, plain.allSatisfy(isDigit) else { return nil }
    let literal = (isNegative ? "-" : "") + String(decoding: plain, as: UTF8.self)
    return Int64(literal) ?? (isNegative ? .min : .max)
  }
}
