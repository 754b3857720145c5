import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// One check for each rule of product.md section 4: a walk through a session, and what in it broke the rule.
///
/// A check takes the rules in force, so that it can be shown to report something when its rule is taken away.
enum RuleChecks {
  static func violations(of rule: Rule, rules: Set<Rule> = Set(Rule.allCases)) -> [String] {
    var check = Check(rules: rules)
    switch rule {
    case .firstOpenRefreshes: check.firstOpenRefreshes()
    case .flagsOff: check.flagsOff()
    case .newRevisionHides: check.newRevisionHides()
    case .oneFetchAtATime: check.oneFetchAtATime()
    case .olderAnswersAreDiscarded: check.olderAnswersAreDiscarded()
    case .assignedIsExact: check.assignedIsExact()
    case .exposureIsDeduplicated: check.exposureIsDeduplicated()
    case .exportNeedsTheReport: check.exportNeedsTheReport()
    case .eventsNameTheirLayout: check.eventsNameTheirLayout()
    case .eventsKeepTheirIdentity: check.eventsKeepTheirIdentity()
    case .onlyExpandedHasDetails: check.onlyExpandedHasDetails()
    case .pointNamesAreTrimmed: check.pointNamesAreTrimmed()
    case .outcomeForEachPoint: check.outcomeForEachPoint()
    case .cancellationIsNoError: check.cancellationIsNoError()
    case .consentGate: check.consentGate()
    }
    return check.violations
  }
}

/// Collects what does not hold.
struct Check {
  let rules: Set<Rule>
  private(set) var violations: [String] = []

  init(rules: Set<Rule>) { self.rules = rules }

  mutating func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
    if found != expected { violations.append("\(what): found \(found), expected \(expected)") }
  }

  mutating func expect(_ what: String, _ holds: Bool) { if !holds { violations.append(what) } }

  func session(_ configuration: SessionConfiguration = ScriptedSession.configuration) -> ScriptedSession {
    ScriptedSession(configuration, rules: rules)
  }

  // MARK: Rule 0

  mutating func firstOpenRefreshes() {
    var session = session()
    expect("a new session's revision", session.value("flags/revision"), 0)
    expect("a new session's state", session.text("flags/state"), "notFetched")
    expect("a new session's layout", session.text("report/layout"), "compact")
    expect("a new session's source", session.text("report/source"), "fallback")
    expect("requests at launch", session.sent.count, 0)
    expect("exit status of the first open", session.run("open").status, .success)
    expect("requests of the first open", session.sent(to: .evaluation).count, 1)
    expect("revision after the first open", session.value("flags/revision"), 1)
    expect("layout after the first open", session.text("report/layout"), "expanded")
    session.run("close")
    session.run("open")
    expect("requests of a second open", session.sent(to: .evaluation).count, 1)
  }

  // MARK: Rule 1

  mutating func flagsOff() {
    for reason in FlagsOff.allCases {
      var configuration = ScriptedSession.configuration
      configuration.flagsOff = reason
      var session = session(configuration)
      let name = reason.rawValue
      expect("\(name): state", session.text("flags/state"), "off")
      expect("\(name): exit status of refresh", session.run("refresh").status, .commandFailed)
      expect("\(name): sign-in", session.run("sign-in user-one").status, .success)
      expect("\(name): user", session.text("identity/userId"), "user-one")
      expect("\(name): open", session.run("open").status, .success)
      expect("\(name): layout", session.text("report/layout"), "compact")
      expect("\(name): export", session.run("export").status, .success)
      expect("\(name): logout", session.run("logout").status, .success)
      expect("\(name): user after logout", session.value("identity/userId"), .null)
      session.run("flush")
      session.put(.leave)
      expect("\(name): tracked", session.eventTypes, [])
      expect("\(name): requests", session.sent.count, 0)
      expect("\(name): revision", session.value("flags/revision"), 0)
    }
  }

  // MARK: Rule 2

  mutating func newRevisionHides() {
    for command in ["refresh", "sign-in user-two", "logout", "identity --device-id another-device"] {
      var session = session()
      session.run("sign-in user-one")
      session.run("open")
      expect("the report before \(command)", session.text("report/layout"), "expanded")
      let before = session.value("flags/revision")?.integer ?? 0
      session.start("\(command) &")
      expect("revision after \(command)", session.value("flags/revision")?.integer, before + 1)
      expect("state while loading (\(command))", session.text("flags/state"), "loading")
      expect("visible while loading (\(command))", session.value("report/visible"), false)
      expect("layout while loading (\(command))", session.text("report/layout"), "compact")
      expect("source while loading (\(command))", session.text("report/source"), "fallback")
      expect("variants while loading (\(command))", session.value("flags/variants")?.object?.count, 0)
      for refused in ["open", "export"] {
        let outcome = session.run(refused)
        expect("\(refused) while loading (\(command))", outcome.status, .commandFailed)
        expect("hint of \(refused) while loading (\(command))", outcome.failure?.hint, "wait")
      }
      session.answer(.evaluation, Answers.layout("expanded"))
      expect("visible after loading (\(command))", session.value("report/visible"), true)
      expect("layout after loading (\(command))", session.text("report/layout"), "expanded")
    }
  }

  // MARK: Rule 3

  mutating func oneFetchAtATime() {
    var session = session()
    session.run("refresh")
    session.start("sign-in user-one &")
    session.start("refresh &")
    session.start("sign-in user-two &")
    expect("requests in flight", session.inFlight(to: .evaluation).count, 1)
    expect("timer of a fetch", session.timers.map(\.due), [session.now.advanced(by: .seconds(5))])
    expect("variants before an answer", session.value("flags/variants")?.object?.count, 0)
    session.answer(.evaluation, Answers.status(503))
    expect("requests after the first answer", session.inFlight(to: .evaluation).count, 1)
    expect("the remembered request's user", session.inFlight.first?.identity.userId, "user-two")
    session.put(.answer(request: 1, Answers.layout("control")))
    session.put(.answer(request: 99, Answers.layout("control")))
    expect("state after answers for nothing in flight", session.text("flags/state"), "loading")
    session.answer(.evaluation, Answers.status(503))
    expect("requests altogether, with no retry", session.sent(to: .evaluation).count, 3)
    session.start("refresh &")
    session.advance(by: .seconds(5))
    expect("reason after five seconds", session.text("flags/reason"), "timeout")
    expect("requests in flight after a timeout", session.inFlight.count, 0)
  }

  // MARK: Rule 4

  mutating func olderAnswersAreDiscarded() {
    var session = session()
    session.run("open")
    session.start("sign-in user-one &")
    session.start("logout &")
    let older = session.inFlight.first?.id ?? 0
    let tracked = session.events.count
    session.answer(older, Answers.layout("expanded", experiment: "exp-1"))
    expect("state after the older answer", session.text("flags/state"), "loading")
    expect("layout after the older answer", session.text("report/layout"), "compact")
    expect("variants after the older answer", session.value("flags/variants")?.object?.count, 0)
    expect("events after the older answer", session.events.count, tracked)
    expect("fate of the older answer", session.text("requests/1/fate"), "discarded")
    expect("requests that follow", session.inFlight(to: .evaluation).map(\.identity.userId), [nil])
    session.answer(.evaluation, Answers.layout("control"))
    expect("layout for the current identity", session.text("report/layout"), "compact")
    expect("state for the current identity", session.text("flags/state"), "assigned")
    expect(
      "variants exposed", session.events.filter { $0["type"] == "$exposure" }.map { $0["properties"]?["variant"] },
      ["expanded", "control"])
  }

  // MARK: Rule 5

  mutating func assignedIsExact() {
    /// The flag's entry, and the layout it assigns or the reason why it assigns none.
    let cases: [(entry: String, assigned: String?, reason: String?)] = [
      (#"{"key":"control","value":"control"}"#, "compact", nil),
      (#"{"key":"expanded","value":"expanded"}"#, "expanded", nil),
      (#"{"value":"expanded"}"#, "expanded", nil),
      (#"{"key":"treatment","value":"expanded","metadata":{"default":"true"}}"#, "expanded", nil),
      (#"{"key":"treatment","value":"expanded","metadata":{"default":false}}"#, "expanded", nil),
      (#"{"key":"grid","value":"grid"}"#, nil, "unknownValue"),
      (#"{"key":"expanded","value":"Expanded"}"#, nil, "unknownValue"),
      (#"{"key":"expanded","value":" expanded"}"#, nil, "unknownValue"),
      (#"{"key":"expanded","value":"compact"}"#, nil, "unknownValue"),
      (#"{"key":"expanded","value":""}"#, nil, "unknownValue"),
      (#"{"key":"expanded"}"#, nil, "noValue"),
      (#"{"key":"expanded","value":1}"#, nil, "noValue"),
      (#"{"key":"off","metadata":{"default":true}}"#, nil, "defaultVariant"),
      (#"{"key":"control","value":"control","metadata":{"default":true}}"#, nil, "defaultVariant"),
      (#"{"key":"expanded","value":"expanded","metadata":{"default":true}}"#, nil, "defaultVariant"),
      ("null", nil, "absent"),
    ]
    for (entry, assigned, reason) in cases {
      var session = session()
      session.start("refresh &")
      session.answer(.evaluation, Answers.json(#"{"report-layout":\#(entry),"other":{"value":"expanded"}}"#))
      expect("state for \(entry)", session.text("flags/state"), assigned == nil ? "fallback" : "assigned")
      expect("reason for \(entry)", session.text("flags/reason"), reason)
      expect("layout for \(entry)", session.text("report/layout"), assigned ?? "compact")
      expect("source for \(entry)", session.text("report/source"), assigned == nil ? "fallback" : "assignment")
    }
  }

  // MARK: Rule 6

  mutating func exposureIsDeduplicated() {
    var session = session()
    session.reply = { Answers.usual(for: $0, layout: "control") }
    session.run("open")
    session.run("open")
    expect("events of an opened report", session.eventTypes, ["$exposure", "Report Previewed"])
    session.run("close")
    session.run("open")
    session.run("refresh")
    expect("exposures of one variant", exposures(session), 1)
    expect("previews of three appearances", session.eventTypes.filter { $0 == "Report Previewed" }.count, 3)
    expect("reasons", session.suppressed.map { $0["reason"] }, ["deduplicated", "deduplicated"])
    // The same account confirmed again is no change of either id.
    session.run("sign-in user-one")
    expect("exposures after a change of the user id", exposures(session), 2)
    session.run("sign-in user-one")
    expect("exposures after the same user id", exposures(session), 2)
    session.run("identity --device-id other-device")
    expect("exposures after a change of the device id", exposures(session), 3)
    // Only the last exposure counts: the variant that was there before is exposed again.
    session.reply = { Answers.usual(for: $0, layout: "expanded") }
    session.run("refresh")
    session.reply = { Answers.usual(for: $0, layout: "control") }
    session.run("refresh")
    expect("exposures after another variant and back", exposures(session), 5)
    session.reply = { _ in Answers.layout("control", experiment: "exp-2") }
    session.run("refresh")
    expect("exposures after a new experiment key", exposures(session), 6)
    for (index, type) in session.eventTypes.enumerated() where type == "$exposure" {
      expect("what follows an exposure", session.eventTypes[index + 1], "Report Previewed")
    }
  }

  private func exposures(_ session: ScriptedSession) -> Int { session.eventTypes.filter { $0 == "$exposure" }.count }

  // MARK: Rule 7

  mutating func exportNeedsTheReport() {
    var session = session()
    expect("export without a report", session.run("export").status, .commandFailed)
    session.run("refresh")
    expect("export without an open report", session.run("export").status, .commandFailed)
    expect("tracked without a report", session.eventTypes, [])
    session.run("open")
    expect("export of the open report", session.run("export").status, .success)
    session.start("refresh &")
    expect("export while loading", session.run("export").status, .commandFailed)
    session.answer(.evaluation, Answers.layout("expanded"))
    session.run("close")
    expect("export of a closed report", session.run("export").status, .commandFailed)
    expect("exports", session.eventTypes.filter { $0 == "Report Exported" }.count, 1)
  }

  // MARK: Rule 8

  mutating func eventsNameTheirLayout() {
    for (answer, layout, source) in [
      (Answers.layout("expanded"), "expanded", "assignment"), (Answers.layout("control"), "control", "assignment"),
      (Answers.layout("grid"), "control", "fallback"), (Answers.status(500), "control", "fallback"),
    ] {
      var session = session()
      session.reply = { _ in answer }
      session.run("open")
      session.run("export")
      session.run("variant report-layout")
      session.run("sign-in user-one")
      let business: JSONValue = [
        "days": 7, "layout": .string(layout), "layout_source": .string(source), "platform": "iOS",
        "report_type": "usage",
      ]
      for event in session.events where event["type"] != "$exposure" {
        expect("properties of \(event["type"]?.string ?? "")", event["properties"], business)
      }
      expect(
        "types of events", session.eventTypes.filter { $0 != "$exposure" },
        ["Report Previewed", "Report Exported", "Report Previewed"])
    }
  }

  // MARK: Rule 9

  mutating func eventsKeepTheirIdentity() {
    var session = session()
    session.run("open")
    let first = session.text("identity/deviceId")
    session.run("sign-in user-one")
    session.run("export")
    session.run("logout")
    let last = session.text("identity/deviceId")
    expect("deliveries before a flush", Set(session.deliveries), ["queued"])
    expect("uploads before a flush", session.sent(to: .analytics).count, 0)
    session.start("flush &")
    session.answer(.analytics, Answers.offline)
    expect("deliveries after a failed upload", Set(session.deliveries), ["queued"])
    session.start("flush &")
    let uploads = session.sent(to: .analytics).map(\.request)
    let users: [String?] = [nil, nil, "user-one", "user-one", "user-one", nil, nil]
    let devices = [first, first, first, first, first, last, last]
    expect("uploads", uploads.count, 2)
    for upload in uploads {
      expect("users of the upload", Uploaded.texts(upload, "user_id"), users)
      expect("devices of the upload", Uploaded.texts(upload, "device_id"), devices)
      expect(
        "insert ids of the upload", Uploaded.texts(upload, "insert_id"), session.events.map { $0["insertId"]?.string })
    }
    session.answer(.analytics, Answers.accepted(7))
    expect("deliveries after an upload", Set(session.deliveries), ["sent"])
    session.run("flush")
    expect("uploads of nothing", session.sent(to: .analytics).count, 2)
  }

  // MARK: Rule 10

  mutating func onlyExpandedHasDetails() {
    var session = session()
    session.run("open")
    expect("total", session.value("report/total"), 84)
    expect("average of expanded", session.value("report/average"), 12)
    expect("most active day of expanded", session.value("report/mostActiveDay"), "Tuesday")
    session.start("refresh &")
    expect("average while loading", session.value("report/average"), nil)
    session.answer(.evaluation, Answers.layout("control"))
    expect("total of compact", session.value("report/total"), 84)
    expect("average of compact", session.value("report/average"), nil)
    expect("most active day of compact", session.value("report/mostActiveDay"), nil)
    session.run("override report-layout expanded")
    expect("average of an override", session.value("report/average"), 12)
    session.run("close")
    expect("average of a closed report", session.value("report/average"), nil)
  }
}
