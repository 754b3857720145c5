import TextFormats
package import Vocabulary

/// The request for decisions (personalization.md 1), as the anonymous path of the service takes it.
package enum DecisionsRequest {
  package static let path = "/personalization/decisions"

  /// How long a fetch may take when nothing else was said (product.md rule 11).
  package static let defaultTimeout = Span.seconds(10)

  /// The flag that keeps the service from recording anything (personalization.md 1.4).
  static let testMode = "TestMode"

  /// The request for these points under one context; members are sorted, absent ones left out rather than sent empty.
  ///
  /// - Parameters:
  ///   - points: API names, at least one.
  ///   - individualId: the session's device id.
  ///   - attributes: names must differ; they stand beside the anchor, not in an object of their own.
  package static func build(
    points: [String], individualId: String, dataspace: String, anchor: Anchor?, attributes: [ContextualAttribute],
    isTest: Bool
  ) -> HTTPRequest {
    var context = attributes.map { JSONMember($0.name, $0.value) }
    context.append(JSONMember("individualId", .string(individualId)))
    context.append(JSONMember("dataspace", .string(dataspace)))
    if let anchor {
      context.append(JSONMember("anchorId", .string(anchor.id)))
      if let type = anchor.type { context.append(JSONMember("anchorType", .string(type))) }
    }
    var members = [
      JSONMember("context", .object(JSONObject(members: context))),
      JSONMember("personalizationPoints", .array(points.map { ["name": .string($0)] })),
    ]
    if isTest { members.append(JSONMember("executionFlags", [.string(testMode)])) }
    return HTTPRequest(
      service: .decisions, method: "POST", path: path,
      headers: [HTTPHeader("Accept", "application/json"), HTTPHeader("Content-Type", "application/json")],
      body: JSONValue.object(JSONObject(uniqueMembers: members)).text)
  }
}
