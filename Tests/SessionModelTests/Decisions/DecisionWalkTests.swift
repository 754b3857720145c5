import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

@Suite("Decisions in any order")
struct DecisionWalkTests {
  @Test("Thousands of orders of commands, answers and timers break no rule of consent and identity")
  func walks() {
    let seed = UInt64.random(in: 1...UInt64.max)
    for number in 0..<150 {
      var walk = DecisionWalk(seed: seed &+ UInt64(number))
      for _ in 0..<60 { walk.step() }
      walk.end()
      #expect(walk.violations == [], "seed \(seed), walk \(number): \(walk.taken.joined(separator: "; "))")
    }
  }

  @Test("Without the rule of consent the walks notice")
  func isGuarded() {
    let violations = (0..<20).flatMap { (seed: UInt64) in
      var walk = DecisionWalk(seed: seed, rules: Set(Rule.allCases).subtracting([.consentGate]))
      for _ in 0..<60 { walk.step() }
      return walk.violations
    }
    #expect(violations.contains { $0.hasPrefix("asked without consent") })
  }
}

/// One random walk, held against what must be true whatever the order is.
private struct DecisionWalk {
  private var random: SeededGenerator
  private var session: ScriptedSession
  /// Every other walk asks again after failures.
  private let retries: Bool
  private var consents = false
  private(set) var taken: [String] = []
  private(set) var violations: [String] = []

  init(seed: UInt64, rules: Set<Rule> = Set(Rule.allCases)) {
    random = SeededGenerator(seed: seed)
    var configuration = ScriptedSession.configuration
    retries = seed.isMultiple(of: 2)
    configuration.retries = retries
    session = ScriptedSession(configuration, rules: rules)
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private mutating func expect(_ what: String, _ holds: Bool) {
    if !holds { violations.append("\(what) (after \(taken.last ?? "nothing"))") }
  }

  private var isAllStale: Bool {
    (session.value("decisions")?.object?.members ?? []).allSatisfy { $0.value["stale"] == true }
  }

  mutating func step() {
    let asked = session.sent(to: .decisions).count
    switch Int.random(in: 0..<10, using: &random) {
    case 0: changeConsent()
    case 1: changeIdentity()
    case 2, 3, 4: fetch()
    case 5, 6, 7: answer()
    case 8: run(pick(["cancel %1", "cancel %2", "decisions", "decisions homeHero data[0]", "status --all"]))
    default:
      if Bool.random(using: &random) {
        run(pick(["engage view homeHero", "engage click product_recs 1", "engage click product_recs 7"]))
      } else {
        session.advance(by: .milliseconds(Int64.random(in: 0...4_000, using: &random)))
        taken.append("time")
      }
    }
    let new = session.sent(to: .decisions).dropFirst(asked)
    expect("asked without consent", new.isEmpty || consents)
    let mayAsk = taken.last?.hasPrefix("fetch") == true || retries && taken.last == "time"
    expect("asked by something else than a fetch", new.isEmpty || mayAsk)
    for timer in session.timers { expect("a timer that is over", timer.due >= session.now) }
    for sent in new {
      let body = sent.request.body.flatMap { try? JSON.parse($0) }
      expect("asked for somebody else", body?["context"]?["individualId"]?.string == sent.identity.deviceId)
    }
    expect("in flight without consent", consents || session.inFlight(to: .decisions).isEmpty)
    expect("current without consent", consents || isAllStale)
    expect("consent of the document", session.text("personalization/consent") == (consents ? "optIn" : lastRefusal))
  }

  private var lastRefusal = "pending"

  private mutating func run(_ command: String) {
    taken.append(command)
    session.run(command)
  }

  private mutating func changeConsent() {
    let before = consents
    // Opting in is likelier, so that much is asked for.
    consents = Int.random(in: 0..<4, using: &random) > 0
    if !consents { lastRefusal = "optOut" }
    run(consents ? "consent opt-in" : "consent opt-out")
    expect("stale after a change of consent", consents == before || isAllStale)
  }

  private mutating func changeIdentity() {
    let before = session.session.identity
    let command = pick(["sign-in user-one", "sign-in user-two", "logout", "identity --device-id device-\(taken.count)"])
    taken.append(command)
    session.start(command + " &")
    session.answer(.evaluation, Answers.layout("expanded"))
    expect("stale after a change of identity", session.session.identity.hasSameIds(as: before) || isAllStale)
  }

  private mutating func fetch() {
    let points = pick(["homeHero", "homeHero product_recs", "product_recs Nowhere", "' '"])
    let command = "fetch-decisions \(points)\(pick(["", " --split", " --timeout 500ms", " --require-content"])) &"
    taken.append(command)
    session.start(command)
  }

  private mutating func answer() {
    let waiting = session.inFlight(to: .decisions)
    guard !waiting.isEmpty else { return }
    let sent = pick(waiting)
    let answer = pick([
      DecisionAnswers.both, DecisionAnswers.none, DecisionAnswers.entries(DecisionAnswers.recommendations),
      DecisionAnswers.entries(DecisionAnswers.hero(id: "h\(sent.id)", header: "Hi")), Answers.status(503),
      Answers.offline, Answers.json("[]"),
    ])
    let shown = session.value("decisions")
    taken.append("answer \(sent.id)")
    session.answer(sent.id, answer)
    let isCurrent = sent.identity.hasSameIds(as: session.session.identity)
    expect("an answer for an earlier identity is shown", isCurrent || session.value("decisions") == shown)
    let exchange = session.value("requests")?.array?.last { $0["id"]?.integer == Int64(sent.id) }
    let isDiscarded = exchange?["fate"] == "discarded"
    expect("fate of an answer", isCurrent ? isDiscarded || exchange?["fate"] == "used" : isDiscarded)
    let asked = sent.request.body.flatMap { try? JSON.parse($0) }?["personalizationPoints"]?.array ?? []
    let isUnchanged = asked.compactMap { $0["name"]?.string }.allSatisfy { point in
      session.value("decisions")?[point] == shown?[point]
    }
    expect("a discarded answer changes what is shown", !isDiscarded || isUnchanged)
  }

  mutating func end() {
    session.put(.leave)
    for sent in session.inFlight(to: .analytics) { session.answer(sent.id, Answers.accepted(1)) }
    expect("left", session.session.hasLeft)
    expect("in flight after leaving", session.inFlight.isEmpty)
    expect("timers after leaving", session.timers.isEmpty)
    let uploaded = session.sent(to: .analytics).flatMap { Uploaded.texts($0.request, "event_type") }
    expect("engagements uploaded", !uploaded.contains { $0?.hasPrefix("personalization-") == true })
    let jobs = session.value("jobs")?.array ?? []
    expect("a job is still running", jobs.allSatisfy { $0["state"] != "running" })
  }
}
