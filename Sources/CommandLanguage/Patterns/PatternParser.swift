/// Reads the grammar of `TextPattern`.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  private(set) var ignoresCase = false

  /// The largest count in braces.
  static let largestCount = 1_000

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  mutating func pattern() throws(TextPattern.Fault) -> PatternNode {
    if scalars.starts(with: "(?i)".unicodeScalars) {
      ignoresCase = true
      index = 4
    }
    let node = try choice()
    guard index == scalars.count else { throw fault("a ) without its (") }
    return node
  }

  private func fault(_ message: String, at scalar: Int? = nil) -> TextPattern.Fault {
    let before = scalars.prefix(scalar ?? index)
    return TextPattern.Fault(message: message, offset: before.reduce(0) { $0 + UTF8.width($1) })
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    index += 1
    return true
  }

  private mutating func choice() throws(TextPattern.Fault) -> PatternNode {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(TextPattern.Fault) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      nodes.append(try repetition())
    }
    return nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func repetition() throws(TextPattern.Fault) -> PatternNode {
    let start = index
    let node = try atom()
    guard let counts = try quantifier() else { return node }
    if case .start = node { throw fault("^ cannot be repeated", at: start) }
    // A lazy repetition finds the same texts.
    _ = take("?")
    let second = index
    if current == "+" { throw fault("possessive repetition is not supported") }
    guard try quantifier() == nil else { throw fault("a repetition of a repetition", at: second) }
    return .repeated(node, least: counts.least, most: counts.most)
  }

  private mutating func quantifier() throws(TextPattern.Fault) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard current == "{" else { return nil }
    let open = index
    index += 1
    let least = try number()
    var most = least
    if take(",") { most = current == "}" ? nil : try number() }
    guard take("}"), let least else {
      // Like most engines, take a brace that counts nothing as itself.
      index = open
      return nil
    }
    if let most, most < least { throw fault("the counts are the wrong way round", at: open) }
    return (least, most)
  }

  private mutating func number() throws(TextPattern.Fault) -> Int? {
    var value: Int?
    while let scalar = current, ("0"..."9").contains(scalar) {
      let next = (value ?? 0) * 10 + Int(scalar.value - 0x30)
      guard next <= Self.largestCount else { throw fault("a count above \(Self.largestCount)") }
      value = next
      index += 1
    }
    return value
  }

  private mutating func atom() throws(TextPattern.Fault) -> PatternNode {
    guard let scalar = current else { return .empty }
    switch scalar {
    case "(": return try group()
    case "[": return .scalars(fold(try bracket()))
    case "*", "+", "?": throw fault("nothing to repeat before \(scalar)")
    case "\\": return try escape()
    default: break
    }
    index += 1
    switch scalar {
    case ".": return .scalars(.dot)
    case "^": return .start
    case "$": return .end
    default: return .scalars(fold(.single(scalar)))
    }
  }

  private func fold(_ set: ScalarSet) -> ScalarSet { ignoresCase ? set.folded : set }

  private mutating func group() throws(TextPattern.Fault) -> PatternNode {
    let open = index
    index += 1
    if take("?"), !take(":") { throw fault("only ( ) and (?: ) groups are supported", at: open) }
    depth += 1
    guard depth <= TextPattern.deepestGroup else {
      throw fault("groups stand deeper than \(TextPattern.deepestGroup)", at: open)
    }
    let node = try choice()
    depth -= 1
    guard take(")") else { throw fault("a ( without its )", at: open) }
    return node
  }

  private mutating func escape() throws(TextPattern.Fault) -> PatternNode {
    let open = index
    index += 1
    if take("b") { return .boundary(true) }
    if take("B") { return .boundary(false) }
    return .scalars(fold(ScalarSet(items: [try escaped(from: open)])))
  }

  /// What follows a backslash, in and out of brackets.
  private mutating func escaped(from open: Int) throws(TextPattern.Fault) -> ScalarSet.Item {
    guard let scalar = current else { throw fault("a \\ at the end", at: open) }
    index += 1
    switch scalar {
    case "d": return .digit
    case "D": return .not([.digit])
    case "w": return .word
    case "W": return .not([.word])
    case "s": return .space
    case "S": return .not([.space])
    case "n": return .range("\n"..."\n")
    case "r": return .range("\r"..."\r")
    case "t": return .range("\t"..."\t")
    case "x": return try hexadecimal(digits: 2, from: open)
    case "u": return try hexadecimal(digits: 4, from: open)
    default:
      guard !ScalarSet.isWord(scalar) || scalar == "_" else {
        throw fault("\\\(scalar) is not supported", at: open)
      }
      return .range(scalar...scalar)
    }
  }

  private mutating func hexadecimal(digits: Int, from open: Int) throws(TextPattern.Fault) -> ScalarSet.Item {
    let text = String(String.UnicodeScalarView(scalars[index...].prefix(digits)))
    guard text.utf8.count == digits, !text.hasPrefix("+"), !text.hasPrefix("-"), let value = UInt32(text, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw fault("\(digits) hexadecimal digits of a character are missing", at: open) }
    index += digits
    return .range(scalar...scalar)
  }

  private mutating func bracket() throws(TextPattern.Fault) -> ScalarSet {
    let open = index
    index += 1
    var set = ScalarSet(items: [], isNegated: take("^"))
    var isFirst = true
    while let scalar = current, scalar != "]" || isFirst {
      isFirst = false
      let start = index
      let item = try bracketItem()
      guard case .range(let low) = item, current == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
        set.items.append(item)
        continue
      }
      index += 1
      guard case .range(let high) = try bracketItem(), low.lowerBound <= high.lowerBound else {
        throw fault("the range is the wrong way round", at: start)
      }
      set.items.append(.range(low.lowerBound...high.lowerBound))
    }
    guard take("]") else { throw fault("a [ without its ]", at: open) }
    return set
  }

  private mutating func bracketItem() throws(TextPattern.Fault) -> ScalarSet.Item {
    guard let scalar = current else { throw fault("a [ without its ]") }
    let start = index
    index += 1
    if scalar == "\\" { return try escaped(from: start) }
    return .range(scalar...scalar)
  }
}
