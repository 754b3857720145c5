/// Parses patterns as CPython 3.11's `re` does for text patterns, errors included.
///
/// Out of reach: `\N{name}`, which needs the table of character names.
struct PythonPatternParser: PatternParsing {
  let units: [UInt32]
  var position = 0

  private var flags = Flags()
  /// Width of each closed group (nil while open); index 0 stands for the whole pattern.
  private var groupWidths: [Width?] = [nil]
  private var groupNames: [[UInt32]: Int] = [:]
  private var conditionalGroups: [Int] = []
  private var depth = 0

  private struct Flags: Equatable {
    var ignoresCase = false
    var multiline = false
    var dotTakesAll = false
    var verbose = false
    var ascii = false
  }

  /// How many units a part can take.
  struct Width {
    var lower: Int
    /// nil: without end.
    var upper: Int?

    static let zero = Width(lower: 0, upper: 0)
    static let one = Width(lower: 1, upper: 1)
  }

  private struct Item {
    var node: PatternNode
    var width: Width
    var kind: Kind

    enum Kind {
      case plain
      case assertion
      case repetition
    }
  }

  private init(_ units: [UInt32]) { self.units = units }

  /// The tree and the number of groups.
  static func parse(_ pattern: String) throws(PatternFault) -> (PatternNode, groupCount: Int) {
    var parser = PythonPatternParser(pattern.unicodeScalars.map(\.value))
    let (node, _) = try parser.alternatives(isTop: true)
    guard parser.current == nil else { throw PatternFault(reason: "unbalanced parenthesis") }
    for group in parser.conditionalGroups where group >= parser.groupWidths.count {
      throw PatternFault(reason: "invalid group reference \(group)")
    }
    return (node, parser.groupWidths.count - 1)
  }

  // MARK: Structure

  private mutating func alternatives(isTop: Bool = false) throws(PatternFault) -> (PatternNode, Width) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= PatternLimits.maximumDepth else { throw PatternFault(reason: "groups nested too deeply") }
    var branches: [PatternNode] = []
    var width: Width?
    repeat {
      let (node, branchWidth) = try sequence(isFirst: isTop && branches.isEmpty)
      branches.append(node)
      width = width.map { Self.union($0, branchWidth) } ?? branchWidth
    } while take("|")
    return (branches.count == 1 ? branches[0] : .alternatives(branches), width ?? .zero)
  }

  private static func union(_ one: Width, _ other: Width) -> Width {
    Width(lower: min(one.lower, other.lower), upper: both(one.upper, other.upper).map(max))
  }

  private static func both(_ one: Int?, _ other: Int?) -> (Int, Int)? {
    guard let one, let other else { return nil }
    return (one, other)
  }

  private mutating func sequence(isFirst: Bool) throws(PatternFault) -> (PatternNode, Width) {
    var items: [Item] = []
    while let unit = current, unit != "|", unit != ")" {
      if flags.verbose {
        if CharacterClass.isPythonSpace(unit), unit < 0x80, unit != 0x1C, unit != 0x1D, unit != 0x1E, unit != 0x1F {
          position += 1
          continue
        }
        if unit == "#" {
          while let skipped = current {
            position += 1
            if skipped == "\n" { break }
          }
          continue
        }
      }
      if let repetition = try quantifier() {
        guard let last = items.last, last.kind != .assertion else { throw PatternFault(reason: "nothing to repeat") }
        guard last.kind != .repetition else { throw PatternFault(reason: "multiple repeat") }
        items[items.count - 1] = repeated(last, repetition)
      } else if let item = try item(isStart: isFirst && items.isEmpty) {
        items.append(item)
      }
    }
    let width = items.reduce(Width.zero) { sum, item in
      Width(
        lower: Self.saturatedSum(sum.lower, item.width.lower),
        upper: Self.both(sum.upper, item.width.upper).map(Self.saturatedSum))
    }
    return (items.count == 1 ? items[0].node : .sequence(items.map(\.node)), width)
  }

  private static func saturatedSum(_ one: Int, _ other: Int) -> Int { min(one &+ other, 1 << 40) }
  private static func saturatedProduct(_ one: Int, _ other: Int) -> Int {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? 1 << 40 : min(product, 1 << 40)
  }

  private func repeated(_ item: Item, _ repetition: PatternNode.Repetition) -> Item {
    Item(
      node: .repetition(item.node, repetition),
      width: Width(
        lower: Self.saturatedProduct(item.width.lower, repetition.minimum),
        upper: Self.both(item.width.upper, repetition.maximum).map(Self.saturatedProduct)),
      kind: .repetition)
  }

  /// A quantifier at this place; nil when there is none, with a `{` that starts none left as it is.
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
      guard ahead(1) != "}" else { return nil }
      let start = position
      position += 1
      let low = takeDigits()
      var high = low
      if take(",") { high = takeDigits() }
      guard take("}") else {
        position = start
        return nil
      }
      minimum = low.isEmpty ? 0 : number(low)
      maximum = high.isEmpty ? nil : number(high)
      guard max(minimum, maximum ?? 0) <= PatternLimits.maximumRepetition else {
        throw PatternFault(reason: "the repetition number is too large")
      }
      if let maximum, maximum < minimum { throw PatternFault(reason: "min repeat greater than max repeat") }
    default: return nil
    }
    if take("?") { return .init(minimum: minimum, maximum: maximum, mode: .lazy) }
    if take("+") { return .init(minimum: minimum, maximum: maximum, mode: .possessive) }
    return .init(minimum: minimum, maximum: maximum, mode: .greedy)
  }

  /// The next part; nil for what adds nothing, such as a comment or leading flags.
  private mutating func item(isStart: Bool) throws(PatternFault) -> Item? {
    guard let unit = current else { return nil }
    position += 1
    switch unit {
    case ".":
      return plain(.unit(flags.dotTakesAll ? .any : .anyExceptLineFeed), .one)
    case "^":
      return assertion(flags.multiline ? .lineStart : .textStart)
    case "$":
      return assertion(flags.multiline ? .lineEnd : .textEndOrFinalLineFeed)
    case "[":
      return plain(.unit(.set(try set())), .one)
    case "(":
      return try group(isStart: isStart)
    case "\\":
      return try escape()
    default:
      return plain(literal(unit), .one)
    }
  }

  private func plain(_ node: PatternNode, _ width: Width) -> Item { Item(node: node, width: width, kind: .plain) }
  private func assertion(_ assertion: PatternAssertion) -> Item {
    Item(node: .assertion(assertion), width: .zero, kind: .assertion)
  }

  private func literal(_ unit: UInt32) -> PatternNode {
    guard flags.ignoresCase else { return .unit(.literal(unit)) }
    let variants = UnitCase.variants(unit)
    if variants.allSatisfy({ $0 == unit }) { return .unit(.literal(unit)) }
    var set = UnitSet()
    set.ignoresCase = true
    set.insert(unit...unit)
    return .unit(.set(set.sealed()))
  }

  // MARK: Escapes

  private var digit: UnitClass { flags.ascii ? .asciiDigit : .unicodeDigit }
  private var space: UnitClass { flags.ascii ? .asciiSpace : .unicodeSpace }
  private var word: UnitClass { flags.ascii ? .asciiWord : .unicodeWord }

  private func category(_ unit: UInt32) -> (UnitClass, negated: Bool)? {
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

  private mutating func escape() throws(PatternFault) -> Item {
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

  private mutating func takeOctal(limit: Int) -> [UInt32] {
    var digits: [UInt32] = []
    while digits.count < limit, let unit = current, isOctalDigit(unit) {
      digits.append(unit)
      position += 1
    }
    return digits
  }

  /// A back reference of one or two digits, or a character by three octal digits.
  private mutating func reference() throws(PatternFault) -> Item {
    if isOctalDigit(current), isOctalDigit(ahead(1)), isOctalDigit(ahead(2)) {
      var number: UInt32 = 0
      for digit in takeOctal(limit: 3) { number = number << 3 | (digit - 0x30) }
      guard number <= 0o377 else { throw PatternFault(reason: "octal escape value outside of range 0-0o377") }
      return plain(literal(number), .one)
    }
    return try reference(to: number(takeDigits(limit: 2)))
  }

  private func reference(to group: Int) throws(PatternFault) -> Item {
    guard group < groupWidths.count else { throw PatternFault(reason: "invalid group reference \(group)") }
    guard let width = groupWidths[group] else { throw PatternFault(reason: "cannot refer to an open group") }
    return plain(.backReference(group, ignoresCase: flags.ignoresCase), width)
  }

  /// An escaped single character; the position is at the one after the backslash.
  private mutating func character(_ unit: UInt32) throws(PatternFault) -> UInt32 {
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

  private mutating func set() throws(PatternFault) -> UnitSet {
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

  private enum SetMember {
    case unit(UInt32)
    case category(UnitClass, negated: Bool)
  }

  private mutating func setMember() throws(PatternFault) -> SetMember {
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

  // MARK: Groups

  private mutating func group(isStart: Bool) throws(PatternFault) -> Item? {
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
  private mutating func closed(
    _ read: (inout Self) throws(PatternFault) -> Item
  ) throws(PatternFault) -> Item {
    let outer = flags
    let item = try read(&self)
    guard take(")") else { throw PatternFault(reason: "missing ), unterminated subpattern") }
    flags = outer
    return item
  }

  private mutating func capture(name: [UInt32]?) throws(PatternFault) -> Item {
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

  private mutating func look(behind: Bool, negated: Bool) throws(PatternFault) -> Item {
    try closed { parser throws(PatternFault) in
      let (node, width) = try parser.alternatives()
      if behind, width.lower != width.upper { throw PatternFault(reason: "look-behind requires fixed-width pattern") }
      return parser.plain(.look(behind: behind, negated: negated, node), .zero)
    }
  }

  /// A name up to `end`, which is taken too.
  private mutating func name(end: Unicode.Scalar) throws(PatternFault) -> [UInt32] {
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

  private mutating func conditional() throws(PatternFault) -> Item {
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
  private mutating func flagGroup(isStart: Bool) throws(PatternFault) -> Item? {
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
