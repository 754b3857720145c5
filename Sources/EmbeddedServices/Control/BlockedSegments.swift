import FlagEvaluation
import TextFormats

/// What stands in the way of a wanted variant, segment by segment of those that lead to it (`why KEY --want VARIANT`).
struct BlockedSegments {
  private let evaluator: Evaluator
  private let flag: FlagConfiguration.Flag
  private let user: JSONValue
  private let names: [String]

  init(_ evaluator: Evaluator, flag: FlagConfiguration.Flag, user: JSONValue, names: [String]) {
    self.evaluator = evaluator
    self.flag = flag
    self.user = user
    self.names = names
  }

  /// For each segment that leads to the variant `{"by", "code", "needs", "segment", "segmentName"}`. `code`:
  /// `properties` (more than two would have to change), `fixed` (it asks about something that is no property of the user),
  /// `earlier` (the segment `by` decides before it), `assigned` (the same, and that segment names ids), `bucketed` (the
  /// hash gives something else). `needs` lists the unmet conditions.
  ///
  /// - Parameter candidates: values to try for each property.
  func document(_ candidates: [(property: UserProperty, values: [JSONValue?])]) -> [JSONValue] {
    flag.segments.enumerated().filter { leads($0.element) }.map { number, segment in
      let unmet = fewestUnmet(of: segment)
      var code = "bucketed"
      var by: Int?
      let properties = unmet.compactMap { UserProperty(selector: $0.selector) }
      if properties.count < unmet.count {
        code = "fixed"
      } else if distinct(properties) > 2 {
        code = "properties"
      } else if let decider = decider(meeting: unmet, candidates), decider < number {
        by = decider
        code = namesIds(flag.segments[decider]) ? "assigned" : "earlier"
      }
      return [
        "by": by.map { JSONValue($0) } ?? .null, "code": .string(code),
        "needs": .array(
          unmet.map { condition in
            [
              "op": .string(condition.operatorText),
              "property": .string(
                UserProperty(selector: condition.selector)?.name ?? condition.selector.joined(separator: ".")),
              "values": .array(condition.values.prefix(Self.namedValues).map { .string($0) }),
            ]
          }),
        "segment": JSONValue(number), "segmentName": segment.metadata["segmentName"] ?? .null,
      ]
    }
  }

  private static let namedValues = 5

  private func leads(_ segment: FlagConfiguration.Segment) -> Bool {
    func isNamed(_ variant: String?) -> Bool { names.contains { name in variant?.isExactly(name) ?? false } }
    func isEmpty(_ range: BucketRange) -> Bool { range.ends.map { $0.lower >= $0.upper } ?? true }
    if isNamed(segment.variant) { return true }
    return (segment.bucket?.allocations ?? []).contains { allocation in
      !isEmpty(allocation.range)
        && allocation.distributions.contains { isNamed($0.variant) && !isEmpty($0.range) }
    }
  }

  /// The conditions that this user does not meet, of the alternative that asks for the least.
  private func fewestUnmet(of segment: FlagConfiguration.Segment) -> [FlagConfiguration.Condition] {
    let groups = segment.conditions ?? []
    let unmet = groups.map { group in group.filter { !isMet($0) } }
    return unmet.min { distinct($0) < distinct($1) } ?? []
  }

  private func isMet(_ condition: FlagConfiguration.Condition) -> Bool {
    guard let property = UserProperty(selector: condition.selector) else { return false }
    return ConditionProbe(condition, dialect: evaluator.dialect).holds(for: property.value(in: user))
  }

  private func distinct(_ conditions: [FlagConfiguration.Condition]) -> Int {
    distinct(conditions.compactMap { UserProperty(selector: $0.selector) })
  }

  private func distinct(_ properties: [UserProperty]) -> Int {
    properties.indices.count { index in !properties[..<index].contains { $0.isSame(properties[index]) } }
  }

  /// The segment that decides for this user once the conditions are met; nil when none does.
  private func decider(
    meeting conditions: [FlagConfiguration.Condition],
    _ candidates: [(property: UserProperty, values: [JSONValue?])]
  ) -> Int? {
    var changed = user
    for (property, values) in candidates {
      let own = conditions.filter { UserProperty(selector: $0.selector)?.isSame(property) ?? false }
      guard !own.isEmpty else { continue }
      let probes = own.map { ConditionProbe($0, dialect: evaluator.dialect) }
      guard let value = values.first(where: { value in probes.allSatisfy { $0.holds(for: value) } }) else { continue }
      changed = property.set(value, in: changed)
    }
    guard let context = try? EvaluationContext(user: changed), let plan = try? evaluator.plan(for: [flag.key]),
      let trace = try? evaluator.trace(context, plan: plan).trace[flag.key]
    else { return nil }
    return trace.segments.last { if case .variant = $0.outcome { true } else { false } }?.number
  }

  /// Whether a segment picks out persons: an explicit assignment.
  private func namesIds(_ segment: FlagConfiguration.Segment) -> Bool {
    (segment.conditions ?? []).contains { group in
      group.contains { condition in
        let property = UserProperty(selector: condition.selector)
        return condition.operatorText == "is" && (property?.isUserId ?? false || property?.isDeviceId ?? false)
      }
    }
  }
}
