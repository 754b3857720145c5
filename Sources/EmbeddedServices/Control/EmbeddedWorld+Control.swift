import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// Requests to the world itself, under `/flagsh/` (product.md section 6).
extension EmbeddedWorld {
  mutating func answerWorldRequest(_ request: HTTPRequest, at now: Instant) -> HTTPResponse {
    guard request.method == "POST" else {
      return WorldFailure(status: 405, code: "badMethod", message: "the world takes POST only").response
    }
    do {
      let query = try WorldQuery(request.body)
      switch request.path {
      case "/flagsh/why": return .json(200, try why(query))
      case "/flagsh/profile": return .json(200, try profile(query, at: now))
      case "/flagsh/experiment": return .json(200, try experiment(query, at: now))
      case "/flagsh/world": return .json(200, try change(query, at: now))
      default: throw WorldFailure.absent("unknownPath", "the world has no \(request.path)")
      }
    } catch let failure as WorldFailure {
      return failure.response
    } catch {
      return .text(500, "Internal Server Error")
    }
  }

  // MARK: /flagsh/world

  /// Does what the action says; the answer describes the world afterwards.
  private mutating func change(_ query: WorldQuery, at now: Instant) throws(WorldFailure) -> JSONValue {
    let action = try query.text("action")
    switch action {
    case "show": break
    case "latency":
      let limit = Span.longestLatency.microseconds
      let latency = Span(microseconds: try query.integer("microseconds", in: 0...limit))
      services[try query.service()]?.latency = latency
    case "fault":
      let (service, fault) = (try query.service(), try fault(query))
      services[service]?.setFault(fault)
    case "clearFault":
      services[try query.service()]?.setFault(nil)
    case "hold":
      services[try query.service()]?.isHolding = true
    case "deliver":
      try deliver(query, at: now)
    case "flag":
      try setCondition(query)
    case "assign":
      try assign(query)
    case "configure":
      isConfigured = true
    case "unconfigure":
      isConfigured = false
    default:
      throw .unknown("action", action, code: "unknownAction", in: Self.actions)
    }
    return description(after: query)
  }

  private static let actions = [
    "show", "latency", "fault", "clearFault", "hold", "deliver", "flag", "assign", "configure", "unconfigure",
  ]

  private func fault(_ query: WorldQuery) throws(WorldFailure) -> Fault {
    let kind = try query.text("kind")
    let statuses = Int64(FaultKind.statuses.lowerBound)...Int64(FaultKind.statuses.upperBound)
    let status = kind == "status" ? Int(try query.integer("status", in: statuses)) : nil
    let times = try query.optionalInteger("times", in: 1...Int64(Int32.max))
    guard let fault = Fault(name: kind, status: status, remaining: times) else {
      throw .unknown("fault", kind, code: "unknownFault", in: Fault.kindNames)
    }
    return fault
  }

  /// Delivers the named answers, or all of them, and ends the hold of their services, or every hold. Nothing is
  /// delivered when one of the names is not held.
  private mutating func deliver(_ query: WorldQuery, at now: Instant) throws(WorldFailure) {
    var requests: [Int] = []
    for element in query.body["requests"]?.array ?? [] {
      guard let request = element.integer.map({ Int($0) }) else {
        throw .bad("badRequest", "\"requests\" holds something that is no request number")
      }
      guard held.contains(where: { $0.request == request }) else {
        let numbers = held.map { String($0.request) }.joined(separator: ", ")
        throw .absent(
          "notHeld", "request \(request) is not held",
          hint: held.isEmpty ? "no request is held" : "held: \(numbers)")
      }
      guard !requests.contains(request) else { throw .bad("badRequest", "request \(request) is named twice") }
      requests.append(request)
    }
    if requests.isEmpty {
      for service in Service.ofTheApp { services[service]?.isHolding = false }
      requests = held.map(\.request)
    } else {
      for answer in held where requests.contains(answer.request) { services[answer.service]?.isHolding = false }
    }
    deliver(requests, at: now)
  }

  private mutating func setCondition(_ query: WorldQuery) throws(WorldFailure) {
    let entry = try flag(try query.text("key"))
    let name = try query.text("condition")
    var condition = WorldFlags.Condition()
    switch name {
    case "active": break
    case "inactive": condition.isActive = false
    case "undeployed": condition.isDeployed = false
    case "absent": condition.isInDeployment = false
    default:
      throw .unknown("condition", name, code: "unknownCondition", in: ["active", "inactive", "undeployed", "absent"])
    }
    do {
      _ = try flags.setCondition(condition, of: entry.key)
    } catch {
      throw .bad(error.code, error.message, hint: error.hint)
    }
  }

  private mutating func assign(_ query: WorldQuery) throws(WorldFailure) {
    let key = try query.text("key")
    let userId = try query.text("userId")
    let variant = try query.text("variant")
    try check(assignmentOf: variant, to: userId, in: try flag(key))
    _ = flags.assign(variant, toUser: userId, in: key)
  }

  private func check(
    assignmentOf variant: String, to userId: String, in entry: WorldFlags.Entry
  ) throws(WorldFailure) {
    guard !userId.isEmpty else { throw .bad("badRequest", "the user id is empty") }
    let names = entry.document["variants"]?.object?.members.map(\.name) ?? []
    guard names.contains(where: { $0.isExactly(variant) }) else {
      throw .unknown("variant", variant, code: "unknownVariant", in: names)
    }
  }

  /// The flag of this key.
  func flag(_ key: String) throws(WorldFailure) -> WorldFlags.Entry {
    guard let entry = flags.entry(key) else {
      throw .unknown("flag", key, code: "unknownFlag", in: flags.keys)
    }
    return entry
  }

  /// What was asked for, what the world's contract says about it now, whether a client can be made, and why not.
  private func description(after query: WorldQuery) -> JSONValue {
    let flagsOff =
      isConfigured
      ? FlagsOff.judge(apiKey: file.apiKey, deploymentKey: file.deploymentKey, region: file.region) : .unconfigured
    return [
      "changed": query.body, "configured": .bool(flagsOff == nil), "contract": contract(after: query),
      "flagsOff": JSONValue(flagsOff?.rawValue),
    ]
  }
}
