import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// The rules about decisions (product.md rules 11–14).
extension Check {
  // MARK: Rule 11

  mutating func pointNamesAreTrimmed() {
    var live = ScriptedSession.configuration
    live.world = .live
    var unready = ScriptedSession(live, rules: rules)
    // Everything is wrong at once: the earlier check speaks.
    expect("first check", unready.run("fetch-decisions ' '").failure?.code, "initialization")
    live.personalization.endpoint = "tenant.example"
    unready = ScriptedSession(live, rules: rules)
    expect("second check", unready.run("fetch-decisions ' '").failure?.code, "consent")
    unready.run("consent opt-in")
    expect("third check", unready.run("fetch-decisions ' ' ''").failure?.code, "requestInvalid")
    expect("exit status of a request that is invalid", unready.run("fetch-decisions ' '").status, .commandFailed)
    expect("requests before the last check", unready.sent.count, 0)
    unready.reply = { _ in Answers.offline }
    expect("fourth check", unready.run("fetch-decisions a").failure?.code, "network")

    var session = ScriptedSession.optedIn(rules: rules)
    session.start("fetch-decisions ' homeHero' '' product_recs 'homeHero ' --anchor SKU-3 &")
    expect("points of one request", session.askedPoints, [["homeHero", "product_recs"]])
    expect("notices", session.notices.contains("repeatedPoint"), true)
    expect("time of a fetch", session.timers.map(\.due), [session.now.advanced(by: .seconds(10))])
    session.answer(.decisions, DecisionAnswers.both)
    session.start("fetch-decisions homeHero product_recs --split --timeout 250ms &")
    expect("points of split requests", session.askedPoints.suffix(2), [["homeHero"], ["product_recs"]])
    expect("time that was said", session.timers.map(\.due), [session.now.advanced(by: .milliseconds(250))])
  }

  // MARK: Rule 12

  mutating func outcomeForEachPoint() {
    let empty = """
      {"personalizationId":"7a30","personalizationPointId":"9pp3","personalizationPointName":"quiet","attributes":{},"data":[]}
      """
    var session = ScriptedSession.optedIn(
      DecisionAnswers.entries(DecisionAnswers.recommendations, empty, requestId: "r-1"), rules: rules)
    expect("exit status", session.run("fetch-decisions Nowhere product_recs quiet").status, .success)
    expect("request id", session.text("personalization/requestId"), "r-1")
    expect(
      "personalizations in order",
      session.value("personalization/personalizations")?.array?.map { $0["personalizationPointName"] },
      ["product_recs", "quiet"])
    expect("outcome of a point with items", session.text("decisions/product_recs/outcome"), "content")
    expect("outcome of a point without anything", session.text("decisions/quiet/outcome"), "empty")
    expect("outcome of a point that is not there", session.text("decisions/Nowhere/outcome"), "missing")
    expect("items", session.value("decisions/product_recs/data")?.array?.count, 3)
    expect("id of a point that is not there", session.value("decisions/Nowhere/pointId"), .null)
  }

  // MARK: Rule 13

  mutating func cancellationIsNoError() {
    for (answer, kind, number) in [
      (Answers.failure(.other), "unknown", 0), (Answers.status(503), "network", 4), (Answers.offline, "network", 4),
      (Answers.json("[]"), "responseInvalid", 5), (Answers.failure(.timeout), "timeout", 6),
    ] as [(Answer, String, Int64)] {
      var session = ScriptedSession.optedIn(answer, rules: rules)
      let outcome = session.run("fetch-decisions homeHero")
      expect("status of \(kind)", outcome.status, .commandFailed)
      expect("code of \(kind)", outcome.failure?.code, kind)
      expect("kind of \(kind)", session.text("personalization/error/kind"), kind)
      expect("number of \(kind)", session.value("personalization/error/number"), .integer(number))
    }
    var session = ScriptedSession.optedIn(rules: rules)
    session.start("fetch-decisions homeHero &")
    session.run("cancel %1")
    expect("status of a cancelled fetch", session.outcome(ofJob: 1)?.status, .commandFailed)
    expect("code of a cancelled fetch", session.outcome(ofJob: 1)?.failure?.code, "cancelled")
    expect("error after a cancelled fetch", session.value("personalization/error"), .null)
    expect("requests in flight after it", session.inFlight.count, 0)
    expect("timers after it", session.timers.count, 0)
    session.start("fetch-decisions homeHero --timeout 3s")
    session.advance(by: .seconds(3))
    expect("error after the time", session.text("personalization/error/kind"), "timeout")
    expect("number after the time", session.value("personalization/error/number"), 6)
    expect("requests in flight after the time", session.inFlight.count, 0)
  }

  // MARK: Rule 14

  mutating func consentGate() {
    var session = session()
    expect("consent at start", session.text("personalization/consent"), "pending")
    let refused = session.run("fetch-decisions homeHero")
    expect("fetch while pending", refused.failure?.code, "consent")
    expect("hint while pending", refused.failure?.hint?.contains("consent opt-in"), true)
    session.run("consent opt-out")
    expect("fetch after opt-out", session.run("fetch-decisions homeHero").failure?.code, "consent")
    expect("engage after opt-out", session.run("engage view homeHero").failure?.code, "consent")
    expect("requests without consent", session.sent(to: .decisions).count, 0)
    expect("error without consent", session.value("personalization/error/number"), 2)

    session = .optedIn(rules: rules)
    session.run("fetch-decisions homeHero")
    expect("stale after a fetch", session.value("decisions/homeHero/stale"), false)
    session.run("consent opt-out")
    expect("stale after opt-out", session.value("decisions/homeHero/stale"), true)
    session.run("consent opt-in")
    expect("stale after opt-in", session.value("decisions/homeHero/stale"), true)
    expect("requests after changes of consent", session.sent(to: .decisions).count, 1)
    for change in ["sign-in user-one", "logout", "identity --device-id another-device"] {
      session.run("fetch-decisions homeHero")
      let count = session.sent(to: .decisions).count
      session.run(change)
      expect("stale after \(change)", session.value("decisions/homeHero/stale"), true)
      expect("requests after \(change)", session.sent(to: .decisions).count, count)
    }
    session.start("fetch-decisions homeHero &")
    session.run("consent opt-out")
    expect("requests in flight after opt-out", session.inFlight(to: .decisions).count, 0)
    expect("end of the fetch in flight", session.outcome(ofJob: 1)?.failure?.code, "consent")
  }
}

extension Answers {
  static func failure(_ kind: TransportFailure.Kind) -> Answer { .failure(TransportFailure(kind: kind)) }
}
