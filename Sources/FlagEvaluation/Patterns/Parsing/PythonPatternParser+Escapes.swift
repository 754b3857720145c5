/// Escapes, and the sets of characters in brackets.
extension PythonPatternParser {
  var digit: UnitClass { flags.ascii ? .asciiDigit : .unicodeDigit }
  var space: UnitClass { flags.ascii ? .asciiSpace : .unicodeSpace }
  var word: UnitClass { flags.ascii ? .asciiWord : .unicodeWord }

  func category(_ unit: UInt32) -> (UnitClass, negated: Bool)? {
    switch unit {
    case "d": (digit, false)
    case "D": (digit, true)
    case "s": (space, false)
    case "S": (space, true)
    case "w": (word, false)
    case "W": (word, true)
    default: nil
    }
  }

  mutating func escape() throws(PatternFault) -> Item {
    guard let unit = current else { throw PatternFault(reason: "bad escape (end of pattern)") }
    if let (unitClass, negated) = category(unit) {
      position += 1
      var set = UnitSet()
      set.insert(unitClass, negated: negated)
      return plain(.unit(.set(set.sealed())), .one)
    }
    switch unit {
    case "A":
      position += 1
      return assertion(.textStart)
    case "Z":
      position += 1
      return assertion(.textEnd)
    case "b":
      position += 1
      return assertion(.wordBoundary(word))
    case "B":
      position += 1
      return assertion(.noWordBoundary(word))
    case "1"..."9":
      return try reference()
    case "0":
      position += 1
      var number: UInt32 = 0
      for digit in takeOctal(limit: 2) { number = number << 3 | (digit - 0x30) }
      return plain(literal(number), .one)
    default:
      return plain(literal(try character(unit)), .one)
    }
  }

  mutating func takeOctal(limit: Int) -> [UInt32] {
    var digits: [UInt32] = []
    while digits.count < limit, let unit = current, isOctalDigit(unit) {
      digits.append(unit)
      position += 1
    }
    return digits
  }

  /// A back reference of one or two digits, or a character by three octal digits.
  mutating func reference() throws(PatternFault) -> Item {
    if isOctalDigit(current), isOctalDigit(ahead(1)), isOctalDigit(ahead(2)) {
      var number: UInt32 = 0
      for digit in takeOctal(limit: 3) { number = number << 3 | (digit - 0x30) }
      guard number <= 0o377 else { throw PatternFault(reason: "octal escape value outside of range 0-0o377") }
      return plain(literal(number), .one)
    }
    return try reference(to: number(takeDigits(limit: 2)))
  }

  func reference(to group: Int) throws(PatternFault) -> Item {
    guard group < groupWidths.count else { throw PatternFault(reason: "invalid group reference \(group)") }
    guard let width = groupWidths[group] else { throw PatternFault(reason: "cannot refer to an open group") }
    return plain(.backReference(group, ignoresCase: flags.ignoresCase), width)
  }

  /// An escaped single character; the position is at the one after the backslash.
  mutating func character(_ unit: UInt32) throws(PatternFault) -> UInt32 {
    position += 1
    switch unit {
    case "a": return 0x07
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "x", "u", "U":
      let count = unit == "x" ? 2 : unit == "u" ? 4 : 8
      guard let number = takeHexadecimal(count: count), number <= 0x10FFFF else {
        throw PatternFault(reason: "incomplete escape \\\(text([unit]))")
      }
      return number
    case "0"..."9":
      throw PatternFault(reason: "bad escape \\\(text([unit]))")
    default:
      guard !isASCIILetter(unit) else { throw PatternFault(reason: "bad escape \\\(text([unit]))") }
      return unit
    }
  }

  // MARK: Sets

  mutating func set() throws(PatternFault) -> UnitSet {
    var set = UnitSet()
    set.ignoresCase = flags.ignoresCase
    set.isNegated = take("^")
    var isFirst = true
    while true {
      guard let unit = current else { throw PatternFault(reason: "unterminated character set") }
      if unit == "]", !isFirst {
        position += 1
        return set.sealed()
      }
      isFirst = false
      let low = try setMember()
      guard current == "-", let next = ahead(1), next != "]" else {
        switch low {
        case .unit(let unit): set.insert(unit...unit)
        case .category(let unitClass, let negated): set.insert(unitClass, negated: negated)
        }
        continue
      }
      position += 1
      guard case .unit(let first) = low, case .unit(let last) = try setMember(), first <= last else {
        throw PatternFault(reason: "bad character range")
      }
      set.insert(first...last)
    }
  }

  enum SetMember {
    case unit(UInt32)
    case category(UnitClass, negated: Bool)
  }

  mutating func setMember() throws(PatternFault) -> SetMember {
    guard let unit = current else { throw PatternFault(reason: "unterminated character set") }
    position += 1
    guard unit == "\\" else { return .unit(unit) }
    guard let escaped = current else { throw PatternFault(reason: "bad escape (end of pattern)") }
    if let (unitClass, negated) = category(escaped) {
      position += 1
      return .category(unitClass, negated: negated)
    }
    if escaped == "b" {
      position += 1
      return .unit(0x08)
    }
    if isOctalDigit(escaped) {
      var number: UInt32 = 0
      for digit in takeOctal(limit: 3) { number = number << 3 | (digit - 0x30) }
      guard number <= 0o377 else { throw PatternFault(reason: "octal escape value outside of range 0-0o377") }
      return .unit(number)
    }
    return .unit(try character(escaped))
  }
}
