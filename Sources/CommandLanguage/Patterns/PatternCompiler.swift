/// Turns the tree of a pattern into instructions.
struct PatternCompiler {
  private(set) var program: [TextPattern.Instruction] = []

  /// Nodes visited so far; repeated nothings make no instructions but take time.
  private var visits = 0

  /// More visits than any program of the largest size needs.
  static let mostVisits = 10 * TextPattern.largestProgram

  mutating func emit(_ node: PatternNode) throws(TextPattern.Fault) {
    visits += 1
    guard program.count < TextPattern.largestProgram, visits <= Self.mostVisits else {
      throw TextPattern.Fault(message: "it is too large; use smaller counts", offset: 0)
    }
    switch node {
    case .empty: break
    case .scalars(let set): program.append(.scalars(set))
    case .start: program.append(.start)
    case .end: program.append(.end)
    case .boundary(let wanted): program.append(.boundary(wanted))
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .choice(let branches): try emit(choice: branches)
    case .repeated(let node, let least, let most): try emit(node, least: least, most: most)
    }
  }

  private mutating func emit(choice branches: [PatternNode]) throws(TextPattern.Fault) {
    var ends: [Int] = []
    for (index, branch) in branches.enumerated() {
      guard index < branches.count - 1 else {
        try emit(branch)
        break
      }
      let split = program.count
      program.append(.split(split + 1, 0))
      try emit(branch)
      ends.append(program.count)
      program.append(.jump(0))
      program[split] = .split(split + 1, program.count)
    }
    for end in ends { program[end] = .jump(program.count) }
  }

  private mutating func emit(_ node: PatternNode, least: Int, most: Int?) throws(TextPattern.Fault) {
    for _ in 0..<least { try emit(node) }
    guard let most else {
      let split = program.count
      program.append(.split(split + 1, 0))
      try emit(node)
      program.append(.jump(split))
      program[split] = .split(split + 1, program.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<max(most, least) {
      splits.append(program.count)
      program.append(.split(program.count + 1, 0))
      try emit(node)
    }
    for split in splits { program[split] = .split(split + 1, program.count) }
  }
}
