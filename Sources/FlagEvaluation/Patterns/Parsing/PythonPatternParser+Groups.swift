/// Everything that begins with `(?`, and plain groups.
extension PythonPatternParser {
  mutating func group(isStart: Bool) throws(PatternFault) -> Item? {
    guard take("?") else { return try capture(name: nil) }
    guard let unit = current else { throw PatternFault(reason: "unexpected end of pattern") }
    position += 1
    switch unit {
    case ":":
      return try closed { parser throws(PatternFault) in
        let (node, width) = try parser.alternatives()
        return parser.plain(node, width)
      }
    case "P":
      if take("<") { return try capture(name: try name(end: ">")) }
      guard take("=") else { throw PatternFault(reason: "unknown extension ?P") }
      let name = try name(end: ")")
      guard let group = groupNames[name] else { throw PatternFault(reason: "unknown group name") }
      return try reference(to: group)
    case "#":
      while let skipped = current {
        position += 1
        if skipped == ")" { return nil }
      }
      throw PatternFault(reason: "missing ), unterminated comment")
    case "=", "!":
      return try look(behind: false, negated: unit == "!")
    case "<":
      guard current == "=" || current == "!" else { throw PatternFault(reason: "unknown extension ?<") }
      position += 1
      return try look(behind: true, negated: units[position - 1] == "!")
    case ">":
      return try closed { parser throws(PatternFault) in
        let (node, width) = try parser.alternatives()
        return parser.plain(.atomic(node), width)
      }
    case "(":
      return try conditional()
    default:
      position -= 1
      return try flagGroup(isStart: isStart)
    }
  }

  /// Reads the inside of a group up to its parenthesis, under the flags of the outside.
  mutating func closed(
    _ read: (inout Self) throws(PatternFault) -> Item
  ) throws(PatternFault) -> Item {
    let outer = flags
    let item = try read(&self)
    guard take(")") else { throw PatternFault(reason: "missing ), unterminated subpattern") }
    flags = outer
    return item
  }

  mutating func capture(name: [UInt32]?) throws(PatternFault) -> Item {
    let group = groupWidths.count
    groupWidths.append(nil)
    if let name {
      guard groupNames.updateValue(group, forKey: name) == nil else {
        throw PatternFault(reason: "redefinition of a group name")
      }
    }
    let item = try closed { parser throws(PatternFault) in
      let (node, width) = try parser.alternatives()
      return parser.plain(.capture(group, node), width)
    }
    groupWidths[group] = item.width
    return item
  }

  mutating func look(behind: Bool, negated: Bool) throws(PatternFault) -> Item {
    try closed { parser throws(PatternFault) in
      let (node, width) = try parser.alternatives()
      if behind, width.lower != width.upper { throw PatternFault(reason: "look-behind requires fixed-width pattern") }
      return parser.plain(.look(behind: behind, negated: negated, node), .zero)
    }
  }

  /// A name up to `end`, which is taken too.
  mutating func name(end: Unicode.Scalar) throws(PatternFault) -> [UInt32] {
    var name: [UInt32] = []
    while let unit = current, unit != end {
      name.append(unit)
      position += 1
    }
    guard take(end) else { throw PatternFault(reason: "missing \(end), unterminated name") }
    guard let first = name.first else { throw PatternFault(reason: "missing group name") }
    let isName =
      name.allSatisfy(CharacterClass.isPythonWord) && CharacterClass.decimalDigit(first) == nil
    guard isName else { throw PatternFault(reason: "bad character in group name") }
    return name
  }

  mutating func conditional() throws(PatternFault) -> Item {
    let start = position
    let digits = takeDigits()
    let group: Int
    if !digits.isEmpty, take(")") {
      group = number(digits)
      guard group > 0 else { throw PatternFault(reason: "bad group number") }
      conditionalGroups.append(group)
    } else {
      position = start
      let name = try name(end: ")")
      guard let found = groupNames[name] else { throw PatternFault(reason: "unknown group name") }
      group = found
    }
    return try closed { parser throws(PatternFault) in
      parser.depth += 1
      defer { parser.depth -= 1 }
      guard parser.depth <= PatternLimits.maximumDepth else { throw PatternFault(reason: "groups nested too deeply") }
      let (yes, yesWidth) = try parser.sequence(isFirst: false)
      guard parser.take("|") else {
        return parser.plain(.conditional(group: group, yes, .empty), Self.union(yesWidth, .zero))
      }
      let (no, noWidth) = try parser.sequence(isFirst: false)
      guard parser.current != "|" else { throw PatternFault(reason: "conditional backref with more than two branches") }
      return parser.plain(.conditional(group: group, yes, no), Self.union(yesWidth, noWidth))
    }
  }

  /// `(?flags)` at the start of the pattern, or `(?flags-flags:...)`.
  mutating func flagGroup(isStart: Bool) throws(PatternFault) -> Item? {
    var added = flags
    var addedNames: Set<UInt32> = []
    var isRemoving = false
    var removedCount = 0
    while let unit = current {
      position += 1
      switch unit {
      case "i": added.ignoresCase = !isRemoving
      case "m": added.multiline = !isRemoving
      case "s": added.dotTakesAll = !isRemoving
      case "x": added.verbose = !isRemoving
      case "a" where !isRemoving: added.ascii = true
      case "u" where !isRemoving: added.ascii = false
      case "-" where !isRemoving:
        isRemoving = true
        continue
      case ")" where !isRemoving && !addedNames.isEmpty:
        guard isStart else { throw PatternFault(reason: "global flags not at the start of the expression") }
        flags = added
        return nil
      case ":" where !isRemoving && !addedNames.isEmpty || removedCount > 0:
        let inner = added
        return try closed { parser throws(PatternFault) in
          parser.flags = inner
          let (node, width) = try parser.alternatives()
          return parser.plain(node, width)
        }
      default:
        throw PatternFault(reason: "unknown extension ?\(text([unit]))")
      }
      if isRemoving {
        removedCount += 1
        guard !addedNames.contains(unit) else { throw PatternFault(reason: "flag turned on and off") }
      } else {
        addedNames.insert(unit)
        guard !addedNames.isSuperset(of: [UInt32(UInt8(ascii: "a")), UInt32(UInt8(ascii: "u"))]) else {
          throw PatternFault(reason: "flags 'a', 'u' and 'L' are incompatible")
        }
      }
    }
    throw PatternFault(reason: "missing -, : or )")
  }
}
