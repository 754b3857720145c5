/// Parses patterns as ECMAScript's `new RegExp(text)` does: no flags, UTF-16 units, with the web's additional syntax
/// (annex B of the standard), errors included.
struct JavaScriptPatternParser: PatternParsing {
  let units: [UInt32]
  var position = 0

  /// Groups of the whole pattern, counted beforehand: a reference may come before its group.
  private let groupCount: Int
  private let groupNames: [[UInt32]: Int]
  private var openedGroups = 0
  private var depth = 0

  /// The tree and the number of groups.
  static func parse(_ pattern: String) throws(PatternFault) -> (PatternNode, groupCount: Int) {
    var parser = try JavaScriptPatternParser(pattern.utf16.map(UInt32.init))
    let node = try parser.alternatives()
    guard parser.current == nil else { throw PatternFault(reason: "unmatched ')'") }
    return (node, parser.groupCount)
  }

  private init(_ units: [UInt32]) throws(PatternFault) {
    self.units = units
    var scanner = GroupScanner(units: units)
    (groupCount, groupNames) = try scanner.groups()
  }

  // MARK: Structure

  private mutating func alternatives() throws(PatternFault) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PatternLimits.maximumDepth else { throw PatternFault(reason: "groups nested too deeply") }
    var branches: [PatternNode] = []
    repeat {
      var parts: [PatternNode] = []
      while let unit = current, unit != "|", unit != ")" { parts.append(try term(unit)) }
      branches.append(parts.count == 1 ? parts[0] : .sequence(parts))
    } while take("|")
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func term(_ unit: UInt32) throws(PatternFault) -> PatternNode {
    if try quantifier() != nil { throw PatternFault(reason: "nothing to repeat") }
    position += 1
    var canRepeat = true
    let node: PatternNode
    switch unit {
    case "^":
      canRepeat = false
      node = .assertion(.textStart)
    case "$":
      canRepeat = false
      node = .assertion(.textEnd)
    case ".":
      node = .unit(.anyExceptLineTerminator)
    case "[":
      node = .unit(.set(try set()))
    case "(":
      node = try group(canRepeat: &canRepeat)
    case "\\":
      node = try escape(canRepeat: &canRepeat)
    default:
      node = .unit(.literal(unit))
    }
    let start = position
    guard let repetition = try quantifier() else { return node }
    guard canRepeat else {
      position = start
      throw PatternFault(reason: "nothing to repeat")
    }
    return .repetition(node, repetition)
  }

  private mutating func quantifier() throws(PatternFault) -> PatternNode.Repetition? {
    var minimum = 0
    var maximum: Int?
    switch current {
    case "*"?: position += 1
    case "+"?:
      minimum = 1
      position += 1
    case "?"?:
      maximum = 1
      position += 1
    case "{"?:
      let start = position
      position += 1
      let low = takeDigits()
      var high = low
      if !low.isEmpty, take(",") { high = takeDigits() }
      guard !low.isEmpty, take("}") else {
        position = start
        return nil
      }
      minimum = number(low)
      maximum = high.isEmpty ? nil : number(high)
      if let maximum, maximum < minimum { throw PatternFault(reason: "numbers out of order in {} quantifier") }
      if let bound = maximum, bound > PatternLimits.maximumRepetition { maximum = nil }
    default: return nil
    }
    return .init(minimum: minimum, maximum: maximum, mode: take("?") ? .lazy : .greedy)
  }

  private mutating func group(canRepeat: inout Bool) throws(PatternFault) -> PatternNode {
    guard take("?") else { return try capture() }
    if take(":") { return try closed() }
    if take("=") { return .look(behind: false, negated: false, try closed()) }
    if take("!") { return .look(behind: false, negated: true, try closed()) }
    if take(text: "<=") {
      canRepeat = false
      return .look(behind: true, negated: false, try closed())
    }
    if take(text: "<!") {
      canRepeat = false
      return .look(behind: true, negated: true, try closed())
    }
    guard take("<") else { throw PatternFault(reason: "invalid group") }
    while current != nil, !take(">") { position += 1 }
    return try capture()
  }

  private mutating func capture() throws(PatternFault) -> PatternNode {
    openedGroups += 1
    let group = openedGroups
    return .capture(group, try closed())
  }

  private mutating func closed() throws(PatternFault) -> PatternNode {
    let node = try alternatives()
    guard take(")") else { throw PatternFault(reason: "unterminated group") }
    return node
  }

  // MARK: Escapes

  private func category(_ unit: UInt32) -> (UnitClass, negated: Bool)? {
    switch unit {
    case "d": (.asciiDigit, false)
    case "D": (.asciiDigit, true)
    case "s": (.javaScriptSpace, false)
    case "S": (.javaScriptSpace, true)
    case "w": (.asciiWord, false)
    case "W": (.asciiWord, true)
    default: nil
    }
  }

  private mutating func escape(canRepeat: inout Bool) throws(PatternFault) -> PatternNode {
    guard let unit = current else { throw PatternFault(reason: "\\ at end of pattern") }
    if let (unitClass, negated) = category(unit) {
      position += 1
      var set = UnitSet()
      set.insert(unitClass, negated: negated)
      return .unit(.set(set.sealed()))
    }
    switch unit {
    case "b", "B":
      position += 1
      canRepeat = false
      return .assertion(unit == "b" ? .wordBoundary(.asciiWord) : .noWordBoundary(.asciiWord))
    case "1"..."9":
      let start = position
      let group = number(takeDigits())
      if group <= groupCount { return .backReference(group, ignoresCase: false) }
      position = start
      return .unit(.literal(legacyOctal()))
    case "k" where !groupNames.isEmpty:
      position += 1
      guard take("<") else { throw PatternFault(reason: "invalid named reference") }
      var name: [UInt32] = []
      while let unit = current, unit != ">" {
        name.append(unit)
        position += 1
      }
      guard take(">"), let group = groupNames[name] else {
        throw PatternFault(reason: "invalid named capture referenced")
      }
      return .backReference(group, ignoresCase: false)
    default:
      return .unit(.literal(character(inSet: false)))
    }
  }

  /// `\ddd` that is no reference: up to three octal digits not above 0o377, or the digit itself.
  private mutating func legacyOctal() -> UInt32 {
    guard let first = current else { return 0 }
    position += 1
    guard isOctalDigit(first) else { return first }
    var number = first - 0x30
    for _ in 0..<2 {
      guard let unit = current, isOctalDigit(unit), number << 3 | (unit - 0x30) <= 0o377 else { break }
      number = number << 3 | (unit - 0x30)
      position += 1
    }
    return number
  }

  /// An escaped single character; the position is at the one after the backslash, and there is one.
  private mutating func character(inSet: Bool) -> UInt32 {
    guard let unit = current else { return 0x5C }
    if 0x30...0x39 ~= unit { return legacyOctal() }
    position += 1
    switch unit {
    case "f": return 0x0C
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "v": return 0x0B
    case "x": return takeHexadecimal(count: 2) ?? unit
    case "u": return takeHexadecimal(count: 4) ?? unit
    case "c":
      if let control = current, isASCIILetter(control) || inSet && (0x30...0x39 ~= control || control == "_") {
        position += 1
        return control & 0x1F
      }
      // The backslash stands for itself and the letter is read again.
      position -= 1
      return 0x5C
    default: return unit
    }
  }

  // MARK: Sets

  private enum SetMember {
    case unit(UInt32)
    case category(UnitClass, negated: Bool)
  }

  private mutating func set() throws(PatternFault) -> UnitSet {
    var set = UnitSet()
    set.isNegated = take("^")
    while !take("]") {
      let low = try setMember()
      guard current == "-", let next = ahead(1), next != "]" else {
        Self.insert(low, into: &set)
        continue
      }
      position += 1
      let high = try setMember()
      if case .unit(let first) = low, case .unit(let last) = high {
        guard first <= last else { throw PatternFault(reason: "range out of order in character class") }
        set.insert(first...last)
      } else {
        Self.insert(low, into: &set)
        Self.insert(.unit(0x2D), into: &set)
        Self.insert(high, into: &set)
      }
    }
    return set.sealed()
  }

  private static func insert(_ member: SetMember, into set: inout UnitSet) {
    switch member {
    case .unit(let unit): set.insert(unit...unit)
    case .category(let unitClass, let negated): set.insert(unitClass, negated: negated)
    }
  }

  private mutating func setMember() throws(PatternFault) -> SetMember {
    guard let unit = current else { throw PatternFault(reason: "unterminated character class") }
    position += 1
    guard unit == "\\" else { return .unit(unit) }
    guard let escaped = current else { throw PatternFault(reason: "\\ at end of pattern") }
    if let (unitClass, negated) = category(escaped) {
      position += 1
      return .category(unitClass, negated: negated)
    }
    if escaped == "b" {
      position += 1
      return .unit(0x08)
    }
    return .unit(character(inSet: true))
  }

  /// Counts the groups of a pattern and collects their names.
  private struct GroupScanner: PatternParsing {
    let units: [UInt32]
    var position = 0

    mutating func groups() throws(PatternFault) -> (Int, [[UInt32]: Int]) {
      var count = 0
      var names: [[UInt32]: Int] = [:]
      var isInSet = false
      while let unit = current {
        position += 1
        switch unit {
        case "\\": position += 1
        case "[": isInSet = true
        case "]": isInSet = false
        case "(" where !isInSet:
          guard current == "?" else {
            count += 1
            continue
          }
          guard ahead(1) == "<", let next = ahead(2), next != "=", next != "!" else { continue }
          count += 1
          position += 2
          guard names.updateValue(count, forKey: try name()) == nil else {
            throw PatternFault(reason: "duplicate capture group name")
          }
        default: break
        }
      }
      return (count, names)
    }

    private mutating func name() throws(PatternFault) -> [UInt32] {
      var name: [UInt32] = []
      while let unit = current, unit != ">" {
        let isNamePart =
          unit == "$" || CharacterClass.isPythonWord(unit) || 0xD800...0xDFFF ~= unit
        guard isNamePart, !(name.isEmpty && CharacterClass.decimalDigit(unit) != nil) else { break }
        name.append(unit)
        position += 1
      }
      guard !name.isEmpty, take(">") else { throw PatternFault(reason: "invalid capture group name") }
      return name
    }
  }
}
