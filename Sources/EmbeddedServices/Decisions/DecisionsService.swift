import ServiceMessages
import TextFormats
import Vocabulary

/// The Decisioning API as its anonymous callers see it (personalization.md 1 and 2).
///
/// Only facts about the protocol come from the real service; texts of refusals other than the documented ones are
/// this world's own.
struct DecisionsService {
  static let paths = ["/personalization/decisions", "/personalization/v1/decisions"]
  let points: WorldPoints
  /// What the world knows of the person with this individual id.
  let knownUser: (String) -> JSONObject

  /// - Parameter seed: texts that make this request different from every other.
  func answer(_ request: HTTPRequest, seed: [String]) -> HTTPResponse {
    let path = String(request.path.prefix { $0 != "?" })
    guard Self.paths.contains(where: { $0.isExactly(path) }) else { return Self.refusal(404, "Not Found") }
    guard request.method == "POST" else { return Self.refusal(405, "Method Not Allowed") }
    do throws(DecisionsRequestBody.Refusal) {
      let body = try DecisionsRequestBody(request.body)
      let requestId = DerivedIdentifier.text(of: ["request"] + seed + [request.body ?? ""])
      return answer(body, requestId: requestId)
    } catch {
      return Self.refusal(400, error.message)
    }
  }

  static func refusal(_ status: Int, _ message: String) -> HTTPResponse {
    .json(status, ["message": .string(message)])
  }

  /// What the service says when it fails on purpose: for 503 its three documented texts in turn, counted from 0.
  static func fault(_ status: Int, number: Int, reason: String) -> HTTPResponse {
    guard status == 503 else { return refusal(status, reason) }
    return refusal(status, unavailableTexts[number % unavailableTexts.count])
  }

  private static let unavailableTexts = [
    "Timeout Exceeded", "Failed to lookup tenant metadata",
    "Empty response from Query Service when querying for profile",
  ]

  /// The success with nothing in it.
  static func empty(seed: [String]) -> HTTPResponse {
    .json(200, ["personalizations": [], "requestId": .string(DerivedIdentifier.text(of: ["request"] + seed))])
  }

  private func answer(_ body: DecisionsRequestBody, requestId: String) -> HTTPResponse {
    let user = user(of: body)
    var personalizations: [JSONValue] = []
    var usedNames: Set<ExactText> = []
    var evaluatedPoints = 0
    var dataGraph: String?
    for (place, wanted) in body.points.enumerated() {
      guard let point = point(wanted), point.dataspace.isExactly(body.dataspace), !point.requiresAuthentication else {
        continue
      }
      // One request reads one graph: that of the first point decides.
      guard dataGraph.map(point.dataGraph.isExactly) ?? true else { continue }
      dataGraph = point.dataGraph
      evaluatedPoints += 1
      usedNames.formUnion(point.ruleVariables)
      let decision = points.decision(of: point, user: user, request: body.context)
      usedNames.formUnion((decision?.recommender?.variables ?? []).map { ExactText($0) })
      if decision == nil, point.whenNobody == .missing { continue }
      let id = DerivedIdentifier.text(of: ["personalization", requestId, point.id, String(place)])
      personalizations.append(personalization(of: point, decision, id: id, request: body.context))
    }
    var response = HTTPResponse.json(
      200, ["personalizations": .array(personalizations), "requestId": .string(requestId)])
    // Only an embedded world can say which attributes no rule of the answered points and no filter of the served
    // decisions reads; the real service is silent about it.
    let unused = body.attributeNames.filter { !usedNames.contains(ExactText($0)) }
    if evaluatedPoints > 0, !unused.isEmpty {
      let names = unused.map(PercentEncoding.encode).joined(separator: ",")
      response.headers.append(HTTPHeader(DecisionsResponse.unusedAttributesHeader, names))
    }
    return response
  }

  private func point(_ wanted: DecisionsRequestBody.WantedPoint) -> PersonalizationPoint? {
    if let name = wanted.name { return points.point(named: name) }
    return wanted.id.flatMap { points.point(id: $0) }
  }

  /// The person as rules see them, under `context.user`.
  private func user(of body: DecisionsRequestBody) -> JSONObject {
    var user = JSONObject()
    if let id = body.individualId {
      let looksUp = body.profile == nil && !body.executionFlags.contains { $0.isExactly("ContextOnly") }
      if looksUp { user = knownUser(id) }
      user["device_id"] = .string(id)
    }
    if let id = body.profileId { user["profile_id"] = .string(id) }
    for member in body.profile?.members ?? [] { user[member.name] = member.value }
    return user
  }

  private func personalization(
    of point: PersonalizationPoint, _ decision: PersonalizationPoint.Decision?, id: String, request: JSONObject
  ) -> JSONValue {
    let items = decision.map { points.items(of: $0, request: request) } ?? []
    let data = items.enumerated().map { index, item in
      JSONValue.object(
        JSONObject(members: item.members + [JSONMember("personalizationContentId", .string("\(id):\(index)"))]))
    }
    var members = [
      JSONMember("attributes", .object(decision?.attributes ?? JSONObject())),
      JSONMember("data", .array(data)),
      JSONMember("personalizationId", .string(id)),
      JSONMember("personalizationPointId", .string(point.id)),
      JSONMember("personalizationPointName", .string(point.name)),
    ]
    if let decision { members.append(JSONMember("decisionId", .string(decision.id))) }
    return .object(JSONObject(uniqueMembers: members))
  }
}
