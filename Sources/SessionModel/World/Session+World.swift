import CommandLanguage
import ServiceMessages
import TextFormats
import Vocabulary

/// Questions that only the world can answer (product.md section 6): asked by requests under `/flagsh/`.
extension Session {
  mutating func ask(_ command: RunningCommand, _ question: WorldQuestion, _ body: JSONValue) {
    guard configuration.world == .embedded else {
      return finish(
        command,
        failing: Diagnostic(
          code: "embeddedOnly", message: "\(command.name) needs the embedded world",
          hint: Self.liveHint(question)))
    }
    let request = send(WorldRequest.build(question.rawValue, body))
    suspend(command, until: .world(request: request, question))
  }

  mutating func ask(_ command: RunningCommand, _ world: WorldCommand) {
    if configuration.world == .live, world == .show { return finish(command, .world("world", liveContract)) }
    ask(command, .world, Self.body(of: world))
  }

  private static func body(of world: WorldCommand) -> JSONValue {
    switch world {
    case .show: ["action": "show"]
    case .latency(let service, let span):
      ["action": "latency", "microseconds": .integer(span.microseconds), "service": .string(service.rawValue)]
    case .fault(let service, let kind, let times):
      [
        "action": "fault", "kind": .string(kind.word), "service": .string(service.rawValue),
        "status": JSONValue(kind.status), "times": JSONValue(times),
      ]
    case .clearFault(let service): ["action": "clearFault", "service": .string(service.rawValue)]
    case .hold(let service): ["action": "hold", "service": .string(service.rawValue)]
    case .deliver(let requests):
      ["action": "deliver", "requests": .array(requests.map { .integer(Int64($0)) })]
    case .flag(let key, let condition):
      ["action": "flag", "condition": .string(condition.rawValue), "key": .string(key)]
    case .assign(let key, let userId, let variant):
      ["action": "assign", "key": .string(key), "userId": .string(userId), "variant": .string(variant)]
    case .configure: ["action": "configure"]
    case .unconfigure: ["action": "unconfigure"]
    }
  }

  /// Takes the world's answer to a question; false when the request is another's.
  mutating func takeWorldAnswer(_ answer: Answer, for request: Int) -> Bool {
    guard let operation = operations[.request(request)], case .world(_, let question) = operation.awaited else {
      return false
    }
    operations.remove(command: operation.command)
    switch WorldRequest.read(answer) {
    case .failure(let failure):
      conclude(operation, Ending(status: .commandFailed, failure: failure))
    case .success(let body):
      if question == .world {
        takeConfiguration(body)
        if body["configured"]?.bool == true { retryRefusedKey() }
      }
      if question == .profile { ledger.markProcessed(insertIds: Self.insertIds(body)) }
      conclude(operation, Ending(result: .world(question.rawValue, question == .why ? explained(body) : body)))
    }
    return true
  }

  /// The world's trace with what only the session knows: where the flag's value came from, and whether it counts.
  private func explained(_ body: JSONValue) -> JSONValue {
    guard var members = body.object, let flag = body["flag"]?.string else { return body }
    members["session"] = knowledge(of: flag)
    return .object(members)
  }

  func knowledge(of flag: String) -> JSONValue {
    let fetched = flags.cached(flag)
    let override = flags.overridden(flag)
    return [
      "fetched": fetched?.document ?? .null, "flag": .string(flag), "override": JSONValue(override),
      "revision": .integer(Int64(flags.revision)), "user": EvaluationRequest.user(identity),
      "verdict": .string(verdict(flag, fetched, isOverridden: override != nil)),
    ]
  }

  /// Why a flag's value counts as assigned or not, as a code.
  private func verdict(_ flag: String, _ fetched: Variant?, isOverridden: Bool) -> String {
    if isOverridden { return LayoutSource.override.rawValue }
    let view = flagsView
    if flag.isExactly(configuration.reportFlagKey) || view.state != .assigned && view.state != .fallback {
      return view.reason?.rawValue ?? view.state.rawValue
    }
    guard let fetched else { return FallbackReason.absent.rawValue }
    return fetched.isDefault ? FallbackReason.defaultVariant.rawValue : FlagsView.State.assigned.rawValue
  }

  /// `world configure` and `unconfigure` give the app its keys or take them: a client is made anew.
  private mutating func takeConfiguration(_ body: JSONValue) {
    guard let configured = body["configured"]?.bool, configured != (flagsOff == nil) else { return }
    // Off first: a report that comes up because nothing loads any more must find flags off (rule 1).
    flagsOff = configured ? nil : body["flagsOff"]?.string.flatMap(FlagsOff.init(rawValue:)) ?? .unconfigured
    cancelFetch()
    flags.settlement = nil
    flags.cache = []
    flags.isStale = false
    exposures.forget()
  }

  /// The app has been given its keys: events that one was refused for wait again.
  private mutating func retryRefusedKey() {
    uploads.isKeyRefused = false
    unpark { $0.reason == .keyRefused }
  }

  private static func insertIds(_ profile: JSONValue) -> Set<String> {
    Set((profile["events"]?.array ?? []).compactMap { $0["insertId"]?.string })
  }
}
