/// The syntax tree of a pattern, common to both dialects. Its depth is bounded by `PatternLimits.maximumDepth`.
indirect enum PatternNode {
  case empty
  /// Consumes exactly one unit.
  case unit(UnitMatcher)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repetition(PatternNode, Repetition)
  case capture(Int, PatternNode)
  case assertion(PatternAssertion)
  case backReference(Int, ignoresCase: Bool)
  case look(behind: Bool, negated: Bool, PatternNode)
  case atomic(PatternNode)
  /// The first branch when the group has taken part, else the second.
  case conditional(group: Int, PatternNode, PatternNode)

  struct Repetition {
    let minimum: Int
    /// nil: without end.
    let maximum: Int?
    let mode: Mode

    enum Mode {
      case greedy
      case lazy
      case possessive
    }
  }
}

enum PatternAssertion {
  case textStart
  case textEnd
  /// At the end, or before a line feed that ends the text.
  case textEndOrFinalLineFeed
  case lineStart
  case lineEnd
  case wordBoundary(UnitClass)
  case noWordBoundary(UnitClass)
}

/// A named class of units.
enum UnitClass {
  case unicodeDigit
  case asciiDigit
  case unicodeSpace
  case asciiSpace
  case javaScriptSpace
  case unicodeWord
  case asciiWord

  func contains(_ unit: UInt32) -> Bool {
    switch self {
    case .unicodeDigit: CharacterClass.decimalDigit(unit) != nil
    case .asciiDigit: CharacterClass.isASCIIDigit(unit)
    case .unicodeSpace: CharacterClass.isPythonSpace(unit)
    case .asciiSpace: unit == 0x20 || 0x09...0x0D ~= unit
    case .javaScriptSpace: CharacterClass.isJavaScriptSpace(unit)
    case .unicodeWord: CharacterClass.isPythonWord(unit)
    case .asciiWord: CharacterClass.isASCIIWord(unit)
    }
  }
}

/// What one unit must be.
enum UnitMatcher {
  case literal(UInt32)
  case any
  case anyExceptLineFeed
  case anyExceptLineTerminator
  case set(UnitSet)

  @inline(__always)
  func matches(_ unit: UInt32) -> Bool {
    switch self {
    case .literal(let literal): unit == literal
    case .any: true
    case .anyExceptLineFeed: unit != 0x0A
    case .anyExceptLineTerminator: unit != 0x0A && unit != 0x0D && unit != 0x2028 && unit != 0x2029
    case .set(let set): set.contains(unit)
    }
  }
}

/// A set of units: ranges and classes, maybe negated, maybe without regard to case.
struct UnitSet {
  /// Ascending and apart once sealed.
  private var ranges: [ClosedRange<UInt32>] = []
  private var classes: [(unitClass: UnitClass, negated: Bool)] = []
  var isNegated = false
  var ignoresCase = false
  /// Membership of the ASCII units, before negation; filled by `sealed`.
  private var asciiLow: UInt64 = 0
  private var asciiHigh: UInt64 = 0

  mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }
  mutating func insert(_ unitClass: UnitClass, negated: Bool) {
    if !classes.contains(where: { $0 == (unitClass, negated) }) { classes.append((unitClass, negated)) }
  }

  /// The set made ready for use: ranges in order, ASCII members worked out.
  func sealed() -> UnitSet {
    var sealed = self
    sealed.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = sealed.ranges.last, range.lowerBound <= last.upperBound {
        sealed.ranges[sealed.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        sealed.ranges.append(range)
      }
    }
    for unit in UInt32(0)..<128 where sealed.holds(unit) {
      if unit < 64 { sealed.asciiLow |= 1 << UInt64(unit) } else { sealed.asciiHigh |= 1 << UInt64(unit - 64) }
    }
    return sealed
  }

  @inline(__always)
  func contains(_ unit: UInt32) -> Bool {
    if unit < 64 { return (asciiLow >> UInt64(unit) & 1 == 1) != isNegated }
    if unit < 128 { return (asciiHigh >> UInt64(unit - 64) & 1 == 1) != isNegated }
    return holds(unit) != isNegated
  }

  private func holds(_ unit: UInt32) -> Bool {
    guard ignoresCase else { return holdsExactly(unit) }
    return UnitCase.variants(unit).contains { holdsExactly($0) }
  }

  private func holdsExactly(_ unit: UInt32) -> Bool {
    inRanges(unit) || classes.contains { $0.unitClass.contains(unit) != $0.negated }
  }
}

extension UnitSet {
  /// Binary search: a hostile set may have very many ranges.
  private func inRanges(_ unit: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < unit { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(unit)
  }
}

/// Case of single units, for patterns that disregard it.
enum UnitCase {
  /// The lower-case form where it is a single unit, else the unit itself.
  static func lowered(_ unit: UInt32) -> UInt32 { single(Unicode.Scalar(unit)?.properties.lowercaseMapping) ?? unit }

  /// The unit and its single-unit case forms.
  static func variants(_ unit: UInt32) -> [UInt32] {
    let upper = single(Unicode.Scalar(unit)?.properties.uppercaseMapping) ?? unit
    return [unit, lowered(unit), upper, lowered(upper)]
  }

  /// Whether two units are the same but for case.
  static func same(_ one: UInt32, _ other: UInt32) -> Bool { one == other || variants(one).contains(lowered(other)) }

  private static func single(_ text: String?) -> UInt32? {
    guard let scalars = text?.unicodeScalars, scalars.count == 1 else { return nil }
    return scalars.first?.value
  }
}
