import TextFormats

/// A condition made ready: operator resolved, filter values converted once.
final class CompiledCondition: Sendable {
  let selector: SelectorReference
  let source: FlagConfiguration.Condition
  /// nil: an operator that no engine knows, which never matches.
  let operation: EvaluationOperator?
  let values: [[UInt8]]
  private let wantsNone: Bool
  private let test: Test

  /// The filter values in the form that the operator's family compares. Not copyable, so that looking into it counts no
  /// references.
  private enum Test: ~Copyable, Sendable {
    case never
    /// `loweredBooleans` is empty unless a value is `true` or `false` in some case.
    case equality(ByteTexts, loweredBooleans: ByteTexts)
    case substring(lowered: ByteTexts)
    case number(EvaluationOperator.Relation, [Double])
    case version(EvaluationOperator.Relation, [VersionNumber])
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
      return .number(relation, values.compactMap { NumberText.number($0, syntax: dialect.numberSyntax) })
    case .version:
      guard let relation = operation.relation else { return .never }
      return .version(relation, values.compactMap { VersionNumber($0, syntax: dialect.versionSyntax) })
    case .set:
      var seen: Set<[UInt8]> = []
      return .set(distinct: values.filter { seen.insert($0).inserted })
    case .pattern: return .pattern(texts.map { Pattern($0, syntax: dialect.patternSyntax) })
    }
  }

  enum Failure: Error {
    case invalidPattern(String, reason: String)
    case workLimit(String)
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
    case .substring(let lowered): return lowered.containsPart(of: text.lowered)
    case .number(let relation, let numbers):
      guard !numbers.isEmpty, let number = text.number else { return compareAsText(text, relation, dialect) }
      return numbers.contains { relation.holds(number, $0) }
    case .version(let relation, let versions):
      guard !versions.isEmpty, let version = text.version else { return compareAsText(text, relation, dialect) }
      return versions.contains { relation.holds(for: version.order(to: $0, by: dialect.textOrder)) }
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
    values.contains { relation.holds(for: TextOrder.of(text.bytes, $0, by: dialect.textOrder)) }
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
