import Testing
import TextFormats

@testable import EmbeddedServices

/// Mistakes in the points and catalogues of a world file.
@Suite struct `Points in world files` {
  private static func point(_ decision: JSONValue, type: String = "dynamicContent") -> JSONValue {
    ["a": ["id": "9ppXX0000000001AAA", "type": .string(type), "decisions": [decision]]]
  }

  private static func decision(_ more: [(String, JSONValue)]) -> JSONValue {
    var decision = JSONObject()
    decision["id"] = "9pbXX0000000001AAA"
    decision["name"] = "n"
    for (name, value) in more { decision[name] = value }
    return .object(decision)
  }

  private static func rule(_ condition: JSONValue) -> JSONValue {
    point(decision([("attributes", [:]), ("when", [[condition]])]))
  }

  private static func recommender(_ more: [(String, JSONValue)]) -> JSONValue {
    var recommender = JSONObject()
    recommender["items"] = "list"
    for (name, value) in more { recommender[name] = value }
    return point(decision([("recommender", .object(recommender))]), type: "recommendations")
  }

  private static func filter(_ more: [(String, JSONValue)]) -> JSONValue {
    var filter: JSONObject = JSONObject()
    filter["field"] = "color"
    filter["op"] = "is"
    filter["value"] = "red"
    for (name, value) in more { filter[name] = value }
    return recommender([("filters", [.object(filter)])])
  }

  private static let list: JSONValue = [
    "list": [
      ["ssot__Id__c": "A", "color": "red", "related": ["B"]], ["ssot__Id__c": "B", "color": "blue", "deep": ["x": 1]],
    ]
  ]

  private func message(_ points: JSONValue, catalogues: JSONValue = list) throws -> (text: String, hint: String?) {
    let bytes = try WorldDriver.file(replacing: [("points", points), ("catalogues", catalogues)])
    let error = try #require(throws: Diagnostic.self) { try WorldFile(parsing: bytes, file: "w.json") }
    #expect(error.code == "badWorld")
    #expect(error.place != nil)
    return (error.message, error.hint)
  }

  @Test(
    arguments: [
      (["": [:]], "$.points[\"\"]: a point needs a name"),
      ([" a": [:]], "$.points[\" a\"]: the name begins or ends with a blank"),
      (["a": [:]], "$.points.a: missing member \"id\""),
      (["a": ["idd": 1]], "$.points.a.idd: unknown member"),
      (["a": ["id": "9pp1"]], "$.points.a.id: \"9pp1\" is not a record id"),
      (["a": ["id": "9pbXX0000000001AAA"]], "$.points.a.id: \"9pbXX0000000001AAA\" is not a record id"),
      (["a": ["id": "9ppXX0000000001"]], "$.points.a: missing member \"type\""),
      (["a": ["id": "9ppXX0000000001", "type": "x"]], "$.points.a.type: unknown word \"x\""),
      (
        ["a": ["id": "9ppXX0000000001", "type": "dynamicContent"]], "$.points.a: missing member \"decisions\""
      ),
      (
        [
          "a": ["id": "9ppXX0000000001", "type": "dynamicContent", "decisions": []],
          "b": ["id": "9ppXX0000000001AAA", "type": "dynamicContent", "decisions": []],
        ], "$.points.b.id: the record id \"9ppXX0000000001AAA\" is taken"
      ),
      (point(decision([])), "$.points.a.decisions[0]: missing member \"attributes\""),
      (point(decision([]), type: "recommendations"), "$.points.a.decisions[0]: missing member \"recommender\""),
      (
        point(decision([("attributes", [:]), ("recommender", [:])])),
        "$.points.a.decisions[0].recommender: a dynamicContent point recommends nothing"
      ),
      (
        point(decision([("attributes", [])])),
        "$.points.a.decisions[0].attributes: expected an object, found array"
      ),
      (
        point(decision([("attributes", [:]), ("when", [])])),
        "$.points.a.decisions[0].when: has no alternative, so nobody qualifies"
      ),
      (
        point(decision([("attributes", [:]), ("when", [[]])])),
        "$.points.a.decisions[0].when[0]: has no condition"
      ),
      (
        rule(["selector": ["context", "user", "x"], "op": "iz", "values": []]),
        "$.points.a.decisions[0].when[0][0].op: unknown operator \"iz\""
      ),
      (
        rule(["selector": ["context", "user"], "op": "is", "values": []]),
        "$.points.a.decisions[0].when[0][0].selector: selects nothing that a decision knows"
      ),
      (
        rule(["selector": ["result", "flag", "key"], "op": "is", "values": []]),
        "$.points.a.decisions[0].when[0][0].selector: selects nothing that a decision knows"
      ),
      (
        rule(["selector": ["context", "user", "x"], "op": "is", "values": ["a", 3]]),
        "$.points.a.decisions[0].when[0][0].values[1]: expected a string, found number"
      ),
      (
        recommender([("items", "lits")]), "$.points.a.decisions[0].recommender.items: there is no catalogue \"lits\""
      ),
      (
        recommender([("anchor", "related")]),
        "$.points.a.decisions[0].recommender.anchor: unknown word \"related\""
      ),
      (
        recommender([("limit", 0)]), "$.points.a.decisions[0].recommender.limit: 0 is not between 1 and 1000"
      ),
      (
        recommender([("fields", ["color", "colour"])]),
        "$.points.a.decisions[0].recommender.fields[1]: no item of \"list\" has the field \"colour\""
      ),
      (
        recommender([("anchor", "similar"), ("related", "similar")]),
        "$.catalogues.list: no item has the field \"similar\""
      ),
      (
        filter([("field", ["deep", "y"])]),
        "$.points.a.decisions[0].recommender.filters[0].field: no item of \"list\" has the field \"deep\", \"y\""
      ),
      (
        filter([("op", "equals")]), "$.points.a.decisions[0].recommender.filters[0].op: unknown operator \"equals\""
      ),
      (
        filter([("value", "a {!b}")]),
        "$.points.a.decisions[0].recommender.filters[0].value: a variable stands alone"
      ),
      (
        filter([("value", "{!b-c}")]),
        "$.points.a.decisions[0].recommender.filters[0].value: \"b-c\" is no name of a variable"
      ),
      (
        filter([("value", ["red"])]),
        "$.points.a.decisions[0].recommender.filters[0].value: expected a single value, found array"
      ),
      (
        filter([("value", ["anchor": "size"])]),
        "$.points.a.decisions[0].recommender.filters[0].value.anchor: no item of \"list\" has the field \"size\""
      ),
      (
        filter([("effect", "drop")]),
        "$.points.a.decisions[0].recommender.filters[0].effect: unknown word \"drop\""
      ),
    ] as [(JSONValue, String)]) func `a mistake names its path`(points: JSONValue, expected: String) throws
  {
    let message = try message(points)
    #expect(message.text.hasPrefix(expected), "\(message.text)")
  }

  @Test func `near names are suggested`() throws {
    #expect(try message(Self.recommender([("items", "lits")])).hint == "did you mean list?")
    #expect(try message(Self.filter([("field", "colour")])).hint == "did you mean color?")
  }

  @Test(
    arguments: [
      (["list": [["ssot__Id__c": "A", "related": ["B"]]]], "$.catalogues.list[0].related[0]: there is no item \"B\""),
      (
        ["list": [["ssot__Id__c": "A", "related": []], ["ssot__Id__c": "A"]]],
        "$.catalogues.list[1].ssot__Id__c: a second item \"A\""
      ),
      (["list": [["related": []]]], "$.catalogues.list[0]: missing member \"ssot__Id__c\""),
      (["list": [3]], "$.catalogues.list[0]: expected an object, found number"),
      (["list": [:]], "$.catalogues.list: expected an array, found object"),
    ] as [(JSONValue, String)]) func `a mistake in a catalogue names its path`(
      catalogues: JSONValue, expected: String
    ) throws
  {
    let message = try message(Self.recommender([("anchor", "similar")]), catalogues: catalogues)
    #expect(message.text.hasPrefix(expected), "\(message.text)")
  }

  @Test func `limits of points and decisions hold`() throws {
    let long = String(repeating: "x", count: 41)
    #expect(try message([long: [:]]).text.contains("longer than 40"))
    func decisions(_ count: Int) -> JSONValue {
      let list = (0..<count).map { number in
        Self.decision([
          ("id", .string("9pbXX00000000\(10 + number)AAA")), ("name", .string("n\(number)")), ("attributes", [:]),
        ])
      }
      return ["a": ["id": "9ppXX0000000001AAA", "type": "dynamicContent", "decisions": .array(list)]]
    }
    #expect(try message(decisions(26)).text.hasPrefix("$.points.a.decisions: has 26 decisions"))
    let bytes = try WorldDriver.file(replacing: [("points", decisions(25))])
    #expect(try WorldFile(parsing: bytes, file: "w.json").points.points.first?.decisions.count == 25)
    let eleven = JSONValue.array(
      Array(repeating: ["field": "color", "op": "is", "value": "red"], count: 11))
    #expect(
      try message(Self.recommender([("filters", eleven)])).text.hasPrefix(
        "$.points.a.decisions[0].recommender.filters[10]: a recommender has 10 filters at most"))
  }

  @Test func `a world without points and catalogues answers with nothing`() throws {
    var decisions = try DecisionsDriver(replacing: [("points", nil), ("catalogues", nil)])
    #expect(try decisions.body(DecisionsDriver.request(["homeHero"]))["personalizations"] == [])
  }
}
