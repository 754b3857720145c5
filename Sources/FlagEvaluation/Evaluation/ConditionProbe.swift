package import TextFormats

/// One condition by itself, for whoever asks which values would satisfy it.
package struct ConditionProbe: Sendable {
  private let condition: CompiledCondition
  private let dialect: Dialect

  package init(_ condition: FlagConfiguration.Condition, dialect: Dialect) {
    self.condition = CompiledCondition(condition, selector: .nothing, dialect: dialect)
    self.dialect = dialect
  }

  /// Whether the condition holds when its selector finds this value, nil for nothing; false where it cannot be judged.
  package func holds(for value: JSONValue?) -> Bool {
    var budget = PatternLimits.stepsPerEvaluation
    let value = value.flatMap { $0.isNull ? nil : $0 }
    return (try? condition.holds(for: Subject(value, dialect: dialect), dialect: dialect, budget: &budget)) ?? false
  }
}
