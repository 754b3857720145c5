/// A version as the engines understand it: `major.minor`, then maybe `.patch`, then maybe `-pre` (evaluation.md 10).
///
/// The parser is linear; the engines' own pattern for the same language can take exponential time.
struct VersionNumber: Sendable {
  private let parts: [Part]
  /// The text after the hyphen; nil without one.
  private let prerelease: [UInt8]?

  /// A whole number of any size.
  private struct Part: Sendable {
    /// The number, when it is short; the bits of its binary64 where parts are such, whose order is the same.
    var short: UInt64
    /// The digits of a long number, without leading zeros.
    var long: [UInt8] = []

    static func order(_ left: Part, _ right: Part) -> TextOrder {
      if left.short != right.short { return .of(left.short, right.short) }
      if left.long.count != right.long.count { return .of(left.long.count, right.long.count) }
      return .of(left.long, right.long, by: .codePoints)
    }
  }

  /// The version that the text spells; nil when it spells none.
  init?(_ bytes: [UInt8], syntax: Dialect.VersionSyntax) {
    guard let first = bytes.first, first >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else { return nil }
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    if syntax == .python, scalars.last == "\n" { scalars.removeLast() }
    var parts: [Part] = []
    var prerelease: [UInt8]?
    while parts.count < 3 {
      guard let part = Self.part(&scalars, syntax: syntax) else { return nil }
      parts.append(part)
      guard let next = scalars.first else { break }
      if next == ".", parts.count < 3 {
        scalars.removeFirst()
      } else if next == "-", parts.count == 3 {
        scalars.removeFirst()
        guard Self.isPrerelease(scalars, syntax: syntax) else { return nil }
        prerelease = Array(String(scalars).utf8)
      } else {
        return nil
      }
    }
    guard parts.count >= 2 else { return nil }
    self.parts = parts
    self.prerelease = prerelease
  }

  private static func part(_ scalars: inout Substring.UnicodeScalarView, syntax: Dialect.VersionSyntax) -> Part? {
    var digits: [UInt8] = []
    var count = 0
    while let scalar = scalars.first {
      let digit: UInt8? =
        switch syntax {
        case .python: CharacterClass.decimalDigit(scalar.value)
        case .javaScript: CharacterClass.isASCIIDigit(scalar.value) ? UInt8(scalar.value - 0x30) : nil
        }
      guard let digit else { break }
      if digit != 0 || !digits.isEmpty { digits.append(UInt8(ascii: "0") + digit) }
      count += 1
      scalars.removeFirst()
    }
    guard count > 0 else { return nil }
    switch syntax {
    case .javaScript:
      let number = digits.isEmpty ? 0 : Double(String(decoding: digits, as: UTF8.self)) ?? .infinity
      return Part(short: number.bitPattern)
    case .python:
      guard digits.count > 18 else {
        return Part(short: digits.reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) })
      }
      return Part(short: .max, long: digits)
    }
  }

  /// Groups of word characters and hyphens, separated by single dots, one dot at the end allowed; may be empty.
  private static func isPrerelease(_ scalars: Substring.UnicodeScalarView, syntax: Dialect.VersionSyntax) -> Bool {
    var dotAllowed = false
    for scalar in scalars {
      if scalar == "." {
        guard dotAllowed else { return false }
        dotAllowed = false
      } else {
        let isWord =
          syntax == .python ? CharacterClass.isPythonWord(scalar.value) : CharacterClass.isASCIIWord(scalar.value)
        guard isWord || scalar == "-" else { return false }
        dotAllowed = true
      }
    }
    return true
  }

  /// How the version stands to another; a version with a prerelease stands before the same without, prereleases are
  /// compared as texts.
  func order(to other: VersionNumber, by rule: TextOrder.Rule) -> TextOrder {
    let zero = Part(short: 0)
    for index in 0..<3 {
      let order = Part.order(
        index < parts.count ? parts[index] : zero, index < other.parts.count ? other.parts[index] : zero)
      if order != .same { return order }
    }
    return switch (prerelease, other.prerelease) {
    case (nil, nil): .same
    case (nil, _?): .after
    case (_?, nil): .before
    case (let one?, let another?): .of(one, another, by: rule)
    }
  }
}
