import TextFormats

/// A decisions request as the service reads it (personalization.md 1.2 to 1.4).
struct DecisionsRequestBody {
  /// One wanted point: by name, or by record id when there is no name.
  struct WantedPoint {
    var name: String?
    var id: String?
  }

  /// Why a request is refused with status 400.
  struct Refusal: Error {
    var message: String
  }

  /// The most points of one request. The real service's limit is not documented; this one keeps answers bounded.
  static let pointLimit = 500
  /// The data space of a request that names none.
  static let defaultDataspace = "default"
  /// Keys of the context with a meaning of their own; every other key is a contextual attribute.
  static let reservedKeys = [
    "individualId", "profileId", "unifiedIndividualId", "dataspace", "anchorId", "anchorType", "correlationId",
    "messageId", "requestUrl", "channel", "channelContext", "utm_source", "utm_medium", "utm_campaign", "utm_content",
    "utm_term", "p13n_sys_requestTimeZone",
  ]

  let context: JSONObject
  let individualId: String?
  let profileId: String?
  let dataspace: String
  let points: [WantedPoint]
  /// A profile that takes the place of the known one.
  let profile: JSONObject?
  let executionFlags: [String]

  init(_ text: String?) throws(Refusal) {
    guard let text, !text.isEmpty else { throw Refusal(message: "Request body is missing") }
    guard let body = try? JSON.parse(text), body.object != nil else {
      throw Refusal(message: "Request body is not a JSON object")
    }
    guard let context = body["context"]?.object else { throw Refusal(message: "context is missing or not an object") }
    self.context = context
    individualId = try Self.text("individualId", of: context)
    profileId = try Self.text("profileId", of: context)
    guard individualId != nil || profileId != nil else {
      throw Refusal(message: "context.individualId is missing or empty")
    }
    dataspace = try Self.text("dataspace", of: context) ?? Self.defaultDataspace
    for name in ["anchorId", "anchorType"] { _ = try Self.text(name, of: context) }
    points = try Self.points(body["personalizationPoints"])
    if let profile = body["profile"]?.unlessNull {
      guard let profile = profile.object else { throw Refusal(message: "profile is not an object") }
      self.profile = profile
    } else {
      profile = nil
    }
    executionFlags = try Self.flags(body["executionFlags"]?.unlessNull)
  }

  /// The names of the contextual attributes that were given, in byte order.
  var attributeNames: [String] {
    let reserved = Set(Self.reservedKeys.map { ExactText($0) })
    return context.members.map(\.name).filter { !reserved.contains(ExactText($0)) }.sorted { $0.precedes($1) }
  }

  /// A filled text of the context; nil when it is absent, null or empty.
  private static func text(_ name: String, of context: JSONObject) throws(Refusal) -> String? {
    guard let value = context[name]?.unlessNull else { return nil }
    guard let text = value.string else { throw Refusal(message: "context.\(name) is not a string") }
    return text.isEmpty ? nil : text
  }

  private static func points(_ value: JSONValue?) throws(Refusal) -> [WantedPoint] {
    guard let listed = value?.array else { throw Refusal(message: "personalizationPoints is missing or not an array") }
    guard !listed.isEmpty else { throw Refusal(message: "Request contained no Personalization Points") }
    guard listed.count <= pointLimit else {
      throw Refusal(message: "personalizationPoints has more than \(pointLimit) entries")
    }
    var points: [WantedPoint] = []
    for (index, point) in listed.enumerated() {
      guard let members = point.object else {
        throw Refusal(message: "personalizationPoints[\(index)] is not an object")
      }
      if members["decisionId"]?.unlessNull != nil {
        throw Refusal(message: "Specified Decision Feature is not supported for unauthenticated calls")
      }
      points.append(
        WantedPoint(name: try name("name", of: members, index), id: try name("id", of: members, index)))
    }
    return points
  }

  private static func name(_ name: String, of point: JSONObject, _ index: Int) throws(Refusal) -> String? {
    guard let value = point[name]?.unlessNull else { return nil }
    guard let text = value.string else {
      throw Refusal(message: "personalizationPoints[\(index)].\(name) is not a string")
    }
    return text.isEmpty ? nil : text
  }

  private static func flags(_ value: JSONValue?) throws(Refusal) -> [String] {
    guard let value else { return [] }
    guard let listed = value.array else { throw Refusal(message: "executionFlags is not an array") }
    let flags = listed.compactMap(\.string)
    guard flags.count == listed.count else {
      throw Refusal(message: "executionFlags holds something that is no string")
    }
    return flags
  }
}
