import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

/// Rules, filters, anchors and the notice about attributes that nothing reads (personalization.md 5).
@Suite struct `Decisions for somebody` {
  private func header(_ entry: JSONValue?) -> String? { entry?["attributes"]?["Header"]?.string }

  // MARK: Rules

  @Test func `the first decision that qualifies is served`() throws {
    var decisions = try DecisionsDriver()
    let everyone = try #require(header(try decisions.entry("homeHero")))
    let tents = try #require(header(try decisions.entry("homeHero", [("category", "tents")])))
    #expect(everyone.contains("sale"))
    #expect(tents != everyone)
    #expect(header(try decisions.entry("homeHero", [("category", "packs")])) == everyone)
  }

  @Test func `a signed-in tester is known from the evaluation request of the device`() throws {
    var decisions = try DecisionsDriver()
    let everyone = header(try decisions.entry("homeHero"))
    _ = try decisions.response(Requests.evaluation(["user_id": "tester-control", "device_id": "device-1"]))
    let tester = header(try decisions.entry("homeHero", [("category", "tents")]))
    #expect(tester == "Welcome back")
    #expect(header(try decisions.entry("homeHero", individualId: "device-2")) == everyone, "another device")
    _ = try decisions.response(Requests.evaluation(["device_id": "device-1"]))
    #expect(header(try decisions.entry("homeHero")) == everyone, "nobody is signed in any more")
  }

  @Test func `a signed-in tester is known from processed events where nothing was evaluated`() throws {
    var decisions = try DecisionsDriver()
    _ = try decisions.response(Requests.upload([Requests.event("x", user: "tester-expanded", insertId: "1")]))
    #expect(header(try decisions.entry("homeHero")) == "Welcome back")
  }

  @Test func `without a lookup the person is a stranger, and a profile in the request takes its place`() throws {
    var decisions = try DecisionsDriver()
    _ = try decisions.response(Requests.evaluation(["user_id": "tester-control", "device_id": "device-1"]))
    func served(_ more: [(String, JSONValue)]) throws -> JSONValue? {
      var body = JSONObject()
      body["context"] = ["individualId": "device-1", "dataspace": "default"]
      body["personalizationPoints"] = [["name": "homeHero"]]
      for (name, value) in more { body[name] = value }
      return try decisions.body(DecisionsDriver.request(body: .object(body)))["personalizations"]?.array?.first?[
        "decisionId"]
    }
    #expect(try served([("executionFlags", ["TestMode"])]) == "9pbXX0000000001AAA")
    #expect(try served([("executionFlags", ["ContextOnly"])]) == "9pbXX0000000003AAA")
    #expect(try served([("profile", [:])]) == "9pbXX0000000003AAA")
    #expect(try served([("profile", ["user_id": "tester-x"])]) == "9pbXX0000000001AAA")
  }

  @Test func `a rule reads properties of the person and attributes of the request alike`() throws {
    let rule: JSONValue = [
      [
        ["selector": ["context", "user", "user_properties", "plan"], "op": "is", "values": ["team"]],
        ["selector": ["context", "request", "visits"], "op": "greater", "values": ["3"]],
      ],
      [["selector": ["context", "request", "anchorType"], "op": "is", "values": ["Product"]]],
    ]
    var decisions = try DecisionsDriver(points: [
      "a": [
        "id": "9ppXX0000000001AAA", "type": "dynamicContent",
        "decisions": [["id": "9pbXX0000000001AAA", "name": "n", "attributes": ["x": 1], "when": rule]],
      ]
    ])
    _ = try decisions.response(
      Requests.evaluation(["device_id": "device-1", "user_properties": ["plan": "team"]]))
    #expect(try decisions.entry("a", [("visits", 4)]) != nil)
    #expect(try decisions.entry("a", [("visits", 3)]) == nil)
    #expect(try decisions.entry("a", [("visits", 4)], individualId: "stranger") == nil)
    #expect(try decisions.entry("a", [("anchorType", "Product")], individualId: "stranger") != nil)
  }

  // MARK: Filters

  @Test func `a filter narrows the recommendations`() throws {
    var decisions = try DecisionsDriver()
    #expect(try decisions.items([("category", "tents")]) == ["SKU-1", "SKU-3", "SKU-2", "SKU-4"])
    #expect(try decisions.items([("category", "tents"), ("maxPrice", 249)]) == ["SKU-1", "SKU-2"])
    #expect(try decisions.items([("maxPrice", .number("39.95"))]) == ["SKU-10", "SKU-11"])
    #expect(try decisions.items([("category", "boats")]) == [])
  }

  @Test func `a misspelt attribute drops the filter, and the answer gets broader without a word`() throws {
    var decisions = try DecisionsDriver()
    let all = try decisions.items()
    #expect(all.count == 12)
    #expect(try decisions.items([("catgory", "tents")]) == all)
    #expect(try decisions.items([("Category", "tents")]) == all, "names are case-sensitive")
    #expect(try decisions.items([("category", .null)]) == all, "null is no value")
    #expect(try decisions.items([("category", ["tents"])]) == all, "no variable holds a list")
    #expect(try decisions.items([("category", "")]) == [], "an empty text is a value")
  }

  @Test func `attributes that nothing reads are named`() throws {
    var decisions = try DecisionsDriver()
    let points = ["homeHero", "product_recs"]
    #expect(try decisions.unused(points, [("category", "tents")]) == nil)
    #expect(try decisions.unused(points, [("catgory", "tents"), ("maxPrice", 1)]) == "catgory")
    #expect(try decisions.unused(points, [("b,c d", 1), ("é", 2), ("a", 3)]) == "a,b%2Cc%20d,%C3%A9")
    #expect(try decisions.unused(["homeHero"], [("maxPrice", 1), ("category", "x")]) == "maxPrice")
    #expect(try decisions.unused(["product_recs"], [("anchorId", "SKU-1"), ("anchorType", "Product")]) == nil)
    #expect(try decisions.unused(["Nowhere"], [("category", "tents")]) == nil, "nothing was answered")
  }

  @Test func `a client reads the names of unused attributes as they were given`() throws {
    var decisions = try DecisionsDriver()
    let request = DecisionsDriver.request(["homeHero"], context: [("b,c d", 1), ("\u{E9}", 2), ("100%", 3)])
    let response = try DecisionsResponse(.response(decisions.response(request)))
    #expect(response.remarks == [.unusedAttributes(["100%", "b,c d", "\u{E9}"])])
    #expect(response.decisions.count == 1)
    #expect(response.dropped.isEmpty)
  }

  // MARK: Anchors

  @Test func `an anchor brings what is related to it, in its order`() throws {
    var decisions = try DecisionsDriver()
    #expect(try decisions.items([("anchorId", "SKU-3")]) == ["SKU-1", "SKU-7", "SKU-2", "SKU-10"])
    let typed: [(String, JSONValue)] = [
      ("anchorId", "SKU-3"), ("anchorType", "ssot__GoodsProduct__dlm"), ("category", "tents"),
    ]
    #expect(try decisions.items(typed) == ["SKU-1", "SKU-2"])
  }

  @Test func `an unknown anchor, or one of another type, brings nothing`() throws {
    var decisions = try DecisionsDriver()
    let unknown = try #require(try decisions.entry("product_recs", [("anchorId", "SKU-99")]))
    #expect(unknown["data"] == [], "the entry is there and empty")
    #expect(unknown["decisionId"] == "9pbXX0000000004AAA")
    #expect(try decisions.items([("anchorId", "SKU-3"), ("anchorType", "Article")]) == [])
    #expect(try decisions.items([("anchorType", "Product")]).count == 12, "a type alone is no anchor")
  }

  private static func items(_ count: Int) -> JSONValue {
    .array((0..<count).map(item))
  }

  private static func item(_ number: Int) -> JSONValue {
    let size = JSONValue(number)
    return [
      "id": .string("i\(number)"), "color": .string(number % 2 == 0 ? "red" : "blue"), "size": size,
      "flag": .bool(number % 3 == 0), "none": nil, "deep": ["size": size],
    ]
  }

  private func recommended(
    _ recommender: [(String, JSONValue)], count: Int = 30, _ context: [(String, JSONValue)] = []
  ) throws -> [JSONValue] {
    var members = JSONObject()
    members["items"] = "list"
    members["id"] = "id"
    for (name, value) in recommender { members[name] = value }
    var decisions = try DecisionsDriver(
      points: [
        "a": [
          "id": "9ppXX0000000001AAA", "type": "recommendations",
          "decisions": [["id": "9pbXX0000000001AAA", "name": "n", "recommender": .object(members)]],
        ]
      ], catalogues: ["list": Self.items(count)])
    return try decisions.entry("a", context)?["data"]?.array ?? []
  }

  @Test(
    arguments: [(nil, 30, 12), (5, 30, 5), (24, 30, 24), (25, 30, 24), (1_000, 30, 24), (24, 7, 7), (nil, 0, 0)]
      as [(Int?, Int, Int)])
  func `twelve items are returned unless said, and never more than twenty-four`(
    limit: Int?, count: Int, returned: Int
  ) throws {
    #expect(try recommended(limit.map { [("limit", JSONValue($0))] } ?? [], count: count).count == returned)
  }

  @Test func `filters include or exclude, by fixed values, variables and fields of the anchor`() throws {
    func ids(_ filters: JSONValue, _ context: [(String, JSONValue)] = []) throws -> [String] {
      try recommended([("filters", filters)], count: 6, context).compactMap { $0["id"]?.string }
    }
    #expect(try ids([["field": "color", "op": "is", "value": "red"]]) == ["i0", "i2", "i4"])
    #expect(try ids([["field": "color", "op": "is", "value": "red", "effect": "exclude"]]) == ["i1", "i3", "i5"])
    #expect(try ids([["field": ["deep", "size"], "op": "greater or equal", "value": 4]]) == ["i4", "i5"])
    #expect(try ids([["field": "flag", "op": "is", "value": true]]) == ["i0", "i3"])
    #expect(try ids([["field": "none", "op": "is", "value": "x"]]) == [], "null equals nothing")
    let sameColor: JSONValue = ["field": "color", "op": "is", "value": ["anchor": "color"]]
    let notItself: JSONValue = ["field": "id", "op": "is", "value": "{!anchorId}", "effect": "exclude"]
    #expect(try ids([sameColor, notItself], [("anchorId", "i3")]) == ["i1", "i5"])
    #expect(try ids([sameColor]) == [], "nothing to compare with")
    let pattern: JSONValue = ["field": "id", "op": "regex match", "value": "{!pattern}"]
    #expect(try ids([pattern], [("pattern", "[24]$")]) == ["i2", "i4"])
    #expect(try ids([pattern], [("pattern", "(")]) == [], "a pattern that cannot be read matches nothing")
  }

  @Test func `only the chosen fields are returned`() throws {
    let items = try recommended([("fields", ["color", "id"])], count: 1)
    #expect(items.first?.object?.members.map(\.name).sorted() == ["color", "id", "personalizationContentId"])
  }

  // MARK: Anything at all

  @Test(arguments: [1, 2, 3] as [UInt64]) func `whatever JSON is asked, there is an answer, twice the same`(
    seed: UInt64
  ) throws {
    var random = TestRandom(seed: seed)
    let bytes = try WorldDriver.file(replacing: [])
    let file = try WorldFile(parsing: bytes, file: "world.json")
    var first = try WorldDriver(file)
    var second = try WorldDriver(file)
    for round in 0..<1_500 {
      let body = Self.body(&random)
      let request = DecisionsDriver.request(text: body.text)
      let response = try first.response(request)
      #expect(try response == second.response(request), "seed \(seed) round \(round): \(body.text)")
      #expect([200, 400].contains(response.status), "seed \(seed) round \(round): \(body.text)")
      let answer = try JSON.parse(response.body)
      if response.status == 200 {
        #expect(answer["requestId"]?.string != nil, "seed \(seed) round \(round)")
        for entry in try #require(answer["personalizations"]?.array, "seed \(seed) round \(round)") {
          #expect(entry["attributes"]?.object != nil && entry["data"]?.array != nil, "seed \(seed) round \(round)")
        }
      } else {
        #expect(answer["message"]?.string?.isEmpty == false, "seed \(seed) round \(round)")
      }
    }
  }

  /// Mostly something like a request, with anything in its places.
  private static func body(_ random: inout TestRandom) -> JSONValue {
    guard random.below(8) > 0 else { return value(&random, depth: 4) }
    var context = JSONObject()
    context["individualId"] = random.below(6) > 0 ? "device-1" : value(&random, depth: 1)
    for _ in 0..<random.below(4) {
      let name = random.pick(["category", "maxPrice", "anchorId", "anchorType", "dataspace", "locale", "é"])
      context[name] = random.pick(["tents", "default", "SKU-3", value(&random, depth: 2)])
    }
    let points = (0..<random.below(4)).map { _ -> JSONValue in
      guard random.below(6) > 0 else { return value(&random, depth: 2) }
      return [
        random.pick(["name", "id", "decisionId"]): random.pick([
          "homeHero", "product_recs", "9ppXX0000000002AAA", "Nowhere", value(&random, depth: 1),
        ])
      ]
    }
    var body = JSONObject()
    body["context"] = random.below(20) > 0 ? .object(context) : value(&random, depth: 2)
    body["personalizationPoints"] = random.below(20) > 0 ? .array(points) : value(&random, depth: 2)
    if random.below(5) == 0 { body["executionFlags"] = random.pick([["ContextOnly"], value(&random, depth: 1)]) }
    if random.below(5) == 0 { body["profile"] = value(&random, depth: 3) }
    return .object(body)
  }

  private static func value(_ random: inout TestRandom, depth: Int) -> JSONValue {
    switch random.below(depth > 0 ? 9 : 7) {
    case 0: return .null
    case 1: return .bool(random.below(2) == 0)
    case 2: return .integer(Int64(bitPattern: random.next()))
    case 3: return .number(random.pick(["1e999", "-0.0", "1.5", "123456789012345678901234567890"]))
    case 4: return .string("")
    case 5: return .string(random.pick(["tents", "\u{0}", "\u{1F3D5}", "{!category}", "9pp", "homeHero"]))
    case 6: return .string(String(repeating: "x", count: random.below(300)))
    case 7: return .array((0..<random.below(4)).map { _ in value(&random, depth: depth - 1) })
    default:
      return .object(
        JSONObject(
          members: (0..<random.below(4)).map { _ in
            JSONMember(random.pick(["name", "user_id", "a", ""]), value(&random, depth: depth - 1))
          }))
    }
  }
}
