import TextFormats

/// The regular expressions of `matches`: a search in time proportional to text times pattern, whatever both are.
///
/// Literals, `.`, `[a-z]`, `[^…]`, `\d \w \s` and their opposites, `\b \B`, `^ $`, `( )`, `(?: )`, `|`,
/// `* + ? {n} {n,} {n,m}`, and `(?i)` at the start. Back references and looking around are refused: they are what makes
/// other engines run for ever on an unlucky text. Matching is by Unicode scalar.
package struct TextPattern: Equatable, Sendable {
  /// Longer patterns are refused, in bytes.
  package static let longestPattern = 1_000
  /// Patterns that compile to more instructions than this are refused.
  package static let largestProgram = 1_000
  /// Groups may stand in one another this deep.
  package static let deepestGroup = 50
  /// Longer texts are not searched, in Unicode scalars.
  package static let longestText = 100_000

  /// Why a text is no pattern.
  package struct Fault: Error, Equatable {
    package let message: String
    /// In bytes of the pattern.
    package let offset: Int
  }

  /// As written.
  package let text: String
  let program: [Instruction]
  let ignoresCase: Bool

  package init(_ text: String) throws(Fault) {
    guard text.utf8.count <= Self.longestPattern else {
      throw Fault(message: "it is longer than \(Self.longestPattern) bytes", offset: 0)
    }
    var parser = PatternParser(text)
    let node = try parser.pattern()
    var compiler = PatternCompiler()
    try compiler.emit(node)
    self.text = text
    program = compiler.program + [.accept]
    ignoresCase = parser.ignoresCase
  }

  package static func == (left: TextPattern, right: TextPattern) -> Bool { left.text.isExactly(right.text) }

  /// One step of the compiled pattern.
  enum Instruction: Sendable {
    case scalars(ScalarSet)
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case boundary(Bool)
    case accept
  }

  /// Whether the pattern is found somewhere in the text; nil when the text is too long.
  package func isFound(in text: String) -> Bool? {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      guard scalars.count < Self.longestText else { return nil }
      scalars.append(ignoresCase ? ScalarSet.folded(scalar) : scalar)
    }
    var run = PatternRun(program: program, text: scalars)
    return run.isFound()
  }
}

/// A set of states that moves over the text once.
private struct PatternRun {
  let program: [TextPattern.Instruction]
  let text: [Unicode.Scalar]
  private var states: [Int] = []
  private var marks: [Int]
  private var pending: [Int] = []

  init(program: [TextPattern.Instruction], text: [Unicode.Scalar]) {
    self.program = program
    self.text = text
    marks = Array(repeating: -1, count: program.count)
  }

  mutating func isFound() -> Bool {
    var reached: [Int] = []
    for position in 0...text.count {
      swap(&states, &reached)
      // What the last scalar led to, and a fresh start here, closed over everything that reads nothing.
      var next: [Int] = []
      pending = [0] + states.reversed()
      while let state = pending.popLast() {
        guard marks[state] != position else { continue }
        marks[state] = position
        switch program[state] {
        case .accept: return true
        case .jump(let target): pending.append(target)
        case .split(let one, let other):
          pending.append(other)
          pending.append(one)
        case .start: if position == 0 { pending.append(state + 1) }
        case .end: if position == text.count { pending.append(state + 1) }
        case .boundary(let wanted):
          let isBoundary = isWord(position - 1) != isWord(position)
          if isBoundary == wanted { pending.append(state + 1) }
        case .scalars(let set):
          if position < text.count, set.contains(text[position]) { next.append(state + 1) }
        }
      }
      reached = next
    }
    return false
  }

  private func isWord(_ position: Int) -> Bool {
    text.indices.contains(position) && ScalarSet.isWord(text[position])
  }
}
