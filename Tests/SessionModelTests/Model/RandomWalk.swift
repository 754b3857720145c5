import ServiceMessages
import SessionModel
import TestSupport
import TextFormats
import Vocabulary

/// A session under random commands, answers, timers and interrupts, beside its shadow.
struct RandomWalk {
  private var random: SeededGenerator
  private var session: ScriptedSession
  private var shadow: ShadowSession
  private let seed: UInt64
  /// Every other walk leaves uploading to the thirtieth event.
  private let flushes: Bool
  private var steps: [String] = []
  /// What each running operation waits for; under 0 the one in the foreground.
  private var operations: [Int: Awaited] = [:]
  /// Requests to the world itself: whether they configure.
  private var questions: [Int: Bool] = [:]
  private var endedJobs: Set<Int> = []
  private var commandCount = 0
  private var endedCommands: Set<Int> = []

  private enum Awaited: Equatable {
    case revision(Int)
    case upload, other
  }

  /// What was found, with the seed and the last steps; empty when all held.
  static func violations(seed: UInt64, steps: Int, rules: Set<Rule> = Set(Rule.allCases)) -> [String] {
    var walk = RandomWalk(seed: seed, rules: rules)
    for _ in 0..<steps {
      walk.step()
      if !walk.found.isEmpty { return walk.report }
    }
    walk.end()
    return walk.found.isEmpty ? [] : walk.report
  }

  private init(seed: UInt64, rules: Set<Rule>) {
    self.seed = seed
    flushes = seed % 2 == 0
    random = SeededGenerator(seed: seed)
    session = ScriptedSession(rules: rules)
    shadow = ShadowSession(device: session.session.identity.deviceId)
  }

  private var found: [String] { shadow.violations }

  private var report: [String] {
    ["seed \(seed), after \(steps.count) steps: \(steps.suffix(25).joined(separator: " | "))"] + found
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func oneOf<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

  // MARK: Steps

  private mutating func step() {
    if chance(20) {
      session.moveTime(to: session.now.advanced(by: .milliseconds(.random(in: 1...900, using: &random))))
    }
    if session.session.isAwaiting {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: interrupt()
      case 1: answerNothing()
      case 2: fireTimer()
      default: if !answerAny() { fireTimer() }
      }
    } else if chance(60) {
      command()
    } else if chance(15) {
      answerNothing()
    } else if chance(10) {
      fireTimer()
    } else if !answerAny() {
      command()
    }
  }

  private mutating func take(_ step: String, _ outputs: [Output]) {
    steps.append(step)
    for outcome in ScriptedSession.outcomes(outputs) {
      if let job = outcome.job {
        shadow.expect("job %\(job) ends twice", endedJobs.insert(job).inserted)
        operations[job] = nil
      } else {
        shadow.expect("command \(outcome.command) ends twice", endedCommands.insert(outcome.command).inserted)
        if case .jobStarted(let job) = outcome.result {
          operations[job] = operations[0]
        }
        operations[0] = nil
      }
    }
    shadow.compare(outputs, with: session.session)
    let settlements = operations.values.filter { if case .revision = $0 { true } else { false } }
    if !shadow.isLoading { shadow.expect("commands that wait for a settled revision", settlements.count, 0) }
    if shadow.waiting.isEmpty {
      shadow.expect("commands that wait for no upload", operations.values.filter { $0 == .upload }.count, 0)
    }
    shadow.expect("whether a command waits", session.session.isAwaiting, operations[0] != nil)
  }

  private mutating func command() {
    let user = oneOf(["user-one", "user-two", "user-three"]) ?? ""
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<16:
      identityCommand("sign-in \(user)") { $0.changeIds(user: user, device: $0.device) }
    case 16..<23:
      guard shadow.user != nil else { return plain("logout") { _ in } }
      logout()
    case 23..<26:
      let device = "device-\(Int.random(in: 0..<3, using: &random))"
      identityCommand("identity --device-id \(device)") { $0.changeIds(user: $0.user, device: device) }
    case 26..<36:
      identityCommand("refresh") { if !$0.isOff { $0.beginRevision() } }
    case 36..<50: identityCommand("open") { $0.open() }
    case 50..<56: plain("close") { $0.isOpen = false }
    case 56..<68: plain("export") { $0.export() }
    case 68..<75: if flushes { flush() } else { plain("export") { $0.export() } }
    case 75..<79:
      let variant = oneOf(["expanded", "control", "grid"])
      plain("override report-layout \(variant ?? "grid")") { $0.override = variant }
    case 79..<82: plain("override --clear") { $0.override = nil }
    case 82..<85:
      let value = "v\(Int.random(in: 0..<3, using: &random))"
      plain("property plan=\(value)") { $0.properties = [("plan", value)] }
    case 85..<88: running("wait \(Int.random(in: 1...7_000, using: &random))ms", .other) { _ in }
    case 88..<91: running("wait", .other) { _ in }
    case 91..<95: cancelJob()
    case 95..<97: question(configures: !chance(30))
    default: plain("status") { _ in }
    }
  }

  /// A command that ends at once.
  private mutating func plain(_ text: String, _ effect: (inout ShadowSession) -> Void) {
    effect(&shadow)
    put(text, nil)
  }

  private mutating func running(_ text: String, _ awaited: Awaited, _ effect: (inout ShadowSession) -> Void) {
    effect(&shadow)
    put(text + (chance(60) ? " &" : ""), awaited)
  }

  private mutating func put(_ text: String, _ awaited: Awaited?) {
    commandCount += 1
    operations[0] = awaited ?? .other
    let outputs = session.start(chance(10) ? "! " + text : text)
    take(text, outputs)
  }

  private mutating func identityCommand(_ text: String, _ effect: (inout ShadowSession) -> Void) {
    let before = shadow.revision
    var changed = shadow
    effect(&changed)
    running(text, changed.revision > before ? .revision(changed.revision) : .other, effect)
  }

  private mutating func logout() {
    let text = "logout" + (chance(60) ? " &" : "")
    commandCount += 1
    let outputs = session.start(text)
    let device = session.session.identity.deviceId
    shadow.expect("the device id after a logout is new", shadow.knownDevices.insert(device).inserted)
    shadow.properties = []
    shadow.changeIds(user: nil, device: device)
    operations[0] = shadow.isOff ? .other : .revision(shadow.revision)
    take(text, outputs)
  }

  private mutating func flush() {
    shadow.mayUpload = !shadow.isOff && !shadow.isKeyRefused
    running("flush", .upload) { _ in }
  }

  private mutating func cancelJob() {
    guard let job = oneOf(operations.keys.sorted()) else { return }
    if operations[job] == .revision(shadow.revision) { shadow.fetchCancelled() }
    plain("cancel %\(job)") { _ in }
  }

  private mutating func question(configures: Bool) {
    running("world \(configures ? "configure" : "unconfigure")", .other) { _ in }
    if let id = session.sent.last?.id { questions[id] = configures }
  }

  private mutating func interrupt() {
    if operations[0] == .revision(shadow.revision) { shadow.fetchCancelled() }
    take("interrupt", session.put(.interrupt))
  }

  // MARK: The world

  /// An answer to a request that is not in flight: unknown, answered already or cancelled.
  private mutating func answerNothing() {
    let inFlight = Set(session.inFlight.map(\.id))
    let id = Int.random(in: -1...((session.sent.last?.id ?? 0) + 3), using: &random)
    guard !inFlight.contains(id), let other = oneOf(FetchCase.all) else { return }
    let outputs = session.answer(id, chance(50) ? other.answer : Answers.accepted(1))
    shadow.expect("an answer for nothing brings nothing out", outputs.isEmpty)
    take("stray answer \(id)", outputs)
  }

  private mutating func answerAny(heals: Bool = false) -> Bool {
    guard let chosen = oneOf(session.inFlight) else { return false }
    switch chosen.request.service {
    case .evaluation:
      guard let fetched = oneOf(FetchCase.all) else { return false }
      shadow.expect("the fetch in flight", shadow.fetch?.request, chosen.id)
      let isCurrent = shadow.fetch?.revision == shadow.revision
      shadow.fetchEnded(fetched.meaning, variants: fetched.variants)
      let name = isCurrent ? "answer" : "older answer"
      take("\(name) \(chosen.id) \(fetched.meaning)", session.answer(chosen.id, fetched.answer))
      let exchanges = session.session.documentSection("requests")?.array ?? []
      let exchange = exchanges.last { $0["id"]?.integer == Int64(chosen.id) }
      shadow.expect("fate of the answer", exchange?["fate"]?.string, isCurrent ? "used" : "discarded")
    case .analytics:
      let count = Uploaded.events(of: chosen.request).count
      var outcome = UploadCase.random(count: max(1, count), using: &random)
      if heals { outcome = UploadCase(answer: Answers.accepted(count), accepted: Array(0..<count)) }
      shadow.expect("the upload in flight", shadow.upload?.request, chosen.id)
      guard shadow.upload?.events.count == count else { return true }
      shadow.uploadEnded(outcome)
      if shadow.isOff { shadow.mayUpload = false }
      take("upload answer \(chosen.id) \(outcome.accepted.count) taken", session.answer(chosen.id, outcome.answer))
    case .world:
      let configures = questions[chosen.id] ?? true
      shadow.configured(configures)
      let body = configures ? #"{"configured":true}"# : #"{"configured":false,"flagsOff":"unconfigured"}"#
      take("world answer \(body)", session.answer(chosen.id, Answers.json(body)))
    case .decisions: return false
    }
    return true
  }

  private mutating func fireTimer() {
    guard let next = session.timers.min(by: { ($0.due, $0.id) < ($1.due, $1.id) }) else { return }
    session.moveTime(to: max(session.now, next.due))
    if shadow.fetch?.timer == next.id { shadow.fetchEnded(.fallback("timeout"), variants: []) }
    if shadow.upload?.timer == next.id { shadow.upload = nil }
    // The request of a timer that is due is given up, which the shadow has seen to already.
    take("timer \(next.id)", session.fire(next.id))
    if chance(20) {
      let outputs = session.put(.timer(id: session.cancelledTimers.last ?? 0))
      shadow.expect("a cancelled timer brings nothing out", outputs.isEmpty)
    }
  }

  // MARK: The end

  private mutating func end() {
    if chance(30) { return leave() }
    drain()
    if shadow.isOff || shadow.isKeyRefused {
      question(configures: true)
      drain()
    }
    for _ in 0..<3 where found.isEmpty {
      flush()
      drain()
    }
    guard found.isEmpty else { return }
    shadow.expect("events that still wait", shadow.waiting, [])
    for index in shadow.acceptedCounts.keys.sorted() {
      shadow.expect("how often event \(index + 1) was accepted", shadow.acceptedCounts[index], 1)
    }
    for (index, delivery) in session.deliveries.enumerated() {
      let isAccepted = shadow.acceptedCounts[index] == 1
      shadow.expect("delivery of event \(index + 1)", isAccepted == (delivery == "sent"))
    }
    shadow.expect("commands without an end", endedCommands.count, commandCount)
    shadow.expect("jobs that run", operations.count, 0)
    leave()
  }

  private mutating func drain() {
    while found.isEmpty, session.session.isAwaiting || !session.inFlight.isEmpty || !session.timers.isEmpty {
      if !answerAny(heals: true) { fireTimer() }
    }
  }

  private mutating func leave() {
    let tracked = session.events.count
    shadow.hasBegunToLeave = true
    shadow.fetchCancelled()
    shadow.mayUpload = !shadow.isOff
    for job in operations.keys where operations[job] != nil { operations[job] = .other }
    take("leave", session.put(.leave))
    shadow.expect("jobs that run after leaving", operations.count, 0)
    while found.isEmpty, !session.session.hasLeft { if !answerAny() { fireTimer() } }
    guard found.isEmpty else { return }
    shadow.expect("nothing is tracked on leaving", session.events.count, tracked)
    shadow.expect("nothing is in flight after leaving", session.inFlight.isEmpty && session.timers.isEmpty)
    shadow.expect("nothing is taken after leaving", session.start("open").isEmpty)
    shadow.expect("no answer is taken after leaving", session.put(.answer(request: 1, Answers.offline)).isEmpty)
  }
}
