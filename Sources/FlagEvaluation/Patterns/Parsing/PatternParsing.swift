/// What the parsers of both dialects share: the units of the pattern and a position in them.
protocol PatternParsing {
  var units: [UInt32] { get }
  var position: Int { get set }
}

extension PatternParsing {
  var current: UInt32? { position < units.count ? units[position] : nil }

  /// The unit `distance` after the current one.
  func ahead(_ distance: Int) -> UInt32? { position + distance < units.count ? units[position + distance] : nil }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard current == character else { return false }
    position += 1
    return true
  }

  /// Takes the whole text or nothing.
  mutating func take(text: String) -> Bool {
    let wanted = text.unicodeScalars.map(\.value)
    guard units[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  /// Takes the ASCII digits that follow, at most `limit`.
  mutating func takeDigits(limit: Int = .max) -> [UInt32] {
    let start = position
    while let unit = current, 0x30...0x39 ~= unit, position - start < limit { position += 1 }
    return Array(units[start..<position])
  }

  /// The number that exactly `count` hexadecimal digits spell; takes nothing when there are fewer.
  mutating func takeHexadecimal(count: Int) -> UInt32? {
    guard position + count <= units.count else { return nil }
    var number: UInt32 = 0
    for unit in units[position..<position + count] {
      guard unit < 0x80, let digit = HexDigit.value(UInt8(unit)) else { return nil }
      number = number << 4 | UInt32(digit)
    }
    position += count
    return number
  }

  /// The value of decimal digits, held at just above the largest repetition.
  func number(_ digits: [UInt32]) -> Int {
    digits.reduce(0) { min($0 * 10 + Int($1 - 0x30), PatternLimits.maximumRepetition + 1) }
  }

  func text(_ units: some Sequence<UInt32>) -> String {
    var text = ""
    for unit in units { text.unicodeScalars.append(Unicode.Scalar(unit) ?? "\u{FFFD}") }
    return text
  }

  func isASCIILetter(_ unit: UInt32) -> Bool { 0x41...0x5A ~= unit || 0x61...0x7A ~= unit }
  func isOctalDigit(_ unit: UInt32?) -> Bool { unit.map { 0x30...0x37 ~= $0 } ?? false }
}

// Units beside character literals.

func == (unit: UInt32, character: Unicode.Scalar) -> Bool { unit == character.value }
func != (unit: UInt32, character: Unicode.Scalar) -> Bool { unit != character.value }
func == (unit: UInt32?, character: Unicode.Scalar) -> Bool { unit == .some(character.value) }
func != (unit: UInt32?, character: Unicode.Scalar) -> Bool { unit != .some(character.value) }
func ~= (character: Unicode.Scalar, unit: UInt32) -> Bool { unit == character.value }
func ~= (characters: ClosedRange<Unicode.Scalar>, unit: UInt32) -> Bool {
  characters.lowerBound.value <= unit && unit <= characters.upperBound.value
}
