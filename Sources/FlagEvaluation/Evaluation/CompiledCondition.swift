import TextFormats

/// A condition made ready: operator resolved, filter values converted once.
final class CompiledCondition: Sendable {
  let selector: SelectorReference
  let source: FlagConfiguration.Condition
  /// nil: an operator that no engine knows, which never matches.
  let operation: EvaluationOperator?
  let values: [[UInt8]]
  private let wantsNone: Bool
  /// The value that a comparison of texts is about.
  private let extremeText: [UInt8]?
  private let test: Test

  /// The filter values in the form that the operator's family compares. Not copyable, so that looking into it counts no
  /// references.
  private enum Test: ~Copyable, Sendable {
    case never
    /// `loweredBooleans` is empty unless a value is `true` or `false` in some case.
    case equality(ByteTexts, loweredBooleans: ByteTexts)
    case substring(lowered: ByteTexts)
    /// Some value stands in the relation exactly if the extreme one does; nil when no value is a number at all.
    case number(EvaluationOperator.Relation, extreme: Double?, hasNumbers: Bool)
    case version(EvaluationOperator.Relation, extreme: VersionNumber?)
    case set(distinct: [[UInt8]])
    case pattern([Pattern])
  }

  init(_ condition: FlagConfiguration.Condition, selector: SelectorReference, dialect: Dialect) {
    self.selector = selector
    source = condition
    operation = EvaluationOperator(exactly: condition.operatorText)
    values = condition.values.map { Array($0.utf8) }
    wantsNone = condition.values.contains { $0.isExactly("(none)") }
    test = Self.test(operation, condition.values, dialect: dialect)
    let texts = values
    extremeText = operation?.relation.flatMap { relation in
      Self.extreme(texts, relation) { TextOrder.of($0, $1, by: dialect.textOrder) }
    }
  }

  private static func test(_ operation: EvaluationOperator?, _ texts: [String], dialect: Dialect) -> Test {
    guard let operation else { return .never }
    let values = texts.map { Array($0.utf8) }
    switch operation.family {
    case .equality:
      let booleans = values.filter(LowerCase.isBooleanWord).map(LowerCase.text)
      return .equality(ByteTexts(values), loweredBooleans: ByteTexts(booleans))
    case .substring: return .substring(lowered: ByteTexts(values.map(LowerCase.text)))
    case .number:
      guard let relation = operation.relation else { return .never }
      let numbers = values.compactMap { NumberText.number($0, syntax: dialect.numberSyntax) }
      // What is not a number stands in no relation.
      let extreme = Self.extreme(numbers.filter { !$0.isNaN }, relation) { TextOrder.of($0, $1) }
      return .number(relation, extreme: extreme, hasNumbers: !numbers.isEmpty)
    case .version:
      guard let relation = operation.relation else { return .never }
      let versions = values.compactMap { VersionNumber($0, syntax: dialect.versionSyntax) }
      return .version(relation, extreme: Self.extreme(versions, relation) { $0.order(to: $1, by: dialect.textOrder) })
    case .set:
      var seen: Set<[UInt8]> = []
      return .set(distinct: values.filter { seen.insert($0).inserted })
    case .pattern: return .pattern(texts.map { Pattern($0, syntax: dialect.patternSyntax) })
    }
  }

  /// The value that is easiest to stand in the relation to: the last for `less`, the first for `greater`.
  private static func extreme<Value>(
    _ values: [Value], _ relation: EvaluationOperator.Relation, _ order: (Value, Value) -> TextOrder
  ) -> Value? {
    guard var found = values.first else { return nil }
    let wanted: TextOrder = relation == .less || relation == .lessOrEqual ? .after : .before
    for value in values.dropFirst() where order(value, found) == wanted { found = value }
    return found
  }

  enum Failure: Error {
    case invalidPattern(String, reason: String)
    /// nil when no pattern was at work.
    case workLimit(String?)
  }

  /// Whether the condition holds for the subject (evaluation.md 8).
  func holds(for subject: Subject, dialect: Dialect, budget: inout Int) throws(Failure) -> Bool {
    guard let operation else { return false }
    if subject.isMissing { return operation.verdictOnMissing(wantsNone: wantsNone) }
    switch test {
    case .set(let distinct):
      guard let elements = subject.list, !elements.texts.isEmpty || dialect.comparesEmptySets else { return false }
      return holds(operation, elements: elements, distinct: distinct) != operation.isNegated
    default: break
    }
    if let elements = subject.list?.texts {
      // Many conditions over a long list are work too.
      budget -= elements.count
      guard budget >= 0 else { throw .workLimit(nil) }
      for element in elements
      where try matches(element, dialect: dialect, budget: &budget) != operation.isNegated { return true }
      return false
    }
    guard let text = subject.text else { return false }
    return try matches(text, dialect: dialect, budget: &budget) != operation.isNegated
  }

  /// The positive form of the operator on one text (evaluation.md 9).
  private func matches(_ text: SubjectText, dialect: Dialect, budget: inout Int) throws(Failure) -> Bool {
    switch test {
    case .never: return false
    case .set: return false
    case .equality(let values, let loweredBooleans):
      if !loweredBooleans.isEmpty, text.isBooleanWord { return loweredBooleans.contains(text.lowered) }
      return values.contains(text.bytes)
    case .substring(let lowered):
      do { return try lowered.containsPart(of: text.lowered, budget: &budget) } catch { throw .workLimit(nil) }
    case .number(let relation, let extreme, let hasNumbers):
      guard hasNumbers, let number = text.number else { return compareAsText(text, relation, dialect) }
      return extreme.map { relation.holds(number, $0) } ?? false
    case .version(let relation, let extreme):
      guard let extreme, let version = text.version else { return compareAsText(text, relation, dialect) }
      return relation.holds(for: version.order(to: extreme, by: dialect.textOrder))
    case .pattern(let patterns):
      for pattern in patterns {
        do {
          if try pattern.isFound(in: text, budget: &budget) { return true }
        } catch {
          switch error {
          case .invalid(let fault): throw .invalidPattern(pattern.source, reason: fault.reason)
          case .workLimit: throw .workLimit(pattern.source)
          }
        }
      }
      return false
    }
  }

  private func compareAsText(_ text: SubjectText, _ relation: EvaluationOperator.Relation, _ dialect: Dialect) -> Bool {
    extremeText.map { relation.holds(for: TextOrder.of(text.bytes, $0, by: dialect.textOrder)) } ?? false
  }

  /// The positive form of a set operator.
  private func holds(_ operation: EvaluationOperator, elements: SubjectList, distinct: [[UInt8]]) -> Bool {
    switch operation {
    case .setEqual, .setNotEqual:
      let texts = Set(elements.texts.map(\.bytes))
      return texts.count == distinct.count && distinct.allSatisfy(texts.contains)
    case .setContains, .setDoesNotContain:
      return elements.texts.count >= values.count && distinct.allSatisfy(elements.contains)
    default:
      return distinct.contains(where: elements.contains)
    }
  }
}
