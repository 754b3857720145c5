/// Searches a text for a compiled pattern by backtracking, on a stack of its own and within a budget of steps.
struct PatternMatcher {
  private let program: PatternProgram
  private let text: [UInt32]
  private var registers: [Int]
  private var choices: [Choice] = []
  private var steps: Int

  /// What to do when the current attempt fails.
  private enum Choice {
    case resume(step: Int, position: Int)
    case restore(register: Int, value: Int)
    /// A greedy run may give back a unit, down to `last`; a lazy one may take another, up to `last`.
    case giveBack(step: Int, position: Int, last: Int)
    case takeMore(step: Int, matcher: Int, position: Int, last: Int, backward: Bool)
  }

  /// Whether the pattern is found anywhere in the text; takes what it needs from `budget`.
  static func finds(
    _ program: PatternProgram, in text: [UInt32], budget: inout Int
  ) throws(WorkLimitReached) -> Bool {
    var matcher = PatternMatcher(program: program, text: text, steps: budget)
    defer { budget = matcher.steps }
    return try matcher.search()
  }

  private init(program: PatternProgram, text: [UInt32], steps: Int) {
    self.program = program
    self.text = text
    self.steps = steps
    registers = Array(repeating: -1, count: program.registerCount)
  }

  private mutating func search() throws(WorkLimitReached) -> Bool {
    if program.startsAtTextStart { return try attempt(at: 0) }
    for start in 0...text.count {
      try spend(1)
      if let first = program.firstUnit {
        guard start < text.count else { return false }
        guard first.matches(text[start]) else { continue }
      }
      if try attempt(at: start) { return true }
    }
    return false
  }

  @inline(__always)
  private mutating func spend(_ count: Int) throws(WorkLimitReached) {
    steps -= count
    if steps < 0 {
      steps = 0
      throw WorkLimitReached()
    }
  }

  private mutating func push(_ choice: Choice) throws(WorkLimitReached) {
    guard choices.count < PatternLimits.maximumChoices else { throw WorkLimitReached() }
    choices.append(choice)
  }

  private mutating func set(_ register: Int, _ value: Int) throws(WorkLimitReached) {
    if registers[register] == value { return }
    try push(.restore(register: register, value: registers[register]))
    registers[register] = value
  }

  /// Remembers the present height of the choices in a register; what undoes that lies below the height.
  private mutating func mark(_ height: Int) throws(WorkLimitReached) {
    try push(.restore(register: height, value: registers[height]))
    registers[height] = choices.count
  }

  /// The unit that the next step would take in the direction; nil at the end.
  @inline(__always)
  private func unit(at position: Int, backward: Bool) -> UInt32? {
    if backward { return position > 0 ? text[position - 1] : nil }
    return position < text.count ? text[position] : nil
  }

  private mutating func attempt(at start: Int) throws(WorkLimitReached) -> Bool {
    try spend(registers.count >> 3)
    for index in registers.indices { registers[index] = -1 }
    choices.removeAll(keepingCapacity: true)
    var position = start
    var next = 0
    while true {
      try spend(1)
      var failed = false
      switch program.steps[next] {
      case .unit(let matcher, let backward):
        if let unit = unit(at: position, backward: backward), program.matchers[matcher].matches(unit) {
          position += backward ? -1 : 1
          next += 1
        } else {
          failed = true
        }
      case .run(let matcher, let minimum, let maximum, let mode, let backward):
        if let reached = try run(matcher, minimum, maximum, mode, backward, from: position, next: next + 1) {
          position = reached
          next += 1
        } else {
          failed = true
        }
      case .split(let first, let second):
        try push(.resume(step: second, position: position))
        next = first
      case .jump(let step): next = step
      case .save(let register):
        try set(register, position)
        next += 1
      case .assertion(let assertion):
        if holds(assertion, at: position) { next += 1 } else { failed = true }
      case .backReference(let group, let ignoresCase, let backward):
        if let reached = try reference(group, ignoresCase, backward, from: position) {
          position = reached
          next += 1
        } else {
          failed = true
        }
      case .conditional(let group, let otherwise): next = registers[2 * group + 1] >= 0 ? next + 1 : otherwise
      case .clearCaptures(let from, let to):
        for register in from...to { try set(register, -1) }
        try spend(to - from)
        next += 1
      case .reset(let counter):
        try set(counter, 0)
        next += 1
      case .loop(let counter, let minimum, let maximum, let lazy, let exit):
        if registers[counter] < minimum {
          next += 1
        } else if registers[counter] >= maximum {
          next = exit
        } else if lazy {
          try push(.resume(step: next + 1, position: position))
          next = exit
        } else {
          try push(.resume(step: exit, position: position))
          next += 1
        }
      case .enterIteration(let counter, let mark):
        try set(counter, registers[counter] + 1)
        try set(mark, position)
        next += 1
      case .leaveIteration(let counter, let mark, let minimum, let loop, let exit):
        // An iteration beyond the required ones that took nothing ends the loop, or in ECMAScript fails.
        if position != registers[mark] || registers[counter] <= minimum {
          next = loop
        } else if program.syntax == .javaScript {
          failed = true
        } else {
          next = exit
        }
      case .stepBack(let count):
        position -= count
        if position < 0 { failed = true } else { next += 1 }
      case .hold(let height, let place):
        try set(place, position)
        try mark(height)
        next += 1
      case .release(let height, let place):
        if let place { position = registers[place] }
        try cut(to: registers[height])
        next += 1
      case .refuse(let height, let after):
        try mark(height)
        try push(.resume(step: after, position: position))
        next += 1
      case .refused(let height):
        try unwind(to: registers[height])
        failed = true
      case .matched: return true
      }
      if failed {
        guard let place = try backtrack() else { return false }
        (next, position) = place
      }
    }
  }

  /// Undoes until there is something left to try; nil when there is not.
  private mutating func backtrack() throws(WorkLimitReached) -> (step: Int, position: Int)? {
    while let choice = choices.popLast() {
      switch choice {
      case .resume(let step, let position): return (step, position)
      case .restore(let register, let value): registers[register] = value
      case .giveBack(let step, let position, let last):
        let shorter = position + (last < position ? -1 : 1)
        if shorter != last { choices.append(.giveBack(step: step, position: shorter, last: last)) }
        return (step, shorter)
      case .takeMore(let step, let matcher, let position, let last, let backward):
        guard position != last, let unit = unit(at: position, backward: backward),
          program.matchers[matcher].matches(unit)
        else { continue }
        let longer = position + (backward ? -1 : 1)
        choices.append(.takeMore(step: step, matcher: matcher, position: longer, last: last, backward: backward))
        return (step, longer)
      }
      try spend(1)
    }
    return nil
  }

  /// Drops the choices above `height` but keeps what undoes the registers.
  private mutating func cut(to height: Int) throws(WorkLimitReached) {
    guard choices.count > height else { return }
    try spend(choices.count - height)
    var kept = height
    for index in height..<choices.count {
      if case .restore = choices[index] {
        choices[kept] = choices[index]
        kept += 1
      }
    }
    choices.removeLast(choices.count - kept)
  }

  /// Undoes the registers down to `height`, dropping the choices.
  private mutating func unwind(to height: Int) throws(WorkLimitReached) {
    while choices.count > height, let choice = choices.popLast() {
      try spend(1)
      if case .restore(let register, let value) = choice { registers[register] = value }
    }
  }

  private mutating func run(
    _ matcher: Int, _ minimum: Int, _ maximum: Int, _ mode: PatternNode.Repetition.Mode, _ backward: Bool,
    from start: Int, next: Int
  ) throws(WorkLimitReached) -> Int? {
    let available = backward ? start : text.count - start
    guard minimum <= available else { return nil }
    let most = min(maximum, available)
    let wanted = mode == .lazy ? minimum : most
    let matcherValue = program.matchers[matcher]
    var count = 0
    while count < wanted, matcherValue.matches(text[backward ? start - 1 - count : start + count]) { count += 1 }
    try spend(count)
    guard count >= minimum else { return nil }
    let direction = backward ? -1 : 1
    let reached = start + direction * count
    switch mode {
    case .greedy where count > minimum:
      try push(.giveBack(step: next, position: reached, last: start + direction * minimum))
    case .lazy where count < most:
      try push(
        .takeMore(step: next, matcher: matcher, position: reached, last: start + direction * most, backward: backward))
    default: break
    }
    return reached
  }

  private mutating func reference(
    _ group: Int, _ ignoresCase: Bool, _ backward: Bool, from start: Int
  ) throws(WorkLimitReached) -> Int? {
    let (from, to) = (registers[2 * group], registers[2 * group + 1])
    guard from >= 0, to >= from else { return program.syntax == .javaScript ? start : nil }
    let length = to - from
    let place = backward ? start - length : start
    guard place >= 0, place + length <= text.count else { return nil }
    try spend(length)
    for offset in 0..<length {
      let (one, other) = (text[from + offset], text[place + offset])
      guard one == other || ignoresCase && UnitCase.same(one, other) else { return nil }
    }
    return backward ? place : place + length
  }

  private func holds(_ assertion: PatternAssertion, at position: Int) -> Bool {
    switch assertion {
    case .textStart: position == 0
    case .textEnd: position == text.count
    case .textEndOrFinalLineFeed:
      position == text.count || position == text.count - 1 && text[position] == 0x0A
    case .lineStart: position == 0 || text[position - 1] == 0x0A
    case .lineEnd: position == text.count || text[position] == 0x0A
    case .wordBoundary(let word): isBoundary(word, at: position)
    // In CPython an empty text has no place that is not a boundary either.
    case .noWordBoundary(let word): !(text.isEmpty && program.syntax == .python) && !isBoundary(word, at: position)
    }
  }

  private func isBoundary(_ word: UnitClass, at position: Int) -> Bool {
    let before = position > 0 && word.contains(text[position - 1])
    let after = position < text.count && word.contains(text[position])
    return before != after
  }
}
