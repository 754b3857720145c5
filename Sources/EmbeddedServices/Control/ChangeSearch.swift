import FlagEvaluation
import TextFormats

/// Looks for the smallest change of a user that gives a wanted variant (`why KEY --want VARIANT`): one property, else
/// two, taken from what the flag and those it depends on ask about, each proven by evaluating the changed user.
struct ChangeSearch {
  /// How many users are evaluated at most.
  static let evaluationLimit = 20_000
  /// How many properties are considered.
  static let propertyLimit = 16

  private let evaluator: Evaluator
  private let flag: String
  private let user: JSONValue
  private var evaluations = 0
  /// Whether every combination of two was looked at.
  private var isComplete = true

  init(_ evaluator: Evaluator, flag: String, user: JSONValue) {
    self.evaluator = evaluator
    self.flag = flag
    self.user = user
  }

  private struct Change {
    var property: UserProperty
    var value: JSONValue?
  }

  /// `{"code", "obstacles", "wanted"}`: `has` (nothing to change), `change` (with `changes`), `unknownVariant` (with
  /// `known`), or why there is none: `noSegment`, `zeroRollout`, `notFound` (with `tried`, `complete` and `ways`: what
  /// stands in the way of each segment that leads there). `obstacles` says what keeps the flag from being answered at
  /// all.
  mutating func document(wanted: String, obstacles: [String]) -> JSONValue {
    guard let configured = evaluator.configuration.flag(flag) else { return .null }
    let names = Self.names(of: wanted, in: configured)
    var document = JSONObject()
    document["obstacles"] = .array(obstacles.map(JSONValue.string))
    document["wanted"] = .string(wanted)
    if names.isEmpty {
      document["code"] = "unknownVariant"
      document["known"] = .array(configured.variants.map { .string($0.name) })
    } else if gives(names, user) {
      document["code"] = "has"
    } else if let changes = search(names) {
      document["code"] = "change"
      document["changes"] = .array(
        changes.map { change in
          [
            "from": change.property.value(in: user) ?? .null, "property": .string(change.property.name),
            "to": change.value ?? .null,
          ]
        })
    } else {
      document["code"] = .string(Self.obstacle(names, in: configured))
      document["complete"] = .bool(isComplete)
      document["tried"] = JSONValue(evaluations)
      let blocked = BlockedSegments(evaluator, flag: configured, user: user, names: names)
      document["ways"] = .array(blocked.document(candidates().map { ($0.property, $0.values().values) }))
    }
    return .object(document)
  }

  /// The variants that are meant: by name, else by key, else by value.
  private static func names(of wanted: String, in flag: FlagConfiguration.Flag) -> [String] {
    if flag.variant(wanted) != nil { return [wanted] }
    let byKey = flag.variants.filter { $0.variant.key?.isExactly(wanted) ?? false }
    if !byKey.isEmpty { return byKey.map(\.name) }
    return flag.variants.filter { $0.variant.value?.string?.isExactly(wanted) ?? false }.map(\.name)
  }

  /// Why no change can help, as far as the configuration alone says.
  private static func obstacle(_ names: [String], in flag: FlagConfiguration.Flag) -> String {
    func isNamed(_ variant: String?) -> Bool { names.contains { name in variant?.isExactly(name) ?? false } }
    func isEmpty(_ range: BucketRange) -> Bool { range.ends.map { $0.lower >= $0.upper } ?? true }
    var isRolledOut = false
    var isMentioned = false
    for segment in flag.segments {
      if isNamed(segment.variant) { isRolledOut = true }
      for allocation in segment.bucket?.allocations ?? [] {
        for distribution in allocation.distributions where isNamed(distribution.variant) {
          isMentioned = true
          if !isEmpty(allocation.range), !isEmpty(distribution.range) { isRolledOut = true }
        }
      }
    }
    if isRolledOut { return "notFound" }
    return isMentioned ? "zeroRollout" : "noSegment"
  }

  // MARK: Search

  private mutating func gives(_ names: [String], _ user: JSONValue) -> Bool {
    evaluations += 1
    guard let context = try? EvaluationContext(user: user), let plan = try? evaluator.plan(for: [flag]),
      let variant = try? evaluator.evaluate(context, plan: plan)[flag]
    else { return false }
    return names.contains { $0.isExactly(variant.name) }
  }

  private mutating func search(_ names: [String]) -> [Change]? {
    let candidates = candidates().map { candidate in
      let (values, isComplete) = candidate.values()
      if !isComplete { self.isComplete = false }
      return (property: candidate.property, values: values)
    }
    for candidate in candidates {
      for value in candidate.values where value != candidate.property.value(in: user) {
        guard mayEvaluate() else { return nil }
        if gives(names, candidate.property.set(value, in: user)) {
          return [Change(property: candidate.property, value: value)]
        }
      }
    }
    for (index, first) in candidates.enumerated() {
      for second in candidates[(index + 1)...] {
        if let changes = pair(first, second, names) { return changes }
        guard mayEvaluate() else { return nil }
      }
    }
    return nil
  }

  /// A property with the values that are tried for it.
  private typealias Values = (property: UserProperty, values: [JSONValue?])

  private mutating func mayEvaluate() -> Bool {
    if evaluations >= Self.evaluationLimit { isComplete = false }
    return evaluations < Self.evaluationLimit
  }

  private mutating func pair(
    _ first: Values, _ second: Values, _ names: [String]
  ) -> [Change]? {
    for one in first.values where one != first.property.value(in: user) {
      let changed = first.property.set(one, in: user)
      for other in second.values where other != second.property.value(in: user) {
        guard mayEvaluate() else { return nil }
        if gives(names, second.property.set(other, in: changed)) {
          return [Change(property: first.property, value: one), Change(property: second.property, value: other)]
        }
      }
    }
    return nil
  }

  /// What can be changed, in the order in which the flag and then its dependencies ask about it.
  private mutating func candidates() -> [ChangeCandidates] {
    var candidates: [ChangeCandidates] = []
    func index(of selector: [String]) -> Int? {
      guard let property = UserProperty(selector: selector) else { return nil }
      if let index = candidates.firstIndex(where: { $0.property.isSame(property) }) { return index }
      guard candidates.count < Self.propertyLimit else {
        isComplete = false
        return nil
      }
      candidates.append(ChangeCandidates(property, dialect: evaluator.dialect))
      return candidates.count - 1
    }
    let keys = (try? evaluator.plan(for: [flag]))?.keys ?? []
    let segments = keys.reversed().flatMap { evaluator.configuration.flag($0)?.segments ?? [] }
    for condition in segments.flatMap({ ($0.conditions ?? []).flatMap(\.self) }) {
      if let index = index(of: condition.selector) { candidates[index].add(condition) }
    }
    for bucket in segments.compactMap(\.bucket) {
      if let index = index(of: bucket.selector) { candidates[index].addBucketing() }
    }
    return candidates
  }
}
