import FlagEvaluation
import TextFormats

/// The values worth trying for one property: of all values that its conditions and buckets can tell apart, one of each
/// kind.
struct ChangeCandidates {
  /// How many values are made for one condition, and how many for the conditions together.
  static let conditionLimit = 64
  static let limit = 2_000
  /// How many made-up ids are tried for a bucket: enough to meet a share of a few percent.
  static let bucketLimit = 256

  let property: UserProperty
  private let dialect: Dialect
  private var conditions: [FlagConfiguration.Condition] = []
  private(set) var isBucketed = false

  init(_ property: UserProperty, dialect: Dialect) {
    self.property = property
    self.dialect = dialect
  }

  mutating func add(_ condition: FlagConfiguration.Condition) { conditions.append(condition) }

  mutating func addBucketing() { isBucketed = true }

  /// The values, those that the configuration names first; nil stands for taking the property away. `isComplete` is
  /// false when there were more than could be looked at.
  func values() -> (values: [JSONValue?], isComplete: Bool) {
    let probes = conditions.map { ConditionProbe($0, dialect: dialect) }
    var chosen: [JSONValue?] = []
    var kinds: Set<[Bool]> = []
    var looked = 0
    func consider(_ value: JSONValue?) {
      looked += 1
      guard looked <= Self.limit, property.allows(value) else { return }
      if kinds.insert(probes.map { $0.holds(for: value) }).inserted { chosen.append(value) }
    }
    for condition in conditions {
      for value in ConditionValues.values(for: condition, dialect: dialect).prefix(Self.conditionLimit) {
        consider(value)
      }
    }
    for value in ConditionValues.together(conditions, dialect: dialect) { consider(value) }
    // Further values of long lists, so that none of a later condition hides behind an earlier one's.
    for condition in conditions {
      for value in ConditionValues.values(for: condition, dialect: dialect).dropFirst(Self.conditionLimit) {
        guard looked <= Self.limit else { break }
        consider(value)
      }
    }
    // A list satisfies what any of its elements does, so two values together can do what none can alone.
    let scalars = chosen.compactMap { value in value.flatMap { $0.array == nil ? $0 : nil } }
    for (index, one) in scalars.enumerated() {
      for other in scalars[(index + 1)...] { consider(.array([one, other])) }
    }
    let isComplete = looked <= Self.limit
    guard isBucketed else { return (chosen, isComplete) }
    // Ids that conditions cannot tell apart are told apart by their hash.
    let ids = (1...Self.bucketLimit).map { JSONValue.string("explore-\($0)") }.filter(property.allows)
    return (chosen + ids.filter { !chosen.contains($0) }, isComplete)
  }
}
