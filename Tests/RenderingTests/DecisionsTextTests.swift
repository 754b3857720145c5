import Rendering
import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

@Suite("Decisions as text")
struct DecisionsTextTests {
  /// The outcome of the last command in a session whose fetches get this answer.
  private func outcome(of commands: String..., answer: String) -> Outcome {
    var session = Session(SessionConfiguration(seed: [0, 7], dailyActions: [10, 20, 12, 8, 14, 11, 9]))
    var last = Outcome(command: 0, name: nil)
    for (line, command) in (["consent opt-in"] + commands).enumerated() {
      let place = SourcePlace(file: "test", line: line + 1, column: 1)
      var pending = session.apply(Input(time: .start, .command(text: command, place: place)))
      while !pending.isEmpty {
        let output = pending.removeFirst()
        if case .outcome(let outcome) = output { last = outcome }
        guard case .effect(.request(let id, let request)) = output else { continue }
        let body = request.service == .decisions ? answer : "{}"
        pending += session.apply(
          Input(time: .start, .answer(request: id, .response(HTTPResponse(status: 200, json: body)))))
      }
    }
    return last
  }

  private func text(_ outcome: Outcome) -> [String] { ResultText.lines(outcome, .plain) }

  private static let answer = """
    {"requestId":"b1d0","personalizations":[
     {"personalizationId":"7a2e","personalizationPointId":"9pp1","personalizationPointName":"homeHero",
      "decisionId":"9pb1","attributes":{"Header":"Spring sale","Link":"https://shop.example"},"data":[]},
     {"personalizationId":"7a2f","personalizationPointId":"9pp2","personalizationPointName":"product_recs","data":[
      {"personalizationContentId":"7a2f:0","id":"SKU-9","name":"Tarp","brand":{"id":"B-1","name":"Acme"},"sale":null},
      {"name":"no id"},
      {"personalizationContentId":"7a2f:2","id":"SKU-12","name":"Stove","tags":["gas","light"]}]}]}
    """

  @Test("A hero reads as names and values, recommendations as a table of their own keys")
  func bothKinds() {
    let lines = text(outcome(of: "fetch-decisions homeHero product_recs Nowhere", answer: Self.answer))
    #expect(
      lines == [
        "homeHero: content, 0 items",
        "  Header  Spring sale",
        "  Link    https://shop.example",
        "product_recs: content, 2 items, 1 left out (no content id)",
        "  #  id      name   brand       sale  tags",
        "  0  SKU-9   Tarp   {id, name}  null",
        "  2  SKU-12  Stove                    [2]",
        "Nowhere: missing (`help decisions` has what that can mean)",
      ])
  }

  @Test("One point shows the ids that a follow-up needs")
  func onePoint() {
    let lines = text(outcome(of: "fetch-decisions product_recs", "decisions product_recs", answer: Self.answer))
    #expect(lines.last == "  point id            9pp2")
    #expect(lines.contains("  personalization id  7a2f"))
    #expect(lines.contains { $0.hasSuffix("7a2f:2") })
  }

  @Test("One thing is printed bare")
  func oneThing() {
    let bare = outcome(of: "fetch-decisions homeHero", "decisions homeHero attributes.Header", answer: Self.answer)
    #expect(text(bare) == ["Spring sale"])
    let nested = outcome(
      of: "fetch-decisions product_recs", "decisions product_recs data[0].brand.name", answer: Self.answer)
    #expect(text(nested) == ["Acme"])
  }

  @Test("JSON has everything, with keys that nobody knows")
  func json() {
    let result = outcome(of: "fetch-decisions product_recs", answer: Self.answer).result.document
    #expect(result["personalizations"]?.array?.count == 2)
    #expect(result["dropped"]?.array?.first?["received"] == ["name": "no id"])
    #expect(result["decisions"]?["product_recs"]?["data"]?.array?.first?["brand"] == ["id": "B-1", "name": "Acme"])
  }

  @Test("Texts of the service cannot move the cursor or reorder the line")
  func harmless() {
    let answer = #"""
      {"requestId":"r","personalizations":[{"personalizationId":"a","personalizationPointId":"b",
       "personalizationPointName":"p\u001b[2J","attributes":{"k\u202e":"line\nbreak\u0007","übung":"größer"},
       "data":[{"personalizationContentId":"c\u001b:0","x\u009b":"\u001b]0;t\u0007"}]}]}
      """#
    let session = outcome(of: "fetch-decisions p", "decisions", answer: answer)
    let lines = text(session)
    for line in lines {
      #expect(
        line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
    }
    #expect(lines.contains { $0.contains("übung") && $0.contains("größer") })
  }

  @Test("Whatever JSON is answered, the text hides no point that came, and no control character gets through")
  func anyAnswer() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = RandomDecisions(seed: seed)
    for round in 0..<300 {
      let body = random.body()
      let outcome = outcome(of: "fetch-decisions p nowhere", answer: body.text)
      let lines = text(outcome)
      for entry in outcome.result.document["personalizations"]?.array ?? [] {
        let name = PrintableText.safe((entry["personalizationPointName"]?.string ?? "").trimmingWhitespace)
        #expect(lines.contains { $0.hasPrefix(name + ": ") }, "seed \(seed), round \(round): \(body.text)")
      }
      let lost = (outcome.result.document["dropped"]?.array ?? []).count { $0["item"] == .null }
      #expect(
        lost == 0 || lines.contains { $0.hasPrefix("\(lost) of the answer could not be used") },
        "seed \(seed), round \(round): \(body.text)")
      let isHarmless = lines.joined().unicodeScalars.allSatisfy {
        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E
      }
      #expect(isHarmless, "seed \(seed), round \(round): \(body.text)")
    }
  }

  @Test("Wide and long items stay readable")
  func wide() {
    let members = (0..<40).map { #""k\#($0)":"\#(String(repeating: "x", count: 300))""# }.joined(separator: ",")
    let answer = """
      {"requestId":"r","personalizations":[{"personalizationId":"a","personalizationPointId":"b",
       "personalizationPointName":"p","data":[{"personalizationContentId":"a:0",\(members)}]}]}
      """
    let lines = text(outcome(of: "fetch-decisions p", answer: answer))
    #expect(lines.last == "  and 24 more keys (-o json shows them)")
    #expect(lines.allSatisfy { $0.unicodeScalars.count < 1_000 })
  }

  @Test("An engagement says what was noted, and that it stays here")
  func engaged() {
    let lines = text(
      outcome(of: "fetch-decisions product_recs", "engage click product_recs 2", answer: Self.answer))
    #expect(lines == ["Noted as #1: personalization-click of product_recs, content id 7a2f:2; held, never uploaded"])
  }

  @Test("The status says consent, data space, staleness and what was not reported")
  func status() {
    let fresh = text(outcome(of: "fetch-decisions homeHero product_recs", "status", answer: Self.answer))
    #expect(
      fresh.contains(
        "Decisions consent opt-in, data space default, 2 points shown, 2 without a view: engage"))
    let stale = text(outcome(of: "fetch-decisions homeHero product_recs", "logout", "consent", answer: Self.answer))
    #expect(stale.first?.hasPrefix("Personalization: consent opt-in") == true)
    let changed = text(
      outcome(of: "fetch-decisions homeHero product_recs", "consent opt-out", "status", answer: Self.answer))
    #expect(changed.contains { $0.contains("consent opt-out") && $0.contains("2 stale: fetch-decisions") })
  }

  @Test("A live prompt shows consent as soon as there is somebody to ask, and where")
  func livePrompt() {
    var configuration = SessionConfiguration(world: .live, isSending: false)
    #expect(!PromptText.text(Session(configuration)).contains("pending"))
    configuration.personalization = PersonalizationSettings(
      endpoint: "m-abc.c360a.salesforce.com", dataspace: "shop", isTestMode: true)
    #expect(PromptText.text(Session(configuration)).contains(" pending@m-abc/shop"))
  }

  @Test("The prompt shows consent once it was given or refused, and what is stale")
  func prompt() {
    var session = Session(SessionConfiguration())
    func put(_ command: String) -> [Output] {
      session.apply(
        Input(time: .start, .command(text: command, place: SourcePlace(file: "test", line: 1, column: 1))))
    }
    #expect(PromptText.text(session) == "embedded anonymous not-fetched> ")
    _ = put("consent opt-in")
    #expect(PromptText.text(session) == "embedded anonymous not-fetched opt-in> ")
    for case .effect(.request(let id, _)) in put("fetch-decisions homeHero") {
      _ = session.apply(
        Input(time: .start, .answer(request: id, .response(HTTPResponse(status: 200, json: Self.answer)))))
    }
    _ = put("consent opt-out")
    #expect(PromptText.text(session) == "embedded anonymous not-fetched opt-out stale-decisions> ")
  }
}
