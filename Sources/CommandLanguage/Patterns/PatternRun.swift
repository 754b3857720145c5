/// A set of states that moves over the text once.
struct PatternRun {
  private let program: [TextPattern.Instruction]
  private let text: [Unicode.Scalar]
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
