package import TextFormats

/// Evaluates users by the rules of two engines and finds out which rule makes them differ (evaluation.md 15).
package struct DialectComparison {
  /// What one engine says of a flag.
  package enum Answer: Sendable {
    case variant(EvaluatedVariant)
    /// The flag has no entry in the results.
    case none
    /// The whole evaluation fails.
    case failure(EvaluationError)

    /// The variant's written form, null, or `{"error", "message"}`.
    package var document: JSONValue {
      switch self {
      case .variant(let variant): variant.document
      case .none: .null
      case .failure(let error): ["error": .string(error.code), "message": .string(error.message)]
      }
    }
  }

  /// A flag on which the engines differ for one user.
  package struct Difference: Sendable {
    /// nil when the evaluation as a whole fails for one of them.
    package let flag: String?
    package let first: Answer
    package let second: Answer
    /// With these rules of the second engine, and none of them to spare, the first gives the second's answer.
    package let rules: [DialectRule]
  }

  package let first: Dialect
  package let second: Dialect
  private let configuration: FlagConfiguration
  private let keys: [String]?
  /// The evaluators that were needed so far: a bit for each rule that is the second's.
  private var planned: [UInt32: Planned] = [:]

  private struct Planned {
    let evaluator: Evaluator
    let plan: Result<EvaluationPlan, EvaluationError>
  }

  private typealias Outcome = Result<EvaluationResults, EvaluationError>

  /// - Parameters:
  ///   - keys: the wanted flags; nil for all.
  package init(
    _ configuration: FlagConfiguration, _ first: Dialect, _ second: Dialect, keys: [String]? = nil
  ) {
    self.configuration = configuration
    self.first = first
    self.second = second
    self.keys = keys
  }

  /// Where the engines differ for one user, in the order of the flags' keys.
  ///
  /// - Throws: The first engine's error when both fail for the same cause, so that there is nothing to compare.
  package mutating func differences(for context: EvaluationContext) throws(EvaluationError) -> [Difference] {
    let one = outcome(rules: [], context)
    let other = outcome(rules: DialectRule.allCases, context)
    guard case (.success(let ones), .success(let others)) = (one, other) else {
      if case .failure(let failure) = one, Self.isSame(one, other, flag: nil) { throw failure }
      let rules = rules(context, other, flag: nil)
      return [Difference(flag: nil, first: Self.answer(one), second: Self.answer(other), rules: rules)]
    }
    var differences: [Difference] = []
    for number in written where !Self.isSame(ones.byFlag[number], others.byFlag[number]) {
      differences.append(
        Difference(
          flag: configuration.flags[number].key, first: Self.answer(ones.byFlag[number]),
          second: Self.answer(others.byFlag[number]), rules: rules(context, other, flag: number)))
    }
    return differences
  }

  private var written: [Int] {
    guard case .success(let plan)? = planned[0]?.plan else { return [] }
    return plan.written
  }

  // MARK: Which rule

  /// One rule that alone makes the difference; else a set of rules of which none can be left out.
  private mutating func rules(_ context: EvaluationContext, _ wanted: Outcome, flag: Int?) -> [DialectRule] {
    let all = DialectRule.allCases.filter { first.adopting([$0], from: second) != first }
    for rule in all where Self.isSame(outcome(rules: [rule], context), wanted, flag: flag) { return [rule] }
    var needed = all
    for rule in all {
      let fewer = needed.filter { $0 != rule }
      if Self.isSame(outcome(rules: fewer, context), wanted, flag: flag) { needed = fewer }
    }
    return needed
  }

  private mutating func outcome(rules: [DialectRule], _ context: EvaluationContext) -> Outcome {
    let bits = DialectRule.allCases.enumerated().reduce(UInt32(0)) { bits, rule in
      rules.contains(rule.element) ? bits | 1 << UInt32(rule.offset) : bits
    }
    let ready: Planned
    if let known = planned[bits] {
      ready = known
    } else {
      let evaluator = Evaluator(configuration, dialect: first.adopting(rules, from: second))
      let plan = Result { () throws(EvaluationError) in
        try evaluator.plan(for: keys)
      }
      ready = Planned(evaluator: evaluator, plan: plan)
      planned[bits] = ready
    }
    return ready.plan.flatMap { plan in
      Result { () throws(EvaluationError) in try ready.evaluator.evaluate(context, plan: plan) }
    }
  }

  // MARK: What is the same

  private static func isSame(_ one: Outcome, _ other: Outcome, flag: Int?) -> Bool {
    switch (one, other) {
    case (.success(let ones), .success(let others)):
      guard let flag else { return true }
      return isSame(ones.byFlag[flag], others.byFlag[flag])
    case (.failure(let one), .failure(let other)): return one.code == other.code
    default: return false
    }
  }

  private static func isSame(_ one: EvaluatedVariant?, _ other: EvaluatedVariant?) -> Bool {
    one?.writtenMember == other?.writtenMember
  }

  private static func answer(_ outcome: Outcome) -> Answer {
    switch outcome {
    case .success: .none
    case .failure(let error): .failure(error)
    }
  }

  private static func answer(_ variant: EvaluatedVariant?) -> Answer { variant.map(Answer.variant) ?? .none }
}
