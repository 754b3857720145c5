import FlagEvaluation
import TextFormats

/// Reads the members `points` and `catalogues` of a world file.
struct PointReader {
  /// The longest name of a point, in characters (personalization.md 1.6).
  static let nameLimit = 40
  /// The longest name of a decision.
  static let decisionNameLimit = 80
  /// The most decisions of a point.
  static let decisionLimit = 25
  /// The two lengths of a record id: with and without the checksum at its end.
  private static let idLengths = [15, 18]
  private static let decisionIdPrefix = "9pb"
  private static let pointIdPrefix = "9pp"

  private let recommenders: RecommenderReader
  private var pointIds: [String] = []
  private var decisionIds: [String] = []

  /// The points of a world, ready to decide.
  static func points(
    _ node: WorldNode?, catalogues: WorldNode?, dialect: Dialect, compilesNow: Bool
  ) throws(WorldNode.Fault) -> WorldPoints {
    var reader = PointReader(recommenders: try RecommenderReader(catalogues))
    var points: [PersonalizationPoint] = []
    for (name, point) in try node?.members() ?? [] { points.append(try reader.point(name, point)) }
    do {
      return try WorldPoints(points, dialect: dialect, compilesNow: compilesNow)
    } catch {
      throw (node ?? WorldNode(.null)).fault(error.message)
    }
  }

  private init(recommenders: RecommenderReader) { self.recommenders = recommenders }

  // MARK: Points and decisions

  private static let pointMembers = [
    "id", "dataspace", "type", "requiresAuthentication", "dataGraph", "whenNobody", "decisions",
  ]

  private mutating func point(_ name: String, _ node: WorldNode) throws(WorldNode.Fault) -> PersonalizationPoint {
    guard !name.isEmpty else { throw node.fault("a point needs a name") }
    guard name.unicodeScalars.count <= Self.nameLimit else {
      throw node.fault("the name is longer than \(Self.nameLimit) characters")
    }
    guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last,
      !first.properties.isWhitespace, !last.properties.isWhitespace
    else {
      throw node.fault("the name begins or ends with a blank", hint: "clients trim names, so nobody could ask for it")
    }
    _ = try node.members(allowing: Self.pointMembers)
    let id = try Self.recordId(node.required("id"), prefix: Self.pointIdPrefix, taken: &pointIds)
    let kind = try Self.word(node.required("type"), as: PersonalizationPoint.Kind.self)
    let nobody = try node.optional("whenNobody").map { node throws(WorldNode.Fault) in
      try Self.word(node, as: PersonalizationPoint.Nobody.self)
    }
    let listed = try node.required("decisions")
    let elements = try listed.elements()
    guard elements.count <= Self.decisionLimit else {
      throw listed.fault("has \(elements.count) decisions; a point has \(Self.decisionLimit) at most")
    }
    var decisions: [PersonalizationPoint.Decision] = []
    var variables: Set<ExactText> = []
    for element in elements {
      let decision = try decision(element, kind: kind, variables: &variables)
      guard !decisions.contains(where: { $0.name.isExactly(decision.name) }) else {
        throw try element.required("name").fault("a second decision \"\(decision.name)\" of this point")
      }
      decisions.append(decision)
    }
    return PersonalizationPoint(
      name: name, id: id,
      dataspace: try node.optional("dataspace")?.filledText() ?? DecisionsRequestBody.defaultDataspace, kind: kind,
      requiresAuthentication: try node.optional("requiresAuthentication")?.flag() ?? false,
      dataGraph: try node.optional("dataGraph")?.filledText() ?? "default", whenNobody: nobody ?? .missing,
      decisions: decisions, ruleVariables: variables)
  }

  private mutating func decision(
    _ node: WorldNode, kind: PersonalizationPoint.Kind, variables: inout Set<ExactText>
  ) throws(WorldNode.Fault) -> PersonalizationPoint.Decision {
    _ = try node.members(allowing: ["id", "name", "when", "attributes", "recommender"])
    let id = try Self.recordId(node.required("id"), prefix: Self.decisionIdPrefix, taken: &decisionIds)
    let nameNode = try node.required("name")
    let name = try nameNode.filledText()
    guard name.unicodeScalars.count <= Self.decisionNameLimit else {
      throw nameNode.fault("is longer than \(Self.decisionNameLimit) characters")
    }
    let when = node.optional("when")
    if let when { try Self.check(rule: when, variables: &variables) }
    let attributes = node.optional("attributes")
    _ = try attributes?.members()
    let recommender = node.optional("recommender")
    switch kind {
    case .dynamicContent:
      if let recommender {
        throw recommender.fault(
          "a dynamicContent point recommends nothing", hint: "make the point's type recommendations")
      }
      if attributes == nil { throw node.fault("missing member \"attributes\"") }
    case .recommendations:
      if recommender == nil { throw node.fault("missing member \"recommender\"") }
    }
    return PersonalizationPoint.Decision(
      id: id, name: name, rule: when?.value, attributes: attributes?.value.object ?? JSONObject(),
      recommender: try recommender.map(recommenders.recommender))
  }

  // MARK: Rules

  /// Checks a rule: alternatives, each a list of conditions that hold together (evaluation.md 4).
  private static func check(rule: WorldNode, variables: inout Set<ExactText>) throws(WorldNode.Fault) {
    let groups = try rule.elements()
    let hint = "leave \"when\" out to qualify everyone"
    guard !groups.isEmpty else { throw rule.fault("has no alternative, so nobody qualifies", hint: hint) }
    for group in groups {
      let conditions = try group.elements()
      guard !conditions.isEmpty else { throw group.fault("has no condition", hint: hint) }
      for condition in conditions { try check(condition: condition, variables: &variables) }
    }
  }

  private static func check(condition: WorldNode, variables: inout Set<ExactText>) throws(WorldNode.Fault) {
    _ = try condition.members(allowing: ["selector", "op", "values"])
    let selector = try condition.required("selector")
    var path: [String] = []
    for step in try selector.elements() { path.append(try step.text()) }
    let roots = ["user", "request"]
    guard path.count >= 3, path[0].isExactly("context"), roots.contains(where: { $0.isExactly(path[1]) }) else {
      throw selector.fault(
        "selects nothing that a decision knows",
        hint: #"begin with "context", "user" or "context", "request" and go on with a name"#)
    }
    if path[1].isExactly("request") { variables.insert(ExactText(path[2])) }
    _ = try condition.required("op").operatorText()
    for value in try condition.required("values").elements() { _ = try value.text() }
  }

  // MARK: Values

  private static func recordId(
    _ node: WorldNode, prefix: String, taken: inout [String]
  ) throws(WorldNode.Fault) -> String {
    let id = try node.text()
    let isAlphanumeric = id.unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    }
    guard id.hasPrefix(prefix), isAlphanumeric, idLengths.contains(id.utf8.count) else {
      throw node.fault(
        "\"\(id)\" is not a record id",
        hint: "\(prefix) and 12 or 15 more letters and digits, such as \(prefix)XX0000000001AAA")
    }
    guard !taken.contains(where: { PersonalizationPoint.isSameRecord($0, id) }) else {
      throw node.fault("the record id \"\(id)\" is taken", hint: "the first 15 characters must differ")
    }
    taken.append(id)
    return id
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ node: WorldNode, as kind: Word.Type
  ) throws(WorldNode.Fault) -> Word where Word.RawValue == String {
    let text = try node.word(of: kind.allCases.map(\.rawValue))
    guard let word = Word(rawValue: text) else { throw node.fault("unknown word \"\(text)\"") }
    return word
  }
}

extension WorldNode {
  /// One of the evaluation engine's operators, which ignores every other text (evaluation.md 9).
  func operatorText() throws(Fault) -> String {
    let text = try text()
    let known = EvaluationOperator.allCases.map(\.rawValue)
    if known.contains(where: { $0.isExactly(text) }) { return text }
    let nearest = NearestName.nearestName(to: text, in: known)
    throw fault(
      "unknown operator \"\(text)\"",
      hint: nearest.map { "did you mean \($0)?" } ?? "one of \(known.joined(separator: ", "))")
  }
}
