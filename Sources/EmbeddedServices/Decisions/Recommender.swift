import FlagEvaluation
import TextFormats

/// Chooses items for a recommendations point (personalization.md 5.2 and 5.3).
struct Recommender: Sendable {
  enum Strategy: String, CaseIterable, Sendable {
    /// All items of the catalogue, in its order.
    case none
    /// The items that the anchor item lists as related, in that order; without a known anchor none.
    case similar
  }

  /// How many items are returned when nothing is said.
  static let defaultLimit = 12
  /// How many items are returned at most: longer lists are cut.
  static let answerLimit = 24

  let catalogue: ItemCatalogue
  let strategy: Strategy
  /// The names under which the catalogue's items are known as anchors; empty for any.
  let anchorTypes: [String]
  /// The field with an item's id.
  let idField: String
  /// The field with the ids of related items, which is not returned.
  let relatedField: String
  /// The fields returned, in this order; nil for all.
  let fields: [String]?
  let filters: [RecommendationFilter]
  let limit: Int

  /// The keys of the context that a filter reads.
  var variables: [String] {
    filters.compactMap { if case .variable(let name) = $0.operand { name } else { nil } }
  }

  /// The items for a request's context, as they are returned but without content ids.
  func items(for context: JSONObject, dialect: Dialect) -> [JSONObject] {
    let anchor = anchor(of: context)
    var excluding: [JSONValue] = []
    var including: [JSONValue] = []
    for filter in filters {
      switch filter.resolved(context: context, anchor: anchor) {
      case .dropped: continue
      case .impossible: return []
      case .text(let text):
        let condition = filter.condition(comparingWith: text)
        if filter.isExcluding { excluding.append(condition) } else { including.append(condition) }
      }
    }
    var chosen = candidates(anchor)
    if !excluding.isEmpty || !including.isEmpty {
      guard let filtered = Self.filter(chosen, excluding, including, dialect) else { return [] }
      chosen = filtered
    }
    return chosen.prefix(min(limit, Self.answerLimit)).compactMap { $0.object.map(returned) }
  }

  private func anchor(of context: JSONObject) -> JSONValue? {
    guard let id = RecommendationFilter.text(of: context["anchorId"]) else { return nil }
    // A type that is left out is inferred from the id (personalization.md 5.3).
    if let type = context["anchorType"]?.string, !type.isEmpty, !anchorTypes.isEmpty {
      guard anchorTypes.contains(where: { $0.isExactly(type) }) else { return nil }
    }
    return catalogue.item(id, idField: idField)
  }

  private func candidates(_ anchor: JSONValue?) -> [JSONValue] {
    switch strategy {
    case .none: return catalogue.items
    case .similar:
      let ids = anchor?[relatedField]?.array ?? []
      return ids.compactMap { id in id.string.flatMap { catalogue.item($0, idField: idField) } }
    }
  }

  /// What passes the conditions: no excluding one and every including one. Nil when a condition cannot be evaluated.
  private static func filter(
    _ items: [JSONValue], _ excluding: [JSONValue], _ including: [JSONValue], _ dialect: Dialect
  ) -> [JSONValue]? {
    let passing = "passes"
    var segments = excluding.map { ["conditions": [[$0]], "variant": "excluded"] as JSONValue }
    segments.append(
      including.isEmpty
        ? ["variant": .string(passing)] : ["conditions": [.array(including)], "variant": .string(passing)])
    let filter: JSONValue = [
      "key": "filter", "variants": ["excluded": [:], "passes": [:]], "segments": .array(segments),
    ]
    guard let configuration = try? FlagConfiguration([filter]) else { return nil }
    let evaluator = Evaluator(configuration, dialect: dialect)
    var passed: [JSONValue] = []
    for item in items {
      let context = EvaluationContext(JSONObject(uniqueMembers: [JSONMember("item", item)]))
      guard let results = try? evaluator.evaluate(context) else { return nil }
      if results.variants.first?.name.isExactly(passing) ?? false { passed.append(item) }
    }
    return passed
  }

  private func returned(_ item: JSONObject) -> JSONObject {
    guard let fields else {
      return JSONObject(uniqueMembers: item.members.filter { !$0.name.isExactly(relatedField) })
    }
    return JSONObject(uniqueMembers: fields.compactMap { name in item[name].map { JSONMember(name, $0) } })
  }

  var document: JSONValue {
    [
      "anchor": .string(strategy.rawValue), "filters": .array(filters.map(\.document)),
      "items": .string(catalogue.name), "limit": JSONValue(limit),
    ]
  }
}
