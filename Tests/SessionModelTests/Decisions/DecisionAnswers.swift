import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// Answers of the decisions service, composed by hand from the protocol reference; all ids are made up.
enum DecisionAnswers {
  /// Dynamic content for `homeHero`, three recommendations for `product_recs`.
  static let both = Answers.json(
    """
    {"requestId":"b1d0","personalizations":[\(hero(id: "7a2e", header: "Spring sale")),\(recommendations)]}
    """)

  static func hero(id: String, header: String) -> String {
    """
    {"personalizationId":"\(id)","personalizationPointId":"9ppXX0000000001AAA",
     "personalizationPointName":"homeHero","decisionId":"9pbXX0000000001AAA",
     "attributes":{"Header":"\(header)","imageUrl":"https://shop.example/hero.png"},"data":[]}
    """
  }

  static let recommendations = """
    {"personalizationId":"7a2f","personalizationPointId":"9ppXX0000000002AAA",
     "personalizationPointName":"product_recs","decisionId":null,"attributes":{},"metadata":{},
     "data":[{"personalizationContentId":"7a2f:0","ssot__Id__c":"SKU-9","ssot__Name__c":"Tarp","price":"19.99",
              "ssot__Brand__dlm":{"ssot__Id__c":"B-1"},"season":null},
             {"personalizationContentId":"7a2f:1","ssot__Id__c":"SKU-2","ssot__Name__c":"Stove","price":"42.50"},
             {"personalizationContentId":"7a2f:2","ssot__Id__c":"SKU-7","ssot__Name__c":"Mat","price":"28.00"}]}
    """

  static func entries(_ entries: String..., requestId: String = "b1d1") -> Answer {
    Answers.json(#"{"requestId":"\#(requestId)","personalizations":[\#(entries.joined(separator: ","))]}"#)
  }

  static let none = entries()
}

extension ScriptedSession {
  /// A session that has opted in and gets these decisions for every fetch.
  static func optedIn(
    _ answer: Answer = DecisionAnswers.both, _ configuration: SessionConfiguration = Self.configuration,
    rules: Set<Rule> = Set(Rule.allCases)
  ) -> ScriptedSession {
    var session = ScriptedSession(configuration, rules: rules) { request in
      request.service == .decisions ? answer : Answers.usual(for: request, layout: "expanded")
    }
    session.run("consent opt-in")
    return session
  }

  /// The bodies of all requests for decisions.
  var askedFor: [JSONValue] {
    sent(to: .decisions).map { $0.request.body.flatMap { try? JSON.parse($0) } ?? .null }
  }

  /// The names of the points in each request.
  var askedPoints: [[String]] {
    askedFor.map { ($0["personalizationPoints"]?.array ?? []).compactMap { $0["name"]?.string } }
  }
}
