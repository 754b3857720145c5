extension DecisionFixture {
  package static let all: [DecisionFixture] = answered + failed

  private static let hero = entry(#""attributes":{"Header":"Spring sale"},"data":[]"#)

  private static func entry(
    _ rest: String, name: String = "homeHero", id: String = "7a2e", point: String = "9ppXX0000000001AAA"
  ) -> String {
    """
    {"personalizationId":"\(id)","personalizationPointId":"\(point)","personalizationPointName":"\(name)",\(rest)}
    """
  }

  private static func recommendations(_ rest: String) -> String {
    entry(rest, name: "product_recs", id: "7a2f", point: "9ppXX0000000002AAA")
  }

  private static let items = recommendations(
    """
    "attributes":{},"data":[
     {"personalizationContentId":"7a2f:0","ssot__Id__c":"SKU-9","price":"19.99","brand":{"id":{"n":1}},"season":null},
     {"personalizationContentId":"7a2f:1","ssot__Id__c":"SKU-2","price":42.5},
     {"personalizationContentId":"7a2f:2","ssot__Id__c":"SKU-7","price":28}]
    """)

  // MARK: Answers

  private static let answered: [DecisionFixture] = [
    DecisionFixture(
      "1 dynamic content and recommendations", .entries(hero, items), "fetch-decisions homeHero product_recs",
      asked: ["homeHero", "product_recs"],
      expecting: [
        "decisions.homeHero.outcome == content", "decisions.homeHero.attributes.Header == 'Spring sale'",
        "decisions.homeHero.data.count == 0", "decisions.product_recs.data.count == 3",
        "decisions.product_recs.data[0].brand.id.n == 1", "decisions.product_recs.data[0].season missing",
        "decisions.product_recs.data[0].price == 19.99", "decisions.product_recs.data[1].price == 42.5",
        "personalization.requestId == b1d0",
      ]),
    DecisionFixture(
      "2 three asked, two returned", .entries(items, hero), "fetch-decisions homeHero other product_recs",
      asked: ["homeHero", "other", "product_recs"],
      expecting: [
        "decisions.homeHero.outcome == content", "decisions.product_recs.outcome == content",
        "decisions.other.outcome == missing", "decisions.other.personalizationId missing",
        "personalization.personalizations.count == 2",
        "personalization.personalizations[0].personalizationPointName == product_recs",
      ]),
    DecisionFixture(
      "3 an entry with nothing in it", .entries(entry(#""attributes":{},"data":[]"#)),
      expecting: ["decisions.homeHero.outcome == empty", "decisions.homeHero.personalizationId == 7a2e"]),
    DecisionFixture(
      "4 a name that stands twice", .entries(hero, entry(#""attributes":{"Header":"Last"}"#, id: "7a30")),
      notices: ["repeatedDecision"],
      expecting: [
        "decisions.homeHero.attributes.Header == Last", "personalization.personalizations.count == 2",
        "personalization.personalizations[0].personalizationId == 7a2e",
      ]),
    DecisionFixture(
      "5 an entry without a name",
      .entries(#"{"personalizationId":"x","personalizationPointId":"y","attributes":{"Lost":1}}"#, hero),
      notices: ["droppedPersonalizations"],
      expecting: [
        "decisions.homeHero.outcome == content", "personalization.personalizations.count == 1",
        "personalization.dropped.count == 1", "personalization.dropped[0].received.attributes.Lost == 1",
      ]),
    DecisionFixture(
      "6 an item without a content id",
      .entries(
        recommendations(#""data":[{"name":"lost"},{"personalizationContentId":"7a2f:1","name":"kept"}]"#)),
      "fetch-decisions product_recs", asked: ["product_recs"], notices: ["droppedItems"],
      expecting: [
        "decisions.product_recs.data.count == 1", "decisions.product_recs.indexes[0] == 1",
        "decisions.product_recs.dropped == 1", "personalization.dropped[0].received.name == lost",
      ]),
    DecisionFixture(
      "7 a decision id that is null", .entries(entry(#""decisionId":null,"attributes":{"Header":"x"}"#)),
      expecting: ["decisions.homeHero.decisionId missing", "decisions.homeHero.outcome == content"]),
    DecisionFixture(
      "8 keys that nobody knows",
      .json(
        """
        {"requestId":"b1d0","extra":[1],"personalizations":[\(entry(
          #""dmoName":"x","metadata":{},"individualId":"i","attributes":{"Header":"x"}"#))]}
        """),
      expecting: [
        "decisions.homeHero.outcome == content", "personalization.personalizations[0].dmoName == x",
        "personalization.personalizations[0].metadata exists",
      ]),
    DecisionFixture(
      "9 diagnostics with numeric codes",
      .json(
        #"{"requestId":"b1d0","diagnostics":[{"code":201,"description":"No Decision qualified"}],"personalizations":[]}"#
      ), notices: ["decisionsDiagnostic"], expecting: ["decisions.homeHero.outcome == missing"]),
    DecisionFixture(
      "9 diagnostics with codes as texts",
      .entries(
        entry(
          #""attributes":{"Header":"x"},"diagnostics":[{"code":"533","description":"Content items exceed limit"}]"#)),
      notices: ["decisionsDiagnostic"], expecting: ["decisions.homeHero.outcome == content"]),
    DecisionFixture(
      "13 no personalizations", .entries(),
      expecting: [
        "decisions.homeHero.outcome == missing", "personalization.personalizations.count == 0",
        "personalization.error missing",
      ]),
    DecisionFixture(
      "14 characters beyond ASCII and control characters",
      .entries(entry(#""attributes":{"Gr\u00f6\u00dfe":"über \u001b[2J\u0007\u009b\u202e\ud83c\udfd5 e\u0301"}"#)),
      expecting: ["decisions.homeHero.attributes.Größe contains über", "decisions.homeHero.outcome == content"]),
    DecisionFixture(
      "15 names with blanks around them and repeated ones", .entries(hero, items),
      "fetch-decisions ' homeHero' homeHero '' product_recs 'homeHero\t'", asked: ["homeHero", "product_recs"],
      notices: ["repeatedPoint"],
      expecting: ["decisions.homeHero.outcome == content", "decisions.product_recs.outcome == content"]),
  ]

  // MARK: Errors

  private static let network = ["personalization.error.kind == network", "personalization.error.number == 4"]
  private static let invalid = ["personalization.error.kind == responseInvalid", "personalization.error.number == 5"]
  private static let html = "<html><body><h1>Bad gateway</h1></body></html>"

  private static let failed: [DecisionFixture] =
    [
      "Timeout Exceeded", "Failed to lookup tenant metadata",
      "Empty response from Query Service when querying for profile",
    ].map { text in
      DecisionFixture(
        "10 status 503, \(text)", .fails(503, #"{"message":"\#(text)"}"#), error: "network",
        message: "HTTP 503: \(text)", expecting: network)
    } + [
      DecisionFixture(
        "10 status 400", .fails(400, "Specified Decision Feature is not supported for unauthenticated calls"),
        error: "network", message: "HTTP 400: Specified Decision Feature", expecting: network),
      DecisionFixture(
        "10 status 429 with a time to wait", .fails(429, "", ["Retry-After": "30"]), error: "network",
        message: "HTTP 429", expecting: network),
      DecisionFixture(
        "10 status 429 without one", .fails(429, #"[{"description":"Too Many Requests"}]"#), error: "network",
        message: "HTTP 429: Too Many Requests", expecting: network),
      DecisionFixture(
        "10 an error with an empty body", .fails(503, ""), error: "network",
        message: "HTTP 503 with an empty body from /personalization/decisions", expecting: network),
      DecisionFixture(
        "10 an error with an HTML body", .fails(502, html, ["Content-Type": "text/html"]), error: "network",
        message: "HTTP 502: <html>", expecting: network),
      DecisionFixture(
        "10 a success with an empty body", .fails(200, ""), error: "responseInvalid", message: "the body is empty",
        expecting: invalid),
      DecisionFixture(
        "10 a success with an HTML body", .fails(200, html, ["Content-Type": "text/html"]), error: "responseInvalid",
        message: "the body is not JSON", expecting: invalid),
      DecisionFixture(
        "11 a service that takes too long", .staysSilent, "fetch-decisions homeHero --timeout 150ms", error: "timeout",
        message: "no answer in time",
        expecting: ["personalization.error.kind == timeout", "personalization.error.number == 6"]),
      DecisionFixture(
        "12 a refused connection", .refusesConnections, asked: [], error: "network", message: "could not be reached",
        expecting: network),
    ]
}
