import TextFormats

/// Texts in which a pattern is likely found: short ones, made from its syntax tree. Look-around and word boundaries are
/// passed over, so whoever uses an example tries it.
package enum PatternExamples {
  /// How many texts are made, and how long each may get in units.
  package static let limit = 8
  private static let lengthLimit = 200

  /// No text for a pattern that does not compile.
  package static func texts(for source: String, dialect: Dialect) -> [String] {
    let syntax = dialect.patternSyntax
    guard source.utf8.count <= PatternLimits.maximumLength else { return [] }
    let node: PatternNode?
    switch syntax {
    case .python: node = try? PythonPatternParser.parse(source).0
    case .javaScript: node = try? JavaScriptPatternParser.parse(source).0
    }
    guard let node else { return [] }
    var texts: [String] = []
    for made in Self.texts(of: node, after: [Made()]) {
      let text: String
      switch syntax {
      case .python:
        text = String(String.UnicodeScalarView(made.units.compactMap(Unicode.Scalar.init)))
      case .javaScript:
        text = String(decoding: made.units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
      }
      if !texts.contains(where: { $0.isExactly(text) }) { texts.append(text) }
    }
    return texts
  }

  /// A text that is being made, with what its groups hold.
  private struct Made {
    var units: [UInt32] = []
    var groups: [Int: [UInt32]] = [:]
  }

  /// Each of the texts so far with what the node adds to it; of too many, the first.
  private static func texts(of node: PatternNode, after before: [Made]) -> [Made] {
    var result: [Made] = []
    switch node {
    case .empty, .assertion, .look: return before
    case .unit(let matcher):
      guard let unit = example(of: matcher) else { return [] }
      result = before.map { made in
        var made = made
        made.units.append(unit)
        return made
      }
    case .sequence(let nodes):
      result = nodes.reduce(before) { texts(of: $1, after: $0) }
    case .alternatives(let nodes):
      for alternative in nodes.prefix(limit) { result += texts(of: alternative, after: before) }
    case .repetition(let node, let repetition):
      var made = before
      for _ in 0..<min(repetition.minimum, lengthLimit) { made = texts(of: node, after: made) }
      result = made
      if repetition.maximum.map({ $0 > repetition.minimum }) ?? true { result += texts(of: node, after: made) }
    case .capture(let number, let node):
      for start in before {
        for var made in texts(of: node, after: [start]) {
          made.groups[number] = Array(made.units[start.units.count...])
          result.append(made)
        }
      }
    case .atomic(let node): result = texts(of: node, after: before)
    case .backReference(let number, _):
      result = before.map { made in
        var made = made
        made.units += made.groups[number] ?? []
        return made
      }
    case .conditional(let group, let yes, let no):
      for made in before { result += texts(of: made.groups[group] == nil ? no : yes, after: [made]) }
    }
    return Array(result.filter { $0.units.count <= lengthLimit }.prefix(limit))
  }

  private static func example(of matcher: UnitMatcher) -> UInt32? {
    if case .literal(let unit) = matcher { return unit }
    let preferred = "a0 A-_.z9".unicodeScalars.map(\.value)
    return preferred.first(where: matcher.matches) ?? (UInt32(0x21)..<0x3000).first(where: matcher.matches)
  }
}
