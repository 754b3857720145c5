import TextFormats

/// Reads the catalogues of a world file and the recommenders that choose from them.
struct RecommenderReader {
  /// The highest limit that a recommender may ask for; answers are cut at `Recommender.answerLimit` all the same.
  static let limitLimit: Int64 = 1_000

  private let catalogues: [(catalogue: ItemCatalogue, node: WorldNode)]

  /// Reads the member `catalogues`.
  init(_ node: WorldNode?) throws(WorldNode.Fault) {
    var catalogues: [(catalogue: ItemCatalogue, node: WorldNode)] = []
    for (name, list) in try node?.members() ?? [] {
      guard !name.isEmpty else { throw list.fault("a catalogue needs a name") }
      var items: [JSONValue] = []
      for item in try list.elements() {
        _ = try item.members()
        items.append(item.value)
      }
      catalogues.append((ItemCatalogue(name: name, items: items), list))
    }
    self.catalogues = catalogues
  }

  private static let members = [
    "items", "anchor", "anchorTypes", "id", "related", "fields", "filters", "limit",
  ]

  func recommender(_ node: WorldNode) throws(WorldNode.Fault) -> Recommender {
    _ = try node.members(allowing: Self.members)
    let (catalogue, listed) = try catalogue(node.required("items"))
    let word = try node.optional("anchor")?.word(of: Recommender.Strategy.allCases.map(\.rawValue))
    let strategy = word.flatMap(Recommender.Strategy.init(rawValue:)) ?? .none
    let idField = try node.optional("id")?.filledText() ?? "ssot__Id__c"
    let relatedField = try node.optional("related")?.filledText() ?? "related"
    let filters = try filters(node.optional("filters"), catalogue: catalogue)
    let readsAnchor = filters.contains { if case .anchorField = $0.operand { true } else { false } }
    if strategy == .similar || readsAnchor {
      let ids = try Self.ids(of: listed, field: idField)
      if strategy == .similar { try Self.check(related: relatedField, of: listed, ids: ids) }
    }
    var limit = Recommender.defaultLimit
    if let node = node.optional("limit") { limit = try node.integer(in: 1...Self.limitLimit) }
    return Recommender(
      catalogue: catalogue, strategy: strategy, anchorTypes: try Self.texts(node.optional("anchorTypes")) ?? [],
      idField: idField, relatedField: relatedField, fields: try fields(node.optional("fields"), catalogue: catalogue),
      filters: filters, limit: limit)
  }

  private func catalogue(_ node: WorldNode) throws(WorldNode.Fault) -> (ItemCatalogue, WorldNode) {
    let name = try node.text()
    guard let found = catalogues.first(where: { $0.catalogue.name.isExactly(name) }) else {
      let names = catalogues.map(\.catalogue.name)
      let nearest = NearestName.nearestName(to: name, in: names)
      throw node.fault(
        "there is no catalogue \"\(name)\"",
        hint: nearest.map { "did you mean \($0)?" } ?? "catalogues stand in the member \"catalogues\" at the top")
    }
    return found
  }

  // MARK: Fields

  private static func texts(_ node: WorldNode?) throws(WorldNode.Fault) -> [String]? {
    guard let node else { return nil }
    var texts: [String] = []
    for element in try node.elements() { texts.append(try element.filledText()) }
    return texts
  }

  private func fields(_ node: WorldNode?, catalogue: ItemCatalogue) throws(WorldNode.Fault) -> [String]? {
    guard let node else { return nil }
    var names: [String] = []
    for element in try node.elements() {
      let name = try Self.path(element, in: catalogue, isText: true)[0]
      guard !names.contains(where: { $0.isExactly(name) }) else { throw element.fault("\"\(name)\" is named twice") }
      names.append(name)
    }
    return names
  }

  /// A member name, or an array of names that lead into nested objects; some item must have it.
  private static func path(
    _ node: WorldNode, in catalogue: ItemCatalogue, isText: Bool = false
  ) throws(WorldNode.Fault) -> [String] {
    let path: [String]
    if !isText, node.value.array != nil {
      path = try texts(node) ?? []
      guard !path.isEmpty else { throw node.fault("is empty") }
    } else {
      path = [try node.filledText()]
    }
    guard catalogue.hasField(path) else {
      let nearest = path.first.flatMap { NearestName.nearestName(to: $0, in: catalogue.fieldNames) }
      throw node.fault(
        "no item of \"\(catalogue.name)\" has the field \"\(path.joined(separator: "\", \""))\"",
        hint: path.count == 1 ? nearest.map { "did you mean \($0)?" } : nil)
    }
    return path
  }

  // MARK: Filters

  private func filters(
    _ node: WorldNode?, catalogue: ItemCatalogue
  ) throws(WorldNode.Fault) -> [RecommendationFilter] {
    guard let node else { return [] }
    var filters: [RecommendationFilter] = []
    for element in try node.elements() {
      _ = try element.members(allowing: ["field", "op", "value", "effect"])
      let effect = try element.optional("effect")?.word(of: ["include", "exclude"])
      let isExcluding = effect.map { $0.isExactly("exclude") } ?? false
      guard filters.count(where: { $0.isExcluding == isExcluding }) < RecommendationFilter.countLimit else {
        throw element.fault(
          "a recommender has \(RecommendationFilter.countLimit) filters at most that include, and as many that exclude")
      }
      filters.append(
        RecommendationFilter(
          field: try Self.path(element.required("field"), in: catalogue),
          operatorText: try element.required("op").operatorText(),
          operand: try Self.operand(element.required("value"), in: catalogue), isExcluding: isExcluding))
    }
    return filters
  }

  private static func operand(
    _ node: WorldNode, in catalogue: ItemCatalogue
  ) throws(WorldNode.Fault) -> RecommendationFilter.Operand {
    if node.value.object != nil {
      _ = try node.members(allowing: ["anchor"])
      return .anchorField(try path(node.required("anchor"), in: catalogue))
    }
    guard let text = RecommendationFilter.text(of: node.value) else {
      throw node.fault(
        "expected a single value, found \(node.value.kindName)",
        hint: #"a text, a number, "{!name}" for a contextual attribute, or {"anchor": FIELD}"#)
    }
    guard node.value.string != nil, text.contains("{!") else { return .text(text) }
    guard text.hasPrefix("{!"), text.hasSuffix("}") else {
      throw node.fault("a variable stands alone", hint: "write \"{!name}\" with nothing before or after it")
    }
    let name = String(text.dropFirst(2).dropLast())
    let isWellFormed = name.unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "_"
    }
    guard !name.isEmpty, isWellFormed, name.utf8.count <= RecommendationFilter.variableLengthLimit else {
      throw node.fault(
        "\"\(name)\" is no name of a variable",
        hint: "1 to \(RecommendationFilter.variableLengthLimit) letters, digits and underscores")
    }
    return .variable(name)
  }

  // MARK: Anchors

  private static func ids(of items: WorldNode, field: String) throws(WorldNode.Fault) -> Set<ExactText> {
    var ids: Set<ExactText> = []
    for item in try items.elements() {
      let node = try item.required(field)
      let id = try node.filledText()
      guard ids.insert(ExactText(id)).inserted else { throw node.fault("a second item \"\(id)\"") }
    }
    return ids
  }

  private static func check(
    related field: String, of items: WorldNode, ids: Set<ExactText>
  ) throws(WorldNode.Fault) {
    var found = false
    for item in try items.elements() {
      guard let related = item.optional(field) else { continue }
      found = true
      for element in try related.elements() {
        let id = try element.text()
        if ids.contains(ExactText(id)) { continue }
        let names = ids.map(\.text).sorted { $0.precedes($1) }
        throw element.fault(
          "there is no item \"\(id)\"",
          hint: NearestName.nearestName(to: id, in: names).map { "did you mean \($0)?" })
      }
    }
    guard found || ids.isEmpty else {
      throw items.fault("no item has the field \"\(field)\" that similar items are found by")
    }
  }
}
