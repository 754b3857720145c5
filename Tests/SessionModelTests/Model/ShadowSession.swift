import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// A second, much simpler idea of what a session must do, written from product.md section 4 and not from the reducer:
/// it is told what goes in, and compares what comes out.
struct ShadowSession {
  struct Event: Equatable {
    var type: String
    var user: String?
    var device: String
    var insertId: String
  }

  /// What an appearance or an export must bring out.
  struct Expected: Equatable {
    var type: String
    /// nil when it is tracked.
    var reason: String?
    /// Set for an exposure that is tracked or de-duplicated.
    var variant: String?
    var experiment: String?
  }

  var user: String?
  var device: String
  var properties: [(name: String, value: String)] = []
  var knownDevices: Set<String>

  var revision = 0
  var fetch: (request: Int, revision: Int, timer: Int)?
  var isPending = false
  var meaning: FetchCase.Meaning?
  var variants: [String] = []
  var isOff = false
  var isOpen = false
  var override: String?
  var lastExposure: (name: String, experiment: String?)?

  var tracked: [Event] = []
  /// Indexes of tracked events that were neither accepted nor refused, in order.
  var waiting: [Int] = []
  var acceptedCounts: [Int: Int] = [:]
  /// Indexes of tracked events that wait for another key.
  var parked: [Int] = []
  var isKeyRefused = false
  var upload: (request: Int, events: [Int], timer: Int)?
  /// Whether an upload may begin now.
  var mayUpload = false
  /// Whether the thirtieth event that waits has just been tracked.
  private var isUploadDue = false
  var hasBegunToLeave = false

  var expected: [Expected] = []
  var expectsFetch = false
  private(set) var violations: [String] = []

  init(device: String) {
    self.device = device
    knownDevices = [device]
  }

  var isLoading: Bool { isPending || fetch != nil }

  mutating func expect(_ what: String, _ holds: Bool) { if !holds { violations.append(what) } }

  mutating func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
    if found != expected { violations.append("\(what): found \(found), expected \(expected)") }
  }

  // MARK: What happens

  mutating func changeIds(user newUser: String?, device newDevice: String) {
    if user != newUser || device != newDevice { lastExposure = nil }
    user = newUser
    device = newDevice
    variants = []
    if !isOff { beginRevision() }
  }

  mutating func beginRevision() {
    revision += 1
    meaning = nil
    variants = []
    isPending = true
    fetchIfPossible()
  }

  private mutating func fetchIfPossible() { if isPending && fetch == nil { expectsFetch = true } }

  mutating func open() {
    guard !isLoading, !isOpen else { return }
    isOpen = true
    if meaning == nil && !isOff { beginRevision() } else { appear() }
  }

  mutating func export() {
    guard isOpen, !isLoading else { return }
    let reason: String? = isOff ? "flagsOff" : override != nil ? "override" : nil
    expected.append(Expected(type: "Report Exported", reason: reason))
  }

  mutating func fetchEnded(_ outcome: FetchCase.Meaning, variants: [String]) {
    guard let ended = fetch else { return }
    fetch = nil
    if ended.revision == revision {
      meaning = outcome
      self.variants = variants
      if isOpen { appear() }
    }
    fetchIfPossible()
  }

  /// The current revision is given up.
  mutating func fetchCancelled() {
    guard isLoading else { return }
    fetch = nil
    isPending = false
    meaning = .fallback("cancelled")
    if isOpen { appear() }
  }

  mutating func configured(_ isConfigured: Bool) {
    if isConfigured {
      isKeyRefused = false
      waiting = (waiting + parked).sorted()
      parked = []
    }
    guard isConfigured == isOff else { return }
    isOff = !isConfigured
    if isLoading && isOpen {
      fetch = nil
      isPending = false
      appear()
    }
    fetch = nil
    isPending = false
    meaning = nil
    variants = []
    lastExposure = nil
  }

  private mutating func appear() {
    guard !hasBegunToLeave else { return }
    if isOff || override != nil {
      let reason = isOff ? "flagsOff" : "override"
      expected.append(Expected(type: "$exposure", reason: reason))
      expected.append(Expected(type: "Report Previewed", reason: reason))
      return
    }
    if case .assigned(_, let name, let experiment) = meaning {
      let isKnown = lastExposure.map { $0.name == name && $0.experiment == experiment } ?? false
      expected.append(
        Expected(
          type: "$exposure", reason: isKnown ? "deduplicated" : nil, variant: name, experiment: experiment))
      lastExposure = (name, experiment)
    } else {
      expected.append(Expected(type: "$exposure", reason: "notAssigned"))
    }
    expected.append(Expected(type: "Report Previewed"))
  }

  mutating func uploadEnded(_ outcome: UploadCase) {
    guard let ended = upload else { return }
    upload = nil
    for index in outcome.accepted { acceptedCounts[ended.events[index], default: 0] += 1 }
    let gone = Set((outcome.accepted + outcome.refused).map { ended.events[$0] })
    waiting.removeAll { gone.contains($0) }
    if outcome.refusesKey {
      isKeyRefused = true
      parked += waiting
      waiting = []
    }
    mayUpload = outcome.goesOn
  }

  // MARK: What comes out

  /// Compares the outputs of one input with what was expected of it.
  mutating func compare(_ outputs: [Output], with session: Session) {
    var timerOwner: Service?
    for output in outputs {
      switch output {
      case .effect(.request(let id, let request)):
        timerOwner = request.service
        if request.service == .evaluation { fetchBegan(id, request) }
        if request.service == .analytics { uploadBegan(id, request) }
      case .effect(.startTimer(let id, let due)):
        if timerOwner == .evaluation {
          fetch?.timer = id
          expect("time for a fetch", due, session.now.advanced(by: .seconds(5)))
        }
        if timerOwner == .analytics { upload?.timer = id }
        timerOwner = nil
      case .effect(.cancelRequest(let id)):
        if upload?.request == id { upload = nil }
        expect("the fetch in flight is cancelled unasked", fetch?.request != id)
      case .ledger(let entry): compare(entry)
      default: break
      }
    }
    for missing in expected { violations.append("missing in the ledger: \(missing)") }
    expect("a fetch that should begin", expectsFetch, false)
    expect("an upload that should begin", isUploadDue, false)
    expected = []
    expectsFetch = false
    mayUpload = false
    compareState(session)
  }

  private mutating func fetchBegan(_ id: Int, _ request: HTTPRequest) {
    expect("two fetches in flight", fetch == nil)
    expect("a fetch nobody asked for", expectsFetch)
    expect("a fetch while flags are off", !isOff)
    expectsFetch = false
    isPending = false
    fetch = (id, revision, 0)
    var wanted: JSONObject = JSONObject()
    wanted["device_id"] = .string(device)
    wanted["library"] = "experiment-ios-client/1.20.1"
    if let user { wanted["user_id"] = .string(user) }
    if !properties.isEmpty {
      wanted["user_properties"] = .object(
        JSONObject(uniqueMembers: properties.map { JSONMember($0.name, .string($0.value)) }))
    }
    let header = request.header("X-Amp-Exp-User") ?? ""
    expect("the identity of a fetch", try? JSON.parse(header), .object(wanted))
  }

  private mutating func uploadBegan(_ id: Int, _ request: HTTPRequest) {
    expect("two uploads in flight", upload == nil)
    expect("an upload nobody asked for", mayUpload || isUploadDue)
    isUploadDue = false
    expect("an upload while flags are off", !isOff)
    let events = Uploaded.events(of: request)
    let indexes = Array(waiting.prefix(events.count))
    expect("an upload of nothing", !events.isEmpty)
    expect("events in an upload that wait", events.count, indexes.count)
    for (event, index) in zip(events, indexes) {
      expect("insert id", event["insert_id"]?.string, tracked[index].insertId)
      expect("type", event["event_type"]?.string, tracked[index].type)
      expect("user of an uploaded event", event["user_id"]?.string, tracked[index].user)
      expect("device of an uploaded event", event["device_id"]?.string, tracked[index].device)
    }
    upload = (id, indexes, 0)
  }

  private mutating func compare(_ entry: LedgerEntry) {
    guard let wanted = expected.first else {
      violations.append("unexpected in the ledger: \(entry.type), \(entry.fate)")
      return
    }
    expected.removeFirst()
    expect("type in the ledger", entry.type, wanted.type)
    expect("user in the ledger", entry.userId, user)
    expect("device in the ledger", entry.deviceId, device)
    if let variant = wanted.variant {
      expect("variant of an exposure", entry.properties["variant"]?.string, variant)
      expect("experiment key of an exposure", entry.properties["experiment_key"]?.string, wanted.experiment)
    }
    switch entry.fate {
    case .suppressed(let reason): expect("reason of \(entry.type)", reason.rawValue, wanted.reason ?? "tracked")
    case .tracked:
      expect("fate of \(entry.type)", wanted.reason, nil)
      let insertId = entry.insertId ?? ""
      expect("an insert id twice", !tracked.contains { $0.insertId == insertId })
      expect("sequence", entry.sequence, tracked.count + 1)
      waiting.append(tracked.count)
      tracked.append(Event(type: entry.type, user: entry.userId, device: entry.deviceId, insertId: insertId))
      let count = waiting.count - (upload?.events.count ?? 0)
      if upload == nil && count % 30 == 0 && !isKeyRefused { isUploadDue = true }
    }
  }

  private mutating func compareState(_ session: Session) {
    let flags = session.documentSection("flags")
    let report = session.documentSection("report")
    var state = "notFetched"
    var reason: String?
    var layout = "compact"
    var source = "fallback"
    if isOff {
      state = "off"
    } else if isLoading {
      state = "loading"
    } else if let meaning {
      switch meaning {
      case .assigned(let value, _, _):
        state = "assigned"
        source = "assignment"
        if value == "expanded" { layout = "expanded" }
      case .fallback(let why):
        state = "fallback"
        reason = why
      }
    }
    if let override {
      source = "override"
      layout = override == "expanded" ? "expanded" : "compact"
    }
    expect("flags.state", flags?["state"]?.string, state)
    expect("flags.reason", flags?["reason"]?.string, reason)
    expect("flags.revision", flags?["revision"]?.integer, Int64(revision))
    expect("flags.variants", flags?["variants"]?.object?.members.map(\.name).sorted() ?? [], variants)
    expect("report.open", report?["open"]?.bool, isOpen)
    expect("report.visible", report?["visible"]?.bool, isOpen && !isLoading)
    expect("report.layout", report?["layout"]?.string, layout)
    expect("report.source", report?["source"]?.string, source)
    expect("identity.userId", session.identity.userId, user)
    expect("identity.deviceId", session.identity.deviceId, device)
  }
}
