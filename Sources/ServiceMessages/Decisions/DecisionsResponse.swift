package import TextFormats
package import Vocabulary

/// An answer with decisions, read as leniently as personalization.md 2 and its proposals P3, P4, P5 and P9 say:
/// whatever cannot be used loses only itself, and is kept beside what can.
package struct DecisionsResponse: Equatable, Sendable {
  /// A part of the answer that could not be used.
  package struct Dropped: Equatable, Sendable {
    /// What is wrong with it, as a code.
    package enum Reason: String, Sendable {
      case notAnObject
      case noPointName
      case noPointId
      case noPersonalizationId
      /// An item of a usable entry, without a content id.
      case noContentId
    }

    /// The entry's place in the answer, counted from 0.
    package var entry: Int
    /// The item's place in the entry's data; nil when the whole entry went.
    package var item: Int?
    package var reason: Reason
    package var received: JSONValue

    package var document: JSONValue {
      [
        "entry": .integer(Int64(entry)), "item": JSONValue(item), "reason": .string(reason.rawValue),
        "received": received,
      ]
    }
  }

  /// Something about the answer that is worth saying.
  package enum Remark: Equatable, Sendable {
    case noRequestId
    /// A point's name stands in the answer more than once: the last one counts by name.
    case repeatedPoint(String)
    case droppedEntries(Int)
    case droppedItems(point: String, Int)
    /// `attributes` is something else than an object, or `data` than a list.
    case unreadableMember(point: String, member: String)
    /// Attributes of the request that no filter and no rule of the service reads.
    case unusedAttributes([String])
    /// What the service itself says about the request or an entry.
    case diagnostic(code: String, text: String)
  }

  /// How deeply an answer may be nested: with what stands around it, it must still be readable in a transcript.
  package static let depthLimit = 400

  /// The header in which an embedded world names attributes that nothing reads: percent-encoded, with commas between.
  package static let unusedAttributesHeader = "X-Flagsh-Unused-Attributes"

  /// Empty when the answer has none.
  package var requestId: String
  /// The usable entries, in the answer's order.
  package var decisions: [Decision]
  package var dropped: [Dropped]
  package var remarks: [Remark]

  /// The places in `decisions` by name; of several the last.
  private var places: [ExactText: Int] = [:]

  /// The entry of a name; of several the last.
  package subscript(name: String) -> Decision? { places[ExactText(name)].map { decisions[$0] } }

  /// The items of an entry, by its place, that could not be used. Parts were dropped in the order of the answer.
  package func droppedItems(of place: Int) -> [Dropped] {
    var (low, high) = (0, dropped.count)
    while low < high {
      let middle = (low + high) / 2
      if dropped[middle].entry < place { low = middle + 1 } else { high = middle }
    }
    return Array(dropped[low...].prefix { $0.entry == place }.filter { $0.item != nil })
  }

  /// Reads an answer: any 2xx with a JSON object that has a list of personalizations.
  ///
  /// - Parameter host: who was asked, for people; nil in an embedded world.
  package init(_ answer: Answer, host: String? = nil) throws(DecisionsError) {
    guard case .response(let response) = answer, (200..<300).contains(response.status) else {
      throw DecisionsError(answer, host: host)
    }
    let hint = "`requests` has the exchange"
    let body: JSONValue
    do {
      body = try JSON.parse(response.body)
    } catch {
      let what = response.body.isEmpty ? "the body is empty" : "the body is not JSON (\(error.what))"
      throw DecisionsError(.responseInvalid, what, hint: hint)
    }
    guard let object = body.object else {
      throw DecisionsError(.responseInvalid, "the body is not an object but \(body.kindName)", hint: hint)
    }
    guard let entries = object["personalizations"]?.array else {
      let what = object["personalizations"].map { "personalizations is not a list but \($0.kindName)" }
      throw DecisionsError(.responseInvalid, what ?? "the answer has no personalizations", hint: hint)
    }
    guard body.isNested(atMost: Self.depthLimit) else {
      throw DecisionsError(.responseInvalid, "the answer is nested deeper than \(Self.depthLimit) levels", hint: hint)
    }
    requestId = object["requestId"]?.string ?? ""
    if requestId.isEmpty { requestId = entries.lazy.compactMap { $0["requestId"]?.string }.first ?? "" }
    (decisions, dropped, remarks) = ([], [], [])
    if requestId.isEmpty { remarks.append(.noRequestId) }
    for (index, entry) in entries.enumerated() { take(entry, at: index) }
    let lost = dropped.count { $0.item == nil }
    if lost > 0 { remarks.append(.droppedEntries(lost)) }
    noteRepeatedPoints()
    noteDiagnostics(object["diagnostics"])
    for entry in entries { noteDiagnostics(entry["diagnostics"]) }
    noteUnusedAttributes(response.headers)
  }

  private mutating func take(_ entry: JSONValue, at index: Int) {
    func drop(_ reason: Dropped.Reason) {
      dropped.append(Dropped(entry: index, item: nil, reason: reason, received: entry))
    }
    guard let members = entry.object else { return drop(.notAnObject) }
    guard let name = Self.text(members["personalizationPointName"])?.trimmingWhitespace, !name.isEmpty else {
      return drop(.noPointName)
    }
    guard let id = Self.text(members["personalizationId"]) else { return drop(.noPersonalizationId) }
    guard let pointId = Self.text(members["personalizationPointId"]) else { return drop(.noPointId) }
    var decision = Decision(
      place: index, point: PersonalizationPoint(name: name, id: pointId), personalizationId: id,
      decisionId: Self.text(members["decisionId"]), received: entry)
    switch members["attributes"] {
    case nil, .null: break
    case .object(let attributes): decision.attributes = attributes
    default: remarks.append(.unreadableMember(point: name, member: "attributes"))
    }
    switch members["data"] {
    case nil, .null: break
    case .array(let data): decision.items = items(data, of: name, entry: index)
    default: remarks.append(.unreadableMember(point: name, member: "data"))
    }
    places[ExactText(name)] = decisions.count
    decisions.append(decision)
  }

  private mutating func items(_ data: [JSONValue], of point: String, entry: Int) -> [Decision.Item] {
    var items: [Decision.Item] = []
    for (index, element) in data.enumerated() {
      guard let members = element.object, let contentId = Self.text(members["personalizationContentId"]) else {
        let reason: Dropped.Reason = element.object == nil ? .notAnObject : .noContentId
        dropped.append(Dropped(entry: entry, item: index, reason: reason, received: element))
        continue
      }
      items.append(Decision.Item(index: index, contentId: contentId, members: members))
    }
    if items.count < data.count { remarks.append(.droppedItems(point: point, data.count - items.count)) }
    return items
  }

  private mutating func noteRepeatedPoints() {
    var seen: [ExactText: Int] = [:]
    for decision in decisions {
      let count = (seen[ExactText(decision.point.name)] ?? 0) + 1
      seen[ExactText(decision.point.name)] = count
      if count == 2 { remarks.append(.repeatedPoint(decision.point.name)) }
    }
  }

  /// Codes come as texts and as numbers.
  private mutating func noteDiagnostics(_ diagnostics: JSONValue?) {
    for diagnostic in diagnostics?.array ?? [] {
      let code = diagnostic["code"].map { $0.string ?? $0.text } ?? ""
      let text = Self.text(diagnostic["description"]) ?? Self.text(diagnostic["message"]) ?? diagnostic.string ?? ""
      if !code.isEmpty || !text.isEmpty { remarks.append(.diagnostic(code: code, text: text)) }
    }
  }

  private mutating func noteUnusedAttributes(_ headers: [HTTPHeader]) {
    let header = headers.first { $0.name.lowercased() == Self.unusedAttributesHeader.lowercased() }
    let names = (header?.value ?? "").split(separator: ",").map { written in
      let name = String(written).trimmingWhitespace
      return PercentEncoding.decode(name) ?? name
    }
    if !names.isEmpty { remarks.append(.unusedAttributes(names)) }
  }

  /// A text that says something; anything else counts as absent.
  private static func text(_ value: JSONValue?) -> String? {
    guard let text = value?.string, !text.isEmpty else { return nil }
    return text
  }
}

extension JSONValue {
  /// Whether at most `depth` lists and objects are open at once.
  fileprivate func isNested(atMost depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .object(let object): depth > 0 && object.members.allSatisfy { $0.value.isNested(atMost: depth - 1) }
    default: true
    }
  }
}
