import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

/// The decisions service by personalization.md 1, 2 and 8.1.
@Suite struct `The decisions service` {
  @Test(arguments: ["/personalization/decisions", "/personalization/v1/decisions", "/personalization/decisions?x=1"])
  func `a hero comes as attributes and recommendations as items`(path: String) throws {
    var decisions = try DecisionsDriver()
    let body = try decisions.body(DecisionsDriver.request(["homeHero", "product_recs"], path: path))
    #expect(body["requestId"]?.string?.utf8.count == 36)
    let entries = try #require(body["personalizations"]?.array)
    try #require(entries.count == 2)
    let (hero, recommendations) = (entries[0], entries[1])
    #expect(hero["personalizationPointName"] == "homeHero")
    #expect(hero["personalizationPointId"] == "9ppXX0000000001AAA")
    #expect(hero["decisionId"] == "9pbXX0000000003AAA")
    #expect(hero["data"] == [])
    #expect(
      hero["attributes"]?.object?.members.map(\.name).sorted() == [
        "CtaText", "CtaUrl", "Header", "ImageUrl", "Subheader",
      ])
    #expect(recommendations["personalizationPointName"] == "product_recs")
    #expect(recommendations["attributes"] == ["Title": "Popular this week"])
    let items = try #require(recommendations["data"]?.array)
    #expect(items.count == 12)
    let id = try #require(recommendations["personalizationId"]?.string)
    #expect(items.map { $0["personalizationContentId"] } == (0..<12).map { .string("\(id):\($0)") })
    #expect(items.allSatisfy { $0["related"] == nil }, "what similar items are found by is not content")
    #expect(items[0]["price"] == "249.00", "a number as text")
    #expect(items[0]["salePrice"] == .some(.null))
    #expect(items[0]["ssot__Brand__dlm"] == ["ssot__Id__c": "BR-1", "ssot__Name__c": "Northfold"])
  }

  @Test func `points are found by record id too, with and without its checksum`() throws {
    var decisions = try DecisionsDriver()
    for id in ["9ppXX0000000002AAA", "9ppXX0000000002"] {
      let body = try decisions.body(
        DecisionsDriver.request(body: [
          "context": ["individualId": "d"], "personalizationPoints": [["id": .string(id)]],
        ]))
      #expect(body["personalizations"]?.array?.map { $0["personalizationPointName"] } == ["product_recs"])
    }
  }

  @Test func `an unknown point is missing and the others stay in the order of the request`() throws {
    var decisions = try DecisionsDriver()
    let body = try decisions.body(DecisionsDriver.request(["product_recs", "Nowhere", "homehero", "homeHero"]))
    let names = body["personalizations"]?.array?.map { $0["personalizationPointName"] }
    #expect(names == ["product_recs", "homeHero"], "names are case-sensitive")
    #expect(try decisions.body(DecisionsDriver.request(["Nowhere"]))["personalizations"] == [])
  }

  @Test func `a point without name and id is skipped`() throws {
    var decisions = try DecisionsDriver()
    let body = try decisions.body(
      DecisionsDriver.request(body: [
        "context": ["individualId": "d"],
        "personalizationPoints": [[:], ["name": ""], ["name": "homeHero", "id": nil]],
      ]))
    #expect(body["personalizations"]?.array?.count == 1)
  }

  @Test func `a point asked for twice is answered twice with ids of their own`() throws {
    var decisions = try DecisionsDriver()
    let body = try decisions.body(DecisionsDriver.request(["homeHero", "homeHero"]))
    let ids = try #require(body["personalizations"]?.array).compactMap { $0["personalizationId"]?.string }
    #expect(ids.count == 2)
    #expect(Set(ids).count == 2)
  }

  @Test func `the same request gives the same bytes, the next one new ids`() throws {
    let request = DecisionsDriver.request(["homeHero", "product_recs"], context: [("category", "tents")])
    var first = try DecisionsDriver()
    var second = try DecisionsDriver()
    #expect(try first.response(request) == second.response(request))
    let earlier = try second.body(request)
    let later = try second.body(request)
    #expect(earlier["requestId"] != later["requestId"])
    #expect(
      earlier["personalizations"]?.array?.first?["personalizationId"]
        != later["personalizations"]?.array?.first?["personalizationId"])
  }

  /// RFC 9562, section 5.8: version 8, variant 10.
  @Test func `identifiers have the form of a UUID and differ as soon as anything does`() {
    let pattern = #/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    var seen: Set<String> = []
    for number in 0..<5_000 {
      let id = DerivedIdentifier.text(of: ["request", String(number)])
      #expect(id.wholeMatch(of: pattern) != nil, "\(id)")
      #expect(seen.insert(id).inserted, "\(number)")
    }
    #expect(DerivedIdentifier.text(of: ["ab", "c"]) != DerivedIdentifier.text(of: ["a", "bc"]))
    #expect(DerivedIdentifier.text(of: ["ab"]) == DerivedIdentifier.text(of: ["ab"]))
  }

  // MARK: Refusals

  @Test(
    arguments: [
      ("", "missing"), ("nonsense", "not a JSON object"), ("[]", "not a JSON object"), ("{}", "context"),
      (#"{"context":[]}"#, "context"), (#"{"context":{}}"#, "individualId"),
      (#"{"context":{"individualId":""},"personalizationPoints":[{"name":"a"}]}"#, "individualId"),
      (#"{"context":{"individualId":7},"personalizationPoints":[{"name":"a"}]}"#, "individualId"),
      (#"{"context":{"individualId":"d"}}"#, "personalizationPoints"),
      (#"{"context":{"individualId":"d"},"personalizationPoints":{}}"#, "personalizationPoints"),
      (#"{"context":{"individualId":"d"},"personalizationPoints":[]}"#, "Request contained no Personalization Points"),
      (#"{"context":{"individualId":"d"},"personalizationPoints":["homeHero"]}"#, "personalizationPoints[0]"),
      (#"{"context":{"individualId":"d"},"personalizationPoints":[{"name":1}]}"#, "personalizationPoints[0].name"),
      (#"{"context":{"individualId":"d","dataspace":1},"personalizationPoints":[{"name":"a"}]}"#, "dataspace"),
      (#"{"context":{"individualId":"d","anchorId":1},"personalizationPoints":[{"name":"a"}]}"#, "anchorId"),
      (
        #"{"context":{"individualId":"d"},"personalizationPoints":[{"name":"a"}],"executionFlags":"x"}"#,
        "executionFlags"
      ),
      (#"{"context":{"individualId":"d"},"personalizationPoints":[{"name":"a"}],"profile":1}"#, "profile"),
    ]) func `a malformed request is refused with what is wrong`(text: String, part: String) throws
  {
    var decisions = try DecisionsDriver()
    let response = try decisions.response(DecisionsDriver.request(text: text))
    #expect(response.status == 400)
    #expect(try JSON.parse(response.body)["message"]?.string?.contains(part) ?? false)
  }

  @Test func `a decision id is refused to anonymous callers in the documented words`() throws {
    var decisions = try DecisionsDriver()
    let response = try decisions.response(
      DecisionsDriver.request(body: [
        "context": ["individualId": "d"],
        "personalizationPoints": [["name": "homeHero", "decisionId": "9pbXX0000000001AAA"]],
      ]))
    #expect(response.status == 400)
    #expect(
      try JSON.parse(response.body)["message"]
        == "Specified Decision Feature is not supported for unauthenticated calls")
  }

  @Test func `a decision id of null is no decision id`() throws {
    var decisions = try DecisionsDriver()
    let body = try decisions.body(
      DecisionsDriver.request(body: [
        "context": ["individualId": "d"], "personalizationPoints": [["name": "homeHero", "decisionId": nil]],
      ]))
    #expect(body["personalizations"]?.array?.count == 1)
  }

  @Test(arguments: [
    "/personalization/authenticated/decisions", "/personalization/v1/authenticated/decisions",
    "/personalization/decisions/", "/", "/personalization/v2/decisions",
  ]) func `other paths are not found`(path: String) throws {
    var decisions = try DecisionsDriver()
    #expect(try decisions.response(DecisionsDriver.request(["homeHero"], path: path)).status == 404)
  }

  @Test func `only POST is taken`() throws {
    var decisions = try DecisionsDriver()
    var request = DecisionsDriver.request(["homeHero"])
    request.method = "GET"
    #expect(try decisions.response(request).status == 405)
  }

  @Test func `a profile id takes the place of the individual id`() throws {
    var decisions = try DecisionsDriver()
    let body = try decisions.body(
      DecisionsDriver.request(body: [
        "context": ["profileId": "account-7"], "personalizationPoints": [["name": "homeHero"]],
      ]))
    #expect(body["personalizations"]?.array?.count == 1)
  }

  // MARK: Points that are not returned

  private static func hero(_ id: String, _ more: [(String, JSONValue)] = []) -> JSONValue {
    var point = JSONObject()
    point["id"] = .string("9ppXX000000000\(id)AAA")
    point["type"] = "dynamicContent"
    point["decisions"] = [
      ["id": .string("9pbXX000000000\(id)AAA"), "name": "Everyone", "attributes": ["Header": .string(id)]]
    ]
    for (name, value) in more { point[name] = value }
    return .object(point)
  }

  private static func names(_ body: JSONValue) -> [String] {
    (body["personalizations"]?.array ?? []).compactMap { $0["personalizationPointName"]?.string }
  }

  @Test func `points on another data graph than the first are skipped`() throws {
    var decisions = try DecisionsDriver(points: [
      "a": Self.hero("1"), "b": Self.hero("2", [("dataGraph", "accounts")]), "c": Self.hero("3"),
      "d": Self.hero("4", [("dataGraph", "accounts")]),
    ])
    #expect(try Self.names(decisions.body(DecisionsDriver.request(["a", "b", "c"]))) == ["a", "c"])
    #expect(try Self.names(decisions.body(DecisionsDriver.request(["Nowhere", "b", "c", "d"]))) == ["b", "d"])
  }

  @Test func `a point that asks for authentication is not returned and decides no data graph`() throws {
    var decisions = try DecisionsDriver(points: [
      "a": Self.hero("1", [("requiresAuthentication", true), ("dataGraph", "accounts")]), "b": Self.hero("2"),
    ])
    #expect(try Self.names(decisions.body(DecisionsDriver.request(["a", "b"]))) == ["b"])
  }

  @Test func `point and request agree on the data space`() throws {
    var decisions = try DecisionsDriver(points: ["a": Self.hero("1"), "b": Self.hero("2", [("dataspace", "brand")])])
    #expect(try Self.names(decisions.body(DecisionsDriver.request(["a", "b"]))) == ["a"])
    let inBrand = DecisionsDriver.request(["a", "b"], context: [("dataspace", "brand")])
    #expect(try Self.names(decisions.body(inBrand)) == ["b"])
    let unnamed = DecisionsDriver.request(["a", "b"], context: [("dataspace", .null)])
    #expect(try Self.names(decisions.body(unnamed)) == ["a"])
  }

  @Test func `where nobody qualifies the point is missing, or empty when it says so`() throws {
    let nobody: JSONValue = [
      [
        "id": "9pbXX0000000001AAA", "name": "Nobody", "attributes": ["Header": "x"],
        "when": [[["selector": ["context", "user", "user_id"], "op": "is", "values": ["nobody-here"]]]],
      ]
    ]
    var decisions = try DecisionsDriver(points: [
      "a": Self.hero("1", [("decisions", nobody)]), "b": Self.hero("2", [("decisions", []), ("whenNobody", "empty")]),
    ])
    #expect(try decisions.entry("a") == nil)
    let entry = try #require(try decisions.entry("b"))
    #expect(entry["attributes"] == [:])
    #expect(entry["data"] == [])
    #expect(entry["decisionId"] == nil)
    #expect(entry["personalizationId"]?.string?.utf8.count == 36)
  }

  @Test func `texts arrive as they stand in the world file, whatever characters they hold`() throws {
    let text = "Zelte für \u{1F3D5}\u{FE0F} \u{0}\u{1B}[31m\u{7F}\u{2028}e\u{301}"
    let attributes: JSONValue = ["T": .string(text), "n": nil, "o": ["x": [1, .number("2.5"), true]]]
    let decision: JSONValue = ["id": "9pbXX0000000001AAA", "name": "n", "attributes": attributes]
    var decisions = try DecisionsDriver(points: ["a": Self.hero("1", [("decisions", [decision])])])
    let entry = try #require(try decisions.entry("a"))
    #expect(entry["attributes"]?["T"]?.string?.unicodeScalars.elementsEqual(text.unicodeScalars) ?? false)
    #expect(entry["attributes"]?["n"] == .some(.null))
    #expect(entry["attributes"]?["o"] == ["x": [1, .number("2.5"), true]])
  }

  // MARK: Faults

  @Test func `a failing service gives each documented text in turn`() throws {
    var decisions = try DecisionsDriver()
    _ = try decisions.driver.control(
      "world", ["action": "fault", "service": "decisions", "kind": "status", "status": 503])
    var texts: [String?] = []
    for _ in 0..<4 {
      let response = try decisions.response(DecisionsDriver.request(["homeHero"]))
      #expect(response.status == 503)
      texts.append(try JSON.parse(response.body)["message"]?.string)
    }
    let documented = [
      "Timeout Exceeded", "Failed to lookup tenant metadata",
      "Empty response from Query Service when querying for profile",
    ]
    #expect(texts == documented + ["Timeout Exceeded"])
    _ = try decisions.driver.control(
      "world", ["action": "fault", "service": "decisions", "kind": "status", "status": 503, "times": 1])
    let again = try decisions.response(DecisionsDriver.request(["homeHero"]))
    #expect(try JSON.parse(again.body)["message"] == "Timeout Exceeded", "a new fault begins anew")
    #expect(try decisions.response(DecisionsDriver.request(["homeHero"])).status == 200)
  }

  @Test(arguments: [400, 429]) func `other statuses say why in JSON`(status: Int) throws {
    var decisions = try DecisionsDriver()
    _ = try decisions.driver.control(
      "world", ["action": "fault", "service": "decisions", "kind": "status", "status": JSONValue(status)])
    let response = try decisions.response(DecisionsDriver.request(["homeHero"]))
    #expect(response.status == status)
    #expect(try JSON.parse(response.body)["message"]?.string?.isEmpty == false)
  }

  @Test func `a malformed answer is no JSON`() throws {
    var decisions = try DecisionsDriver()
    _ = try decisions.driver.control("world", ["action": "fault", "service": "decisions", "kind": "malformed"])
    let response = try decisions.response(DecisionsDriver.request(["homeHero"]))
    #expect(response.status == 200)
    #expect(throws: JSONError.self) { try JSON.parse(response.body) }
  }

  @Test func `an empty answer has no personalizations, no flags, no text`() throws {
    var decisions = try DecisionsDriver()
    for service in ["decisions", "evaluation", "analytics"] {
      _ = try decisions.driver.control(
        "world", ["action": "fault", "service": .string(service), "kind": "empty", "times": 1])
    }
    let body = try decisions.body(DecisionsDriver.request(["homeHero"]))
    #expect(body["personalizations"] == [])
    #expect(body["requestId"]?.string?.utf8.count == 36)
    #expect(try decisions.body(Requests.evaluation(["device_id": "device-1"])) == [:])
    let upload = try decisions.response(Requests.upload([Requests.event("x", insertId: "1")]))
    #expect(upload == HTTPResponse(status: 200, body: []))
    let profile = try decisions.driver.control("profile", ["deviceId": "device-1"])
    #expect(profile.body["events"]?.array?.count == 1, "the work is done all the same")
    #expect(try decisions.entry("homeHero") != nil)
  }

  @Test func `answers take their latency and can be held`() throws {
    var decisions = try DecisionsDriver()
    _ = try decisions.body(DecisionsDriver.request(["homeHero"]))
    #expect(decisions.driver.now == Instant(microseconds: 150_000))
    _ = try decisions.driver.control("world", ["action": "hold", "service": "decisions"])
    let held = decisions.driver.send(DecisionsDriver.request(["homeHero"]))
    #expect(decisions.driver.world.nextDue == nil)
    _ = try decisions.driver.control("world", ["action": "deliver", "requests": [JSONValue(held)]])
  }

  @Test func `the contract lists the points with their decisions`() throws {
    var decisions = try DecisionsDriver()
    let points = try #require(
      try decisions.driver.control("world", ["action": "show"]).body["contract"]?["points"]?.array)
    #expect(points.map { $0["name"] } == ["homeHero", "product_recs"])
    #expect(
      points[0]["decisions"]?.array?.map { $0["name"] } == ["Signed-in testers", "Looking for tents", "Everyone"])
    #expect(points[1]["decisions"]?.array?.first?["recommender"]?["anchor"] == "similar")
    #expect(points[1]["decisions"]?.array?.last?["when"] == .some(.null))
  }
}
