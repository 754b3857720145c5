/// One step of a compiled pattern. Numbers name registers, matchers or other steps.
enum PatternStep {
  case unit(Int, backward: Bool)
  /// Takes as many units as the mode says; a run of one matcher, the everyday case, in one step.
  case run(Int, minimum: Int, maximum: Int, mode: PatternNode.Repetition.Mode, backward: Bool)
  case split(first: Int, second: Int)
  case jump(Int)
  case save(Int)
  case assertion(PatternAssertion)
  case backReference(Int, ignoresCase: Bool, backward: Bool)
  case conditional(group: Int, otherwise: Int)
  case clearCaptures(from: Int, to: Int)
  case reset(counter: Int)
  case loop(counter: Int, minimum: Int, maximum: Int, lazy: Bool, exit: Int)
  case enterIteration(counter: Int, mark: Int)
  case leaveIteration(counter: Int, mark: Int, minimum: Int, loop: Int, exit: Int)
  /// Goes back by a fixed number of units.
  case stepBack(Int)
  /// Remembers the height of the choices (and the position) to return to.
  case hold(height: Int, position: Int)
  /// Drops the choices made since; `position` also returns to where it was.
  case release(height: Int, position: Int?)
  /// Begins a part that must not match; when it fails, matching goes on at `next`.
  case refuse(height: Int, next: Int)
  case refused(height: Int)
  case matched
}

/// A pattern compiled for `PatternMatcher`; its size is linear in that of the pattern.
struct PatternProgram {
  private(set) var steps: [PatternStep] = []
  private(set) var matchers: [UnitMatcher] = []
  /// Captures first (start and end of each group), then counters, marks and heights.
  private(set) var registerCount: Int
  /// Whether a match can only begin where the text begins.
  let startsAtTextStart: Bool
  /// What the first unit of a match must be, where that is known.
  let firstUnit: UnitMatcher?
  let syntax: Dialect.PatternSyntax

  init(_ node: PatternNode, groupCount: Int, syntax: Dialect.PatternSyntax) {
    self.syntax = syntax
    registerCount = 2 * (groupCount + 1)
    startsAtTextStart = Self.startsAtTextStart(node)
    firstUnit = Self.firstUnit(node)
    emit(node, backward: false)
    steps.append(.matched)
  }

  private static func startsAtTextStart(_ node: PatternNode) -> Bool {
    switch node {
    case .assertion(.textStart): true
    case .sequence(let parts): parts.first.map(startsAtTextStart) ?? false
    case .capture(_, let inner), .atomic(let inner): startsAtTextStart(inner)
    case .alternatives(let branches): branches.allSatisfy(startsAtTextStart)
    default: false
    }
  }

  private static func firstUnit(_ node: PatternNode) -> UnitMatcher? {
    switch node {
    case .unit(let matcher): matcher
    case .sequence(let parts): parts.first.flatMap(firstUnit)
    case .capture(_, let inner), .atomic(let inner): firstUnit(inner)
    case .repetition(let inner, let repetition): repetition.minimum > 0 ? firstUnit(inner) : nil
    default: nil
    }
  }

  private mutating func newRegister() -> Int {
    registerCount += 1
    return registerCount - 1
  }

  /// Emits a step to be filled in later.
  private mutating func placeholder() -> Int {
    steps.append(.matched)
    return steps.count - 1
  }

  private mutating func emit(_ matcher: UnitMatcher) -> Int {
    matchers.append(matcher)
    return matchers.count - 1
  }

  private mutating func emit(_ node: PatternNode, backward: Bool) {
    switch node {
    case .empty: break
    case .unit(let matcher): steps.append(.unit(emit(matcher), backward: backward))
    case .sequence(let parts):
      for part in backward ? parts.reversed() : parts { emit(part, backward: backward) }
    case .alternatives(let branches): emit(alternatives: branches, backward: backward)
    case .repetition(let inner, let repetition): emit(repeated: inner, repetition, backward: backward)
    case .capture(let group, let inner):
      steps.append(.save(2 * group + (backward ? 1 : 0)))
      emit(inner, backward: backward)
      steps.append(.save(2 * group + (backward ? 0 : 1)))
    case .assertion(let assertion): steps.append(.assertion(assertion))
    case .backReference(let group, let ignoresCase):
      steps.append(.backReference(group, ignoresCase: ignoresCase, backward: backward))
    case .look(let behind, let negated, let inner): emit(look: inner, behind: behind, negated: negated)
    case .atomic(let inner):
      let height = newRegister()
      steps.append(.hold(height: height, position: newRegister()))
      emit(inner, backward: backward)
      steps.append(.release(height: height, position: nil))
    case .conditional(let group, let yes, let no):
      let test = placeholder()
      emit(yes, backward: backward)
      let leave = placeholder()
      steps[test] = .conditional(group: group, otherwise: steps.count)
      emit(no, backward: backward)
      steps[leave] = .jump(steps.count)
    }
  }

  private mutating func emit(alternatives branches: [PatternNode], backward: Bool) {
    var leaves: [Int] = []
    for (index, branch) in branches.enumerated() {
      guard index < branches.count - 1 else {
        emit(branch, backward: backward)
        break
      }
      let split = placeholder()
      emit(branch, backward: backward)
      leaves.append(placeholder())
      steps[split] = .split(first: split + 1, second: steps.count)
    }
    for leave in leaves { steps[leave] = .jump(steps.count) }
  }

  private mutating func emit(look inner: PatternNode, behind: Bool, negated: Bool) {
    let height = newRegister()
    let position = newRegister()
    let start = placeholder()
    // Python's look-behind has a fixed width and goes forward from there; ECMAScript's matches backward.
    let goesBackward = behind && syntax == .javaScript
    if behind, !goesBackward { steps.append(.stepBack(Self.fixedWidth(inner, captures: [:]).width)) }
    emit(inner, backward: goesBackward)
    if negated {
      steps.append(.refused(height: height))
      steps[start] = .refuse(height: height, next: steps.count)
    } else {
      steps.append(.release(height: height, position: position))
      steps[start] = .hold(height: height, position: position)
    }
  }

  /// The number of units that a part of fixed width takes.
  private static func fixedWidth(
    _ node: PatternNode, captures: [Int: Int]
  ) -> (width: Int, captures: [Int: Int]) {
    var captures = captures
    switch node {
    case .empty, .assertion, .look: return (0, captures)
    case .unit: return (1, captures)
    case .sequence(let parts):
      var sum = 0
      for part in parts {
        let inner = fixedWidth(part, captures: captures)
        sum = min(sum &+ inner.width, 1 << 40)
        captures = inner.captures
      }
      return (sum, captures)
    case .alternatives(let branches):
      return branches.first.map { fixedWidth($0, captures: captures) } ?? (0, captures)
    case .repetition(let inner, let repetition):
      let once = fixedWidth(inner, captures: captures)
      let (product, overflow) = once.width.multipliedReportingOverflow(by: repetition.minimum)
      return (overflow ? 1 << 40 : min(product, 1 << 40), once.captures)
    case .capture(let group, let inner):
      var result = fixedWidth(inner, captures: captures)
      result.captures[group] = result.width
      return result
    case .backReference(let group, _): return (captures[group] ?? 0, captures)
    case .atomic(let inner): return fixedWidth(inner, captures: captures)
    case .conditional(_, let yes, _): return fixedWidth(yes, captures: captures)
    }
  }

  private mutating func emit(repeated inner: PatternNode, _ repetition: PatternNode.Repetition, backward: Bool) {
    let maximum = repetition.maximum ?? .max
    if case .unit(let matcher) = inner {
      steps.append(
        .run(
          emit(matcher), minimum: repetition.minimum, maximum: maximum, mode: repetition.mode, backward: backward))
      return
    }
    if repetition.mode == .possessive {
      let greedy = PatternNode.Repetition(
        minimum: repetition.minimum, maximum: repetition.maximum, mode: .greedy)
      emit(.atomic(.repetition(inner, greedy)), backward: backward)
      return
    }
    let counter = newRegister()
    let mark = newRegister()
    steps.append(.reset(counter: counter))
    let loop = placeholder()
    steps.append(.enterIteration(counter: counter, mark: mark))
    if syntax == .javaScript, let groups = Self.groups(in: inner) {
      steps.append(.clearCaptures(from: 2 * groups.lowerBound, to: 2 * groups.upperBound + 1))
    }
    emit(inner, backward: backward)
    let exit = steps.count + 1
    steps.append(
      .leaveIteration(counter: counter, mark: mark, minimum: repetition.minimum, loop: loop, exit: exit))
    steps[loop] = .loop(
      counter: counter, minimum: repetition.minimum, maximum: maximum, lazy: repetition.mode == .lazy, exit: exit)
  }

  /// The groups inside a part; they are numbered without a gap.
  private static func groups(in node: PatternNode) -> ClosedRange<Int>? {
    func joined(_ parts: [PatternNode]) -> ClosedRange<Int>? {
      parts.compactMap { groups(in: $0) }.reduce(nil) { range, next in
        range.map { min($0.lowerBound, next.lowerBound)...max($0.upperBound, next.upperBound) } ?? next
      }
    }
    switch node {
    case .empty, .unit, .assertion, .backReference: return nil
    case .sequence(let parts), .alternatives(let parts): return joined(parts)
    case .repetition(let inner, _), .look(_, _, let inner), .atomic(let inner): return groups(in: inner)
    case .capture(let group, let inner): return group...max(group, groups(in: inner)?.upperBound ?? group)
    case .conditional(_, let yes, let no): return joined([yes, no])
    }
  }
}
