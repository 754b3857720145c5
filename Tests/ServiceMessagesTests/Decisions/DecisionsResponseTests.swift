import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@Suite("Answers with decisions")
struct DecisionsResponseTests {
  private func read(_ json: String, status: Int = 200) throws -> DecisionsResponse {
    try DecisionsResponse(.response(HTTPResponse(status: status, json: json)))
  }

  /// The kind and the reason of what an answer fails with; nil for one that does not.
  private func error(_ answer: Answer, host: String? = nil) -> DecisionsError? {
    do throws(DecisionsError) {
      _ = try DecisionsResponse(answer, host: host)
      return nil
    } catch { return error }
  }

  private func error(_ status: Int, _ body: String, headers: [HTTPHeader] = []) -> DecisionsError? {
    error(.response(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))))
  }

  @Test("Dynamic content has attributes, recommendations have items with nulls, numbers as text and nested objects")
  func twoShapes() throws {
    let response = try read(
      """
      {"requestId":"b1d0","personalizations":[
       {"personalizationId":"7a2e","personalizationPointId":"9pp1","personalizationPointName":"Home_Hero",
        "decisionId":"9pb1","attributes":{"Header":"Spring sale"},"data":[]},
       {"personalizationId":"7a2f","personalizationPointId":"9pp2","personalizationPointName":"Product_Recs",
        "attributes":{},"data":[{"personalizationContentId":"7a2f:0","price":"19.99","brand":{"id":1},"season":null}]}]}
      """)
    #expect(response.requestId == "b1d0")
    #expect(response.remarks == [])
    #expect(response.dropped == [])
    #expect(response.decisions.map(\.point.name) == ["Home_Hero", "Product_Recs"])
    let hero = try #require(response["Home_Hero"])
    #expect(hero.decisionId == "9pb1")
    #expect(hero.point.id == "9pp1")
    #expect(hero.attributes["Header"] == "Spring sale")
    #expect(hero.hasContent)
    let item = try #require(response["Product_Recs"]?.items.first)
    #expect(item.contentId == "7a2f:0")
    #expect(item.members["price"] == "19.99")
    #expect(item.members["brand"] == ["id": 1])
    #expect(item.members["season"] == .null)
    #expect(response["home_hero"] == nil)
  }

  @Test("An entry with nothing in it is an entry without content")
  func nothingInIt() throws {
    for rest in [#","data":[],"attributes":{}"#, #","data":null,"attributes":null"#, ""] {
      let response = try read(
        #"{"requestId":"r","personalizations":[{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p"\#(rest)}]}"#
      )
      let decision = try #require(response["p"])
      #expect(!decision.hasContent)
      #expect(response.remarks == [])
    }
  }

  @Test("A name that stands twice is kept twice, and the last counts by name")
  func repeatedName() throws {
    let entry = { (id: String) in
      #"{"personalizationId":"\#(id)","personalizationPointId":"9pp","personalizationPointName":"p"}"#
    }
    let response = try read(#"{"requestId":"r","personalizations":[\#(entry("one")),\#(entry("two"))]}"#)
    #expect(response.decisions.map(\.personalizationId) == ["one", "two"])
    #expect(response["p"]?.personalizationId == "two")
    #expect(response.remarks == [.repeatedPoint("p")])
  }

  @Test("Blanks around a name in the answer do not count")
  func trimmedName() throws {
    let response = try read(
      #"{"requestId":"r","personalizations":[{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":" p\t"}]}"#
    )
    #expect(response["p"] != nil)
  }

  @Test(
    "An entry without a name or an id loses only itself",
    arguments: [
      (#"{"personalizationId":"a","personalizationPointId":"b"}"#, "noPointName"),
      (#"{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"  "}"#, "noPointName"),
      (#"{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":7}"#, "noPointName"),
      (#"{"personalizationPointId":"b","personalizationPointName":"q"}"#, "noPersonalizationId"),
      (#"{"personalizationId":"","personalizationPointId":"b","personalizationPointName":"q"}"#, "noPersonalizationId"),
      (#"{"personalizationId":"a","personalizationPointId":null,"personalizationPointName":"q"}"#, "noPointId"),
      ("null", "notAnObject"), ("[1]", "notAnObject"), (#""text""#, "notAnObject"),
    ])
  func droppedEntry(entry: String, reason: String) throws {
    let good = #"{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p"}"#
    let response = try read(#"{"requestId":"r","personalizations":[\#(entry),\#(good)]}"#)
    #expect(response.decisions.map(\.point.name) == ["p"])
    #expect(response.decisions.map(\.place) == [1])
    #expect(response.dropped.map(\.reason.rawValue) == [reason])
    #expect(try response.dropped.map(\.received) == [JSON.parse(entry)])
    #expect(response.remarks == [.droppedEntries(1)])
  }

  @Test("An item without a content id is left out, and its neighbours keep their numbers")
  func droppedItem() throws {
    let response = try read(
      """
      {"requestId":"r","personalizations":[{"personalizationId":"a","personalizationPointId":"b",
       "personalizationPointName":"p","data":[{"personalizationContentId":"a:0"},{"name":"lost"},7,
        {"personalizationContentId":"a:3"}]}]}
      """)
    #expect(response["p"]?.items.map(\.index) == [0, 3])
    #expect(response["p"]?.items.map(\.contentId) == ["a:0", "a:3"])
    #expect(response.dropped.map(\.item) == [1, 2])
    #expect(response.dropped.map(\.reason) == [.noContentId, .notAnObject])
    #expect(response.remarks == [.droppedItems(point: "p", 2)])
  }

  @Test("A decision id that is null or empty is none", arguments: ["null", #""""#])
  func noDecisionId(value: String) throws {
    let response = try read(
      #"{"requestId":"r","personalizations":[{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p","decisionId":\#(value)}]}"#
    )
    #expect(response["p"] != nil)
    #expect(response["p"]?.decisionId == nil)
  }

  @Test("Keys that nobody knows are kept as they came")
  func unknownKeys() throws {
    let entry =
      #"{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p","dmoName":"x","metadata":{"k":[1]}}"#
    let response = try read(#"{"requestId":"r","extra":1,"personalizations":[\#(entry)]}"#)
    #expect(try response["p"]?.received == JSON.parse(entry))
  }

  @Test("Diagnostics are told, with codes as texts or as numbers")
  func diagnostics() throws {
    let response = try read(
      """
      {"requestId":"r","diagnostics":[{"code":201,"description":"No Decision qualified"}],"personalizations":[
       {"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p",
        "diagnostics":[{"code":"401"}]}]}
      """)
    #expect(
      response.remarks == [
        .diagnostic(code: "201", text: "No Decision qualified"), .diagnostic(code: "401", text: ""),
      ])
  }

  @Test("The request id may stand in an entry, and may be absent")
  func requestId() throws {
    let inEntry = try read(
      #"{"personalizations":[{"requestId":"inner","personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p"}]}"#
    )
    #expect(inEntry.requestId == "inner")
    #expect(inEntry.remarks == [])
    let absent = try read(#"{"personalizations":[]}"#)
    #expect(absent.requestId == "")
    #expect(absent.remarks == [.noRequestId])
  }

  @Test("No personalizations at all is a success")
  func none() throws { #expect(try read(#"{"requestId":"r","personalizations":[]}"#).decisions == []) }

  @Test("Attributes that nothing reads are told by the embedded world")
  func unusedAttributes() throws {
    var response = HTTPResponse(status: 200, json: #"{"requestId":"r","personalizations":[]}"#)
    response.headers.append(HTTPHeader("x-flagsh-unused-attributes", "catgory, colour"))
    #expect(try DecisionsResponse(.response(response)).remarks == [.unusedAttributes(["catgory", "colour"])])
  }

  // MARK: Errors

  @Test(
    "A body that is no answer is invalid",
    arguments: [
      "", "null", "[]", "{}", #"{"personalizations":{}}"#, #"{"personalizations":null}"#, "<html>no</html>", "{",
    ])
  func invalidBody(body: String) { #expect(error(200, body)?.kind == .responseInvalid) }

  @Test("An answer nested without end is invalid, one that is nested deeply is read")
  func nesting() throws {
    let nested = { (depth: Int) in
      #"{"requestId":"r","personalizations":[],"x":"# + String(repeating: "[", count: depth)
        + String(repeating: "]", count: depth) + "}"
    }
    let limit = DecisionsResponse.depthLimit
    #expect(try read(nested(limit - 1)).requestId == "r")
    #expect(error(200, nested(limit))?.kind == .responseInvalid)
    #expect(error(200, nested(100_000))?.kind == .responseInvalid)
  }

  @Test(
    "The documented texts of the service are told, with the status",
    arguments: [
      "Timeout Exceeded", "Failed to lookup tenant metadata",
      "Empty response from Query Service when querying for profile",
    ])
  func unavailable(text: String) {
    for body in [
      text, #"{"message":"\#(text)"}"#, #"[{"description":"\#(text)"}]"#, #"{"message":"","error":"\#(text)"}"#,
    ] {
      let error = error(503, body)
      #expect(error?.kind == .network)
      #expect(error?.reason == "HTTP 503: \(text)")
      #expect(error?.isRetryable == true)
    }
  }

  @Test("Too many requests may be asked again, later when the service says so")
  func tooMany() {
    let plain = error(429, "Too Many Requests")
    #expect(plain?.kind == .network && plain?.isRetryable == true)
    #expect(error(429, "", headers: [HTTPHeader("Retry-After", "30")])?.hint?.contains("30") == true)
  }

  @Test("Long bodies and control characters do no harm")
  func harmless() throws {
    let long = try #require(error(500, String(repeating: "é", count: 5_000)))
    #expect(long.reason.unicodeScalars.count <= 520)
    let controls = try #require(error(400, "a\u{1B}[2Jb\u{202E}c"))
    #expect(controls.reason == "HTTP 400: a\\u{1b}[2Jb\\u{202e}c")
    #expect(error(.response(HTTPResponse(status: 500, body: [0xFF, 0xFE])))?.kind == .network)
  }

  @Test("A redirection is no answer") func redirection() { #expect(error(302, "")?.kind == .network) }

  @Test("Every 2xx is an answer") func anyTwoHundred() throws {
    #expect(try read(#"{"requestId":"r","personalizations":[]}"#, status: 202).requestId == "r")
  }

  @Test("What became of the connection decides the kind and names the host")
  func transport() {
    let kinds = TransportFailure.Kind.allCases.map { kind in
      error(.failure(TransportFailure(kind: kind)), host: "tenant.example")?.kind
    }
    #expect(kinds == [.network, .network, .network, .timeout, .unknown])
    let reason = error(.failure(TransportFailure(kind: .offline)), host: "tenant.example")?.reason
    #expect(reason?.contains("tenant.example") == true)
  }

  @Test("The kinds have the numbers of the public client")
  func numbers() {
    #expect(DecisionsError.Kind.allCases.map(\.number) == [0, 1, 2, 3, 4, 5, 6])
    #expect(
      DecisionsError.Kind.allCases.map(\.rawValue) == [
        "unknown", "initialization", "consent", "requestInvalid", "network", "responseInvalid", "timeout",
      ])
  }
}
