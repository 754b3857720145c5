/// Parses patterns as CPython 3.11's `re` does for text patterns, errors included.
///
/// Out of reach: `\N{name}`, which needs the table of character names.
struct PythonPatternParser: PatternParsing {
  let units: [UInt32]
  var position = 0

  var flags = Flags()
  /// Width of each closed group (nil while open); index 0 stands for the whole pattern.
  var groupWidths: [Width?] = [nil]
  var groupNames: [[UInt32]: Int] = [:]
  var conditionalGroups: [Int] = []
  var depth = 0

  struct Flags: Equatable {
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

  struct Item {
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

  mutating func alternatives(isTop: Bool = false) throws(PatternFault) -> (PatternNode, Width) {
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

  static func union(_ one: Width, _ other: Width) -> Width {
    Width(lower: min(one.lower, other.lower), upper: both(one.upper, other.upper).map(max))
  }

  static func both(_ one: Int?, _ other: Int?) -> (Int, Int)? {
    guard let one, let other else { return nil }
    return (one, other)
  }

  mutating func sequence(isFirst: Bool) throws(PatternFault) -> (PatternNode, Width) {
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

  static func saturatedSum(_ one: Int, _ other: Int) -> Int { min(one &+ other, 1 << 40) }
  static func saturatedProduct(_ one: Int, _ other: Int) -> Int {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? 1 << 40 : min(product, 1 << 40)
  }

  func repeated(_ item: Item, _ repetition: PatternNode.Repetition) -> Item {
    Item(
      node: .repetition(item.node, repetition),
      width: Width(
        lower: Self.saturatedProduct(item.width.lower, repetition.minimum),
        upper: Self.both(item.width.upper, repetition.maximum).map(Self.saturatedProduct)),
      kind: .repetition)
  }

  /// A quantifier at this place; nil when there is none, with a `{` that starts none left as it is.
  mutating func quantifier() throws(PatternFault) -> PatternNode.Repetition? {
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
  mutating func item(isStart: Bool) throws(PatternFault) -> Item? {
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

  func plain(_ node: PatternNode, _ width: Width) -> Item { Item(node: node, width: width, kind: .plain) }
  func assertion(_ assertion: PatternAssertion) -> Item {
    Item(node: .assertion(assertion), width: .zero, kind: .assertion)
  }

  func literal(_ unit: UInt32) -> PatternNode {
    guard flags.ignoresCase else { return .unit(.literal(unit)) }
    let variants = UnitCase.variants(unit)
    if variants.allSatisfy({ $0 == unit }) { return .unit(.literal(unit)) }
    var set = UnitSet()
    set.ignoresCase = true
    set.insert(unit...unit)
    return .unit(.set(set.sealed()))
  }
}
