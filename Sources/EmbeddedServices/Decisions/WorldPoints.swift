import FlagEvaluation
import TextFormats

/// The personalization points of a world, with everything their rules need.
struct WorldPoints: Sendable {
  let points: [PersonalizationPoint]
  private let dialect: Dialect
  /// One flag a point, one segment a decision; the variant's name is the decision's number.
  private let rules: Evaluator
  private let numbers: [ExactText: Int]

  var names: [String] { points.map(\.name) }

  init(_ points: [PersonalizationPoint], dialect: Dialect) throws(FlagConfigurationError) {
    self.points = points
    self.dialect = dialect
    rules = Evaluator(try FlagConfiguration(.array(points.map(Self.flag))), dialect: dialect)
    var numbers: [ExactText: Int] = [:]
    for (number, point) in points.enumerated() { numbers[ExactText(point.name)] = number }
    self.numbers = numbers
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
    guard let results = try? rules.evaluate(context, plan: rules.plan(for: [point.name])),
      let number = results[point.name].flatMap({ Int($0.name) }), point.decisions.indices.contains(number)
    else { return nil }
    return point.decisions[number]
  }

  /// The items of a decision for a request.
  func items(of decision: PersonalizationPoint.Decision, request: JSONObject) -> [JSONObject] {
    decision.recommender?.items(for: request, dialect: dialect) ?? []
  }
}
