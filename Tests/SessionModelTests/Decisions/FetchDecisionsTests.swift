import CommandLanguage
import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

@Suite("Fetching decisions")
struct FetchDecisionsTests {
  @Test("A fetch asks for the device id of the session, under its data space")
  func whatIsAsked() throws {
    var configuration = ScriptedSession.configuration
    configuration.personalization = PersonalizationSettings(dataspace: "shop", isTestMode: true)
    var session = ScriptedSession.optedIn(DecisionAnswers.both, configuration)
    session.run("fetch-decisions homeHero --anchor ' SKU-3 ' --anchor-type Product --attribute-int stock=3")
    #expect(
      try session.askedFor == [
        JSON.parse(
          """
          {"context":{"anchorId":"SKU-3","anchorType":"Product","dataspace":"shop",
           "individualId":"\(session.text("identity/deviceId") ?? "")","stock":3},
           "executionFlags":["TestMode"],"personalizationPoints":[{"name":"homeHero"}]}
          """)
      ])
  }

  @Test("The document has the answer by point and in order")
  func document() {
    var session = ScriptedSession.optedIn()
    #expect(session.run("fetch-decisions homeHero product_recs").status == .success)
    #expect(session.text("decisions/homeHero/attributes/Header") == "Spring sale")
    #expect(session.text("decisions/homeHero/decisionId") == "9pbXX0000000001AAA")
    #expect(session.value("decisions/product_recs/decisionId") == .null)
    #expect(session.text("decisions/product_recs/pointId") == "9ppXX0000000002AAA")
    #expect(session.text("decisions/product_recs/data/2/ssot__Id__c") == "SKU-7")
    #expect(session.value("decisions/product_recs/indexes") == [0, 1, 2])
    #expect(session.text("personalization/personalizations/0/personalizationPointName") == "homeHero")
    #expect(session.value("personalization/error") == .null)
    #expect(session.text("requests/-1/fate") == "used")
    #expect(session.run("expect decisions.product_recs.data.count >= 1").status == .success)
    #expect(session.run("expect decisions.homeHero.attributes.Header contains sale").status == .success)
  }

  @Test("What was asked for comes first, in that order; the rest of the answer follows")
  func order() throws {
    var session = ScriptedSession.optedIn()
    let outcome = session.run("fetch-decisions Nowhere product_recs")
    guard case .decisions(let view) = outcome.result else {
      Issue.record("no decisions")
      return
    }
    #expect(view.points.map(\.point) == ["Nowhere", "product_recs", "homeHero"])
    #expect(view.points.map(\.outcome) == [.missing, .content, .content])
  }

  @Test("One that fails keeps what is shown and says why")
  func failureKeepsWhatIsShown() {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero")
    session.reply = { _ in Answers.json(#"{"message":"Timeout Exceeded"}"#, status: 503) }
    let outcome = session.run("fetch-decisions homeHero")
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.message.contains("HTTP 503: Timeout Exceeded") == true)
    #expect(session.text("decisions/homeHero/attributes/Header") == "Spring sale")
    #expect(session.text("personalization/error/reason") == "HTTP 503: Timeout Exceeded")
    session.reply = { _ in DecisionAnswers.both }
    session.run("fetch-decisions homeHero")
    #expect(session.value("personalization/error") == .null)
  }

  @Test("No time at all is an invalid request, and asks nothing")
  func noTime() {
    var session = ScriptedSession.optedIn()
    #expect(session.run("fetch-decisions homeHero --timeout 0s").failure?.code == "requestInvalid")
    #expect(session.sent(to: .decisions).isEmpty)
  }

  @Test("An answer that comes after the time is ignored")
  func lateAnswer() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero --timeout 1s &")
    session.advance(by: .seconds(1))
    #expect(session.outcome(ofJob: 1)?.failure?.code == "timeout")
    let request = session.sent(to: .decisions).first?.id ?? 0
    #expect(session.put(.answer(request: request, DecisionAnswers.both)).isEmpty)
    #expect(session.value("decisions")?.object?.isEmpty == true)
    #expect(session.text("requests/-1/error") == "timeout")
  }

  @Test("Ctrl-C cancels, which is no error")
  func interrupted() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero")
    session.put(.interrupt)
    #expect(ScriptedSession.outcomes(session.outputs).last?.failure?.code == "cancelled")
    #expect(session.value("personalization/error") == .null)
    #expect(session.inFlight.isEmpty && session.timers.isEmpty)
    #expect(session.text("requests/-1/fate") == "cancelled")
  }

  @Test("Several fetches are in flight, and each gets its own answer")
  func severalInFlight() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero &")
    session.start("fetch-decisions product_recs &")
    #expect(session.inFlight(to: .decisions).count == 2)
    session.answer(
      session.inFlight[1].id, DecisionAnswers.entries(DecisionAnswers.recommendations, requestId: "second"))
    #expect(session.outcome(ofJob: 2)?.status == .success)
    #expect(session.outcome(ofJob: 1) == nil)
    session.answer(.decisions, DecisionAnswers.entries(DecisionAnswers.hero(id: "h", header: "Hi"), requestId: "first"))
    #expect(session.text("decisions/homeHero/attributes/Header") == "Hi")
    #expect(session.text("decisions/product_recs/outcome") == "content")
    #expect(session.text("personalization/requestId") == "second")
  }

  @Test("An earlier fetch whose answer comes late does not overwrite a newer one")
  func overtaken() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero &")
    session.start("fetch-decisions homeHero &")
    let requests = session.inFlight.map(\.id)
    session.answer(
      requests[1], DecisionAnswers.entries(DecisionAnswers.hero(id: "new", header: "new"), requestId: "new"))
    session.answer(
      requests[0], DecisionAnswers.entries(DecisionAnswers.hero(id: "old", header: "old"), requestId: "old"))
    #expect(session.text("decisions/homeHero/attributes/Header") == "new")
    #expect(session.text("personalization/requestId") == "new")
    #expect(session.notices.contains("olderAnswer"))
    #expect(["0", "1"].map { session.text("requests/\($0)/fate") } == ["discarded", "used"])
  }

  @Test("An answer that brings something new beside what is overtaken is used")
  func partlyOvertaken() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero &")
    session.start("fetch-decisions homeHero &")
    let requests = session.inFlight.map(\.id)
    session.answer(requests[1], DecisionAnswers.entries(DecisionAnswers.hero(id: "new", header: "new")))
    session.answer(requests[0], DecisionAnswers.both)
    #expect(session.text("decisions/homeHero/attributes/Header") == "new")
    #expect(session.text("decisions/product_recs/outcome") == "content")
    #expect(["0", "1"].map { session.text("requests/\($0)/fate") } == ["used", "used"])
  }

  @Test("A part of a split fetch that is overtaken while the others are awaited is discarded after all")
  func overtakenPart() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero product_recs --split &")
    session.start("fetch-decisions homeHero &")
    let requests = session.inFlight.map(\.id)
    let hero = { (id: String) in DecisionAnswers.entries(DecisionAnswers.hero(id: id, header: id)) }
    session.answer(requests[0], hero("old"))
    session.answer(requests[2], hero("new"))
    session.answer(requests[1], DecisionAnswers.entries(DecisionAnswers.recommendations))
    #expect(session.text("decisions/homeHero/attributes/Header") == "new")
    #expect(["0", "1", "2"].map { session.text("requests/\($0)/fate") } == ["discarded", "used", "used"])
  }

  @Test("A fetch that fails after a newer one has ended is no news")
  func overtakenFailure() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero &")
    session.start("fetch-decisions homeHero &")
    let requests = session.inFlight.map(\.id)
    session.answer(requests[1], DecisionAnswers.both)
    session.answer(requests[0], Answers.status(503))
    #expect(session.outcome(ofJob: 1)?.failure?.code == "network")
    #expect(session.value("personalization/error") == .null)
    #expect(session.text("requests/0/fate") == "discarded")
  }

  @Test("What an answer repeats without end is counted, not told each time")
  func remarks() {
    let entries = (0..<100).map { number in
      #"{"personalizationId":"p","personalizationPointId":"9","personalizationPointName":"n\#(number)","data":[{}],"attributes":7}"#
    }
    var session = ScriptedSession.optedIn(
      Answers.json(#"{"requestId":"r","personalizations":[\#(entries.joined(separator: ","))]}"#))
    session.run("fetch-decisions n1")
    #expect(session.notices.count { $0 == "droppedItems" } == 10)
    #expect(session.notices.count { $0 == "unreadableMember" } == 10)
    #expect(session.notices.count { $0 == "moreRemarks" } == 1)
  }

  @Test(
    "An answer for an earlier identity is kept apart and marked, never shown",
    arguments: ["logout", "identity --device-id another-device", "sign-in user-two"])
  func olderIdentity(change: String) {
    var session = ScriptedSession.optedIn()
    session.run("sign-in user-one")
    let device = session.text("identity/deviceId")
    session.start("fetch-decisions homeHero &")
    let request = session.inFlight(to: .decisions)[0].id
    session.start("\(change) &")
    session.answer(request, DecisionAnswers.both)
    #expect(session.value("decisions")?.object?.isEmpty == true)
    #expect(session.value("personalization/requestId") == .null)
    #expect(session.value("personalization/apart")?.array?.count == 1)
    #expect(session.text("personalization/apart/0/deviceId") == device)
    #expect(session.text("personalization/apart/0/userId") == "user-one")
    #expect(session.notices.contains("olderIdentity"))
    let result = session.outcome(ofJob: 1)?.result.document
    #expect(result?["current"] == false)
    #expect(result?["decisions"]?["homeHero"]?["stale"] == true)
    #expect(session.value("jobs")?.array?.first?["state"] == "superseded")
    #expect(session.run("engage view homeHero").status == .commandFailed)
  }

  @Test("With --split a point that fails does not hide the others")
  func splitFailure() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero product_recs --split &")
    let requests = session.inFlight.map(\.id)
    #expect(requests.count == 2)
    session.answer(requests[0], Answers.status(503))
    #expect(session.outcome(ofJob: 1) == nil)
    session.answer(requests[1], DecisionAnswers.entries(DecisionAnswers.recommendations))
    #expect(session.outcome(ofJob: 1)?.failure?.code == "network")
    #expect(session.text("decisions/product_recs/outcome") == "content")
    #expect(session.value("decisions/homeHero") == nil)
  }

  @Test("With --split the time covers all requests together")
  func splitTime() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero product_recs --split --timeout 2s &")
    session.answer(.decisions, DecisionAnswers.entries(DecisionAnswers.hero(id: "h", header: "Hi")))
    session.advance(by: .seconds(2))
    #expect(session.outcome(ofJob: 1)?.failure?.code == "timeout")
    #expect(session.text("decisions/homeHero/attributes/Header") == "Hi")
    #expect(session.inFlight.isEmpty)
  }

  @Test("An attribute that is given twice keeps its last value, and odd names are told")
  func attributeNotices() throws {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero --attribute a=1 --attribute-int a=2 --attribute 'b c=x'")
    #expect(session.askedFor.first?["context"]?["a"] == 2)
    #expect(session.askedFor.first?["context"]?["b c"] == "x")
    #expect(session.notices.contains("repeatedAttribute"))
    #expect(session.notices.contains("oddAttributeName"))
  }

  @Test(
    "A type that is surely no data model object is told and sent as typed",
    arguments: [
      ("ssot__GoodsProduct__dlm", false), ("std__Product__dlm", false), ("Product", false), ("Article", false),
      ("Goods__dlm", false), ("Goods__dll", true), ("ssot__Id__c", true), ("Insight__cio", true),
      ("ssot__GoodsProduct", true),
    ])
  func anchorTypes(type: String, isOdd: Bool) {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero --anchor a --anchor-type \(type)")
    #expect(session.askedFor.first?["context"]?["anchorType"]?.string == type)
    #expect(session.notices.contains("oddAnchorType") == isOdd)
  }

  @Test("Attributes that nothing has read are told when the answer says so")
  func unusedAttributes() {
    var session = ScriptedSession.optedIn()
    session.reply = { _ in
      .response(
        HTTPResponse(
          status: 200, headers: [HTTPHeader("X-Flagsh-Unused-Attributes", "catgory")],
          body: Array(#"{"requestId":"r","personalizations":[]}"#.utf8)))
    }
    session.run("fetch-decisions homeHero --attribute catgory=tents")
    #expect(session.notices.contains("unusedAttributes"))
  }

  @Test("Leaving gives up what is in flight")
  func leaving() {
    var session = ScriptedSession.optedIn()
    session.start("fetch-decisions homeHero &")
    session.put(.leave)
    #expect(session.session.hasLeft)
    #expect(session.inFlight.isEmpty)
    #expect(session.timers.isEmpty)
  }

  @Test("Whatever JSON is answered, the session goes on and hides no personalization")
  func anyAnswer() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = RandomDecisions(seed: seed)
    var session = ScriptedSession.optedIn()
    for round in 0..<400 {
      let body = random.body()
      session.reply = { _ in Answers.json(body.text) }
      let outcome = session.run("fetch-decisions p q homeHero")
      let entries = body["personalizations"]?.array
      #expect((outcome.status == .success) == (entries != nil), "seed \(seed), round \(round): \(body.text)")
      guard let entries else { continue }
      let document = session.session.document["personalization"]
      let used = document?["personalizations"]?.array?.count ?? 0
      let lost = document?["dropped"]?.array?.filter { $0["item"] == .null }.count ?? 0
      #expect(used + lost == entries.count, "seed \(seed), round \(round): \(body.text)")
      // Every entry is there as it came: the usable ones in order, the others with what is wrong with them.
      let received = (document?["personalizations"]?.array ?? [])
      let dropped = (document?["dropped"]?.array ?? []).filter { $0["item"] == .null }.compactMap { $0["received"] }
      var rest = received[...]
      for entry in entries {
        if rest.first == entry {
          rest.removeFirst()
        } else {
          #expect(dropped.contains(entry), "seed \(seed), round \(round): \(body.text)")
        }
      }
      #expect(rest.isEmpty, "seed \(seed), round \(round): \(body.text)")
      // And each usable one is what its point shows, the last of a name.
      for entry in received {
        let name = (entry["personalizationPointName"]?.string ?? "").trimmingWhitespace
        let last = received.last { $0["personalizationPointName"]?.string?.trimmingWhitespace.isExactly(name) == true }
        #expect(
          session.session.document["decisions"]?[name]?["personalizationId"] == last?["personalizationId"],
          "seed \(seed), round \(round): \(body.text)")
      }
      for point in ["p", "q", "homeHero"] {
        #expect(session.text("decisions/\(point)/outcome") != nil, "seed \(seed), round \(round): \(body.text)")
      }
      session.run("engage click p 0")
      session.run("decisions p data[0].name")
      // What goes into a transcript must be readable from one.
      #expect(throws: Never.self) { try JSON.parse(session.session.document.text) }
    }
  }

  @Test("Whatever bytes come with whatever status, the command ends with one of the kinds and says what to do")
  func anyBytes() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = RandomDecisions(seed: seed)
    var noise = SeededGenerator(seed: seed)
    let kinds = DecisionsError.Kind.allCases.map(\.rawValue)
    for round in 0..<600 {
      var bytes = Array(random.body().text.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &noise) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &noise)
        switch Int.random(in: 0..<4, using: &noise) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &noise)
        case 1: bytes.removeSubrange(place...)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &noise), at: place)
        default: bytes.remove(at: place)
        }
      }
      let status = [200, 200, 200, 204, 302, 400, 429, 500, 503].randomElement(using: &noise) ?? 200
      let answer = Answer.response(HTTPResponse(status: status, headers: [], body: bytes))
      var session = ScriptedSession.optedIn(answer)
      let outcome = session.run("fetch-decisions p q")
      if outcome.status == .success { continue }
      #expect(kinds.contains(outcome.failure?.code ?? ""), "seed \(seed), round \(round)")
      #expect(outcome.failure?.hint?.isEmpty == false, "seed \(seed), round \(round)")
      #expect(session.value("personalization/error/reason")?.string?.isEmpty == false, "seed \(seed), round \(round)")
    }
  }

  /// Not a measurement: with a cost that grows with the square this test would not end.
  @Test("An answer with very many points is taken whole")
  func veryManyPoints() {
    let count = 20_000
    let entries = (0..<count).map { number in
      """
      {"personalizationId":"p\(number)","personalizationPointId":"9pp\(number)",
       "personalizationPointName":"point\(number)","attributes":{},
       "data":[{"personalizationContentId":"p\(number):0"},{}]}
      """
    }
    var session = ScriptedSession.optedIn(
      Answers.json(#"{"requestId":"r","personalizations":[\#(entries.joined(separator: ","))]}"#))
    #expect(session.run("fetch-decisions point7").status == .success)
    #expect(session.value("decisions")?.object?.members.count == count)
    #expect(session.value("decisions/point19999/dropped") == 1)
    #expect(session.run("fetch-decisions point7").status == .success)
  }

  @Test("Points that an answer lacks do not count as shown")
  func missingIsNotShown() {
    var session = ScriptedSession.optedIn()
    session.run("fetch-decisions homeHero Nowhere")
    #expect(session.session.personalizationView.shown == 2, "homeHero, and product_recs that came unasked")
  }
}
