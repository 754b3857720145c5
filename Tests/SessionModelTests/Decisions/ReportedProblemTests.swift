import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

/// What users of the real clients ran into (personalization.md 7), each named after what they saw.
@Suite("Problems that users reported")
struct ReportedProblemTests {
  private var live: SessionConfiguration {
    var configuration = ScriptedSession.configuration
    configuration.world = .live
    return configuration
  }

  @Test("1: a doubled domain made every fetch fail with a host that cannot be found")
  func doubledDomain() throws {
    #expect {
      try PersonalizationEndpoint(parsing: "https://m-abc.c360a.salesforce.com.c360a.salesforce.com")
    } throws: { ($0 as? Diagnostic)?.message.contains("repeats salesforce.com") == true }
    var configuration = live
    configuration.personalization.endpoint = "m-abc.c360a.example"
    var session = ScriptedSession.optedIn(Answers.offline, configuration)
    let failure = session.run("fetch-decisions homeHero").failure
    #expect(failure?.code == "network")
    #expect(failure?.message.contains("m-abc.c360a.example") == true)
  }

  @Test("2: consent was set in a file, and nothing ever left the device")
  func consentInAFile() {
    var configuration = live
    configuration.personalization = PersonalizationSettings(endpoint: "tenant.example", dataspace: "shop")
    var session = ScriptedSession(configuration)
    #expect(session.text("personalization/consent") == "pending")
    let failure = session.run("fetch-decisions homeHero").failure
    #expect(failure?.code == "consent")
    #expect(failure?.hint?.contains("consent opt-in") == true)
    #expect(session.session.stateView.personalization.consent == .pending)
  }

  @Test("3: decisions worked, and no view was ever reported")
  func neverReported() {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero product_recs")
    #expect(session.session.stateView.personalization.unreported == 2)
    session.run("engage view homeHero")
    #expect(session.session.stateView.personalization.unreported == 1)
    session.run("fetch-decisions homeHero")
    #expect(session.session.stateView.personalization.unreported == 2)
  }

  @Test("4: content did not show because the code read imageURL")
  func nearKey() {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero")
    let outcome = session.run("decisions homeHero attributes.imageURL")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.hint == "did you mean imageUrl?")
    #expect(
      session.run("expect decisions.homeHero.attributes.imageURL exists").failure?.hint == "did you mean imageUrl?")
    guard case .decisionValue(let value) = session.run("decisions homeHero attributes.imageUrl").result else {
      Issue.record("no value")
      return
    }
    #expect(value == "https://shop.example/hero.png")
    #expect(session.run("decisions homehero").failure?.hint == "did you mean homeHero?")
  }

  @Test("5: a fetch on the first screen came before the client was ready")
  func notReady() {
    var session = ScriptedSession(live)
    let outcome = session.run("fetch-decisions homeHero")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.code == "initialization")
    #expect(outcome.failure?.hint?.contains("PERSONALIZATION_ENDPOINT") == true)
    #expect(session.sent.isEmpty && session.timers.isEmpty)
  }

  @Test("6: a hand-written client could not decode a normal answer and sent empty texts")
  func normalAnswer() {
    let entry = """
      {"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"p",
       "attributes":{"size":3,"on":true,"nested":{"list":[1,null]}},
       "data":[{"personalizationContentId":"a:0","price":19.99,"tags":["x"]}],"diagnostics":[{"code":200}]}
      """
    var session = ScriptedSession.optedIn(DecisionAnswers.entries(entry))
    #expect(session.run("fetch-decisions p").status == .success)
    #expect(session.value("decisions/p/attributes/nested/list") == [1, .null])
    #expect(session.value("decisions/p/data/0/price") == .number("19.99"))
    let context = session.askedFor.first?["context"]?.object
    #expect(context?.members.map(\.name).sorted() == ["dataspace", "individualId"])
    #expect(session.askedFor.first?.object?.members.map(\.name).sorted() == ["context", "personalizationPoints"])
  }

  @Test("7: some points of a request were missing because they use another data graph")
  func otherDataGraph() {
    var session = ScriptedSession.optedIn(DecisionAnswers.entries(DecisionAnswers.hero(id: "h", header: "Hi")))
    #expect(session.run("fetch-decisions homeHero product_recs").status == .success)
    #expect(session.text("decisions/product_recs/outcome") == "missing")
    session.reply = { request in
      let isHero = request.body?.contains("homeHero") == true
      return DecisionAnswers.entries(
        isHero ? DecisionAnswers.hero(id: "h", header: "Hi") : DecisionAnswers.recommendations)
    }
    session.run("fetch-decisions homeHero product_recs --split")
    #expect(session.text("decisions/product_recs/outcome") == "content")
    #expect(Help.text(topic: "decisions")?.contains("--split asks for each on its own") == true)
  }

  @Test("8: a point that exists returned nothing, since its label was asked for")
  func labelInsteadOfName() {
    var session = ScriptedSession.optedIn(DecisionAnswers.none)
    #expect(session.run("fetch-decisions 'Home Hero'").status == .success)
    #expect(session.askedPoints == [["Home Hero"]])
    #expect(session.text("decisions/Home Hero/outcome") == "missing")
    #expect(Help.text(topic: "decisions")?.contains("not the label") == true)
  }

  @Test("9: a test with a decision id failed with HTTP 400")
  func decisionId() {
    #expect(throws: Diagnostic.self) { try CommandParser.parse("fetch-decisions homeHero --decision-id 9pb") }
    let text = "Specified Decision Feature is not supported for unauthenticated calls"
    var session = ScriptedSession.optedIn(Answers.json(#"{"message":"\#(text)"}"#, status: 400))
    #expect(session.run("fetch-decisions homeHero").failure?.message.contains(text) == true)
    #expect(session.askedFor.allSatisfy { $0["personalizationPoints"]?.array?.first?["decisionId"] == nil })
  }

  @Test("10: after sign-in the old content stayed, and nothing asked again")
  func staleAfterSignIn() {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero")
    session.run("sign-in user-one")
    #expect(session.value("decisions/homeHero/stale") == true)
    // Both that the answer brought: one was asked for, one was not.
    #expect(session.session.stateView.personalization.stale == 2)
    #expect(session.sent(to: .decisions).count == 1)
  }

  @Test("11: a second exchange of a token failed: the anonymous path carries none")
  func noToken() {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero")
    session.run("fetch-decisions homeHero")
    for request in session.sent(to: .decisions).map(\.request) {
      #expect(request.header("authorization") == nil)
      #expect(request.path == "/personalization/decisions")
    }
  }

  @Test("12: dynamic content looked empty because only data was read")
  func dynamicContent() {
    var session = ScriptedSession.optedIn(DecisionAnswers.entries(DecisionAnswers.hero(id: "h", header: "Hi")))
    #expect(session.run("fetch-decisions homeHero --require-content").status == .success)
    #expect(session.text("decisions/homeHero/outcome") == "content")
  }

  @Test("13: recommendations were empty until the recommender had been trained")
  func untrained() {
    let empty =
      #"{"personalizationId":"a","personalizationPointId":"b","personalizationPointName":"product_recs","data":[]}"#
    var session = ScriptedSession.optedIn(DecisionAnswers.entries(empty))
    #expect(session.run("fetch-decisions product_recs").status == .success)
    #expect(session.text("decisions/product_recs/outcome") == "empty")
    let outcome = session.run("fetch-decisions product_recs Nowhere --require-content")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.code == "noContent")
    #expect(outcome.failure?.message == "product_recs is empty, Nowhere is missing")
  }

  @Test("14: a wrong token gave an empty HTTP 400")
  func emptyBody() {
    var session = ScriptedSession.optedIn(Answers.status(400))
    let message = session.run("fetch-decisions homeHero").failure?.message
    #expect(message?.contains("HTTP 400 with an empty body from /personalization/decisions") == true)
  }

  @Test("15: a module that is not initialized said so without saying why")
  func notInitialized() {
    var session = ScriptedSession(live)
    let failure = session.run("fetch-decisions homeHero").failure
    #expect(failure?.message == "there is no endpoint for decisions (error 1, initialization)")
    #expect(session.text("personalization/error/kind") == "initialization")
    #expect(session.value("personalization/endpoint") == .null)
  }
}
