/// Character classes as the engines' host languages define them, by scalar value.
enum CharacterClass {
  /// Unicode white space as Python's `str.isspace` sees it.
  static func isPythonSpace(_ value: UInt32) -> Bool {
    switch value {
    case 0x09...0x0D, 0x1C...0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// White space and line terminators of ECMAScript.
  static func isJavaScriptSpace(_ value: UInt32) -> Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }

  static func isASCIIDigit(_ value: UInt32) -> Bool { 0x30...0x39 ~= value }

  static func isASCIIWord(_ value: UInt32) -> Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
    default: false
    }
  }

  /// The value of a decimal digit of any script; nil for everything else.
  static func decimalDigit(_ value: UInt32) -> UInt8? {
    if value < 0x80 { return isASCIIDigit(value) ? UInt8(value - 0x30) : nil }
    guard let properties = Unicode.Scalar(value)?.properties, properties.generalCategory == .decimalNumber,
      let number = properties.numericValue
    else { return nil }
    return UInt8(exactly: number)
  }

  /// What `\w` takes in Python: letters, everything numeric, and `_`.
  static func isPythonWord(_ value: UInt32) -> Bool {
    if value < 0x80 { return isASCIIWord(value) }
    guard let properties = Unicode.Scalar(value)?.properties else { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
      return true
    default: return properties.numericType != nil
    }
  }
}
