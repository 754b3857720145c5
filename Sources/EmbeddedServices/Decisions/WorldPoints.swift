import FlagEvaluation
import TextFormats

/// The personalization points of a world, with everything their rules need.
struct WorldPoints: Sendable {
  let points: [PersonalizationPoint]
  private let dialect: Dialect
  /// One flag a point, one segment a decision; the variant's name is the decision's number. Nil until `prepare`.
  private var rules: Evaluator?
  private let numbers: [ExactText: Int]

  var names: [String] { points.map(\.name) }

  /// - Parameter compilesNow: false for rules that are known to work: `prepare` does it when one is needed.
  init(_ points: [PersonalizationPoint], dialect: Dialect, compilesNow: Bool) throws(FlagConfigurationError) {
    self.points = points
    self.dialect = dialect
    if compilesNow { rules = try Self.rules(of: points, dialect) }
    var numbers: [ExactText: Int] = [:]
    for (number, point) in points.enumerated() { numbers[ExactText(point.name)] = number }
    self.numbers = numbers
  }

  private static func rules(
    of points: [PersonalizationPoint], _ dialect: Dialect
  ) throws(FlagConfigurationError) -> Evaluator {
    Evaluator(try FlagConfiguration(.array(points.map(flag))), dialect: dialect)
  }

  /// Makes sure that rules can be evaluated; to be called before a decision is asked for.
  mutating func prepare() {
    if rules == nil { rules = try? Self.rules(of: points, dialect) }
  }

  private static func flag(of point: PersonalizationPoint) -> JSONValue {
    var variants: [JSONMember] = []
    var segments: [JSONValue] = []
    for (number, decision) in point.decisions.enumerated() {
      variants.append(JSONMember(String(number), [:]))
      var segment = JSONObject()
      segment["variant"] = .string(String(number))
      segment["conditions"] = decision.rule
      segments.append(.object(segment))
    }
    return [
      "key": .string(point.name), "variants": .object(JSONObject(uniqueMembers: variants)),
      "segments": .array(segments),
    ]
  }

  func point(named name: String) -> PersonalizationPoint? { numbers[ExactText(name)].map { points[$0] } }

  func point(id: String) -> PersonalizationPoint? {
    points.first { PersonalizationPoint.isSameRecord($0.id, id) }
  }

  /// The first decision that qualifies; nil also when a rule cannot be evaluated, as in the real service
  /// (personalization.md 2.4, code 521).
  func decision(
    of point: PersonalizationPoint, user: JSONObject, request: JSONObject
  ) -> PersonalizationPoint.Decision? {
    let context = EvaluationContext(
      JSONObject(uniqueMembers: [JSONMember("user", .object(user)), JSONMember("request", .object(request))]))
    guard let rules, let results = try? rules.evaluate(context, plan: rules.plan(for: [point.name])),
      let number = results[point.name].flatMap({ Int($0.name) }), point.decisions.indices.contains(number)
    else { return nil }
    return point.decisions[number]
  }

  /// The items of a decision for a request.
  func items(of decision: PersonalizationPoint.Decision, request: JSONObject) -> [JSONObject] {
    decision.recommender?.items(for: request, dialect: dialect) ?? []
  }
}
