/// A set of Unicode scalars, as one item of a pattern describes it.
struct ScalarSet: Sendable {
  enum Item: Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case digit
    case word
    case space
    case not([Item])
  }

  var items: [Item]
  var isNegated = false

  static func single(_ scalar: Unicode.Scalar) -> ScalarSet { ScalarSet(items: [.range(scalar...scalar)]) }

  /// Everything but a line feed.
  static let dot = ScalarSet(items: [.range("\n"..."\n")], isNegated: true)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    items.contains { Self.item($0, contains: scalar) } != isNegated
  }

  /// The same set for texts in which every scalar was folded.
  var folded: ScalarSet {
    let folds = items.flatMap { item -> [Item] in
      guard case .range(let range) = item else { return [item] }
      if range.lowerBound == range.upperBound {
        let scalar = Self.folded(range.lowerBound)
        return [.range(scalar...scalar)]
      }
      // Both cases of the ASCII letters; others in a range stay as they are.
      let upper = range.clamped(to: "A"..."Z")
      guard range.overlaps("A"..."Z") else { return [item] }
      return [item, .range(Self.folded(upper.lowerBound)...Self.folded(upper.upperBound))]
    }
    return ScalarSet(items: folds, isNegated: isNegated)
  }

  private static func item(_ item: Item, contains scalar: Unicode.Scalar) -> Bool {
    switch item {
    case .range(let range): range.contains(scalar)
    case .digit: ("0"..."9").contains(scalar)
    case .word: isWord(scalar)
    case .space: scalar.properties.isWhitespace
    case .not(let items): !items.contains { self.item($0, contains: scalar) }
    }
  }

  /// ASCII letters, digits and the low line.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
  }

  /// The lower-case form where that is one scalar.
  static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
    }
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower.first ?? scalar : scalar
  }
}
