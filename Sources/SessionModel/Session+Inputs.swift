import CommandLanguage
import ServiceMessages
import TextFormats
import Vocabulary

/// What each kind of input sets off; the handlers stand in the folders by topic.
extension Session {
  mutating func take(_ answer: Answer, for request: Int) {
    _ =
      takeFetchAnswer(answer, for: request) || takeUploadAnswer(answer, for: request)
      || takeDecisionsAnswer(answer, for: request) || takeWorldAnswer(answer, for: request)
  }

  mutating func take(timer id: Int) {
    if takeFetchTimer(id) || takeUploadTimer(id) || takeDecisionsTimer(id) || takeDepartureTimer(id) { return }
    guard let operation = operations.remove(.timer(id)) else { return }
    conclude(operation, Ending(result: .nothing))
  }

  mutating func take(command text: String, at place: SourcePlace) {
    commandCount += 1
    do throws(Diagnostic) {
      let parsed = try CommandParser.parse(text, place: place)
      let running = RunningCommand(
        number: commandCount, name: parsed.name, text: Self.bare(text, parsed), expectsFailure: parsed.expectsFailure,
        inBackground: parsed.inBackground)
      guard !isAwaiting, departure == .staying else {
        return finish(
          running, failing: Diagnostic(code: "busy", message: "an earlier command is still waiting", place: place))
      }
      perform(parsed.command, as: running)
    } catch {
      let status: ExitStatus = Self.textFaults.contains(error.code) ? .badText : .usage
      outputs.append(.outcome(Outcome(command: commandCount, name: nil, status: status, failure: error)))
    }
  }

  /// The parser's codes for a text that is no statement at all, as opposed to a wrong one (product.md, exit status 3).
  private static let textFaults = ["badStatement", "controlCharacter", "unbalancedQuote"]

  private mutating func perform(_ command: Command, as running: RunningCommand) {
    switch command {
    case .signIn(let userId): signIn(running, userId: userId)
    case .logout: logout(running)
    case .identity: finish(running, .identity(identityView))
    case .setDeviceId(let deviceId): setDeviceId(running, deviceId)
    case .property(let changes): change(running, changes)
    case .refresh: refresh(running)
    case .variants: finish(running, .variants(variantsView))
    case .variant(let key): showVariant(running, key)
    case .override(let key, let variant): override(running, key, variant)
    case .clearOverride(let key): clearOverride(running, key)
    case .open: open(running)
    case .close: close(running)
    case .export: export(running)
    case .events(let last): finish(running, .ledger(Self.tail(ledger.tracked, last)))
    case .suppressed: finish(running, .ledger(ledger.suppressed))
    case .flush: flush(running)
    case .outbox(.list): list(outbox: running)
    case .outbox(.send(let insertIds)): send(outbox: running, insertIds)
    case .outbox(.discard(let insertIds)): discard(outbox: running, insertIds)
    case .requests(let last): finish(running, .requests(Self.tail(exchanges.exchanges, last)))
    case .consent: finish(running, .consent(personalizationView))
    case .setConsent(let consent): setConsent(running, consent)
    case .fetchDecisions(let wanted): fetchDecisions(running, wanted)
    case .decisions(let point, let path): showDecisions(running, point, path)
    case .engage(let action, let point, let index): engage(running, action, point, index)
    case .jobs: finish(running, .jobs(jobs.jobs))
    case .wait(let target): wait(running, for: target)
    case .cancel(let job): cancel(running, job: job)
    case .why(let key, let wanted): why(running, key, wanted: wanted)
    case .profile(let deviceId):
      ask(running, .profile, ["deviceId": .string(deviceId ?? identity.deviceId)])
    case .experiment(let key): ask(running, .experiment, ["flag": JSONValue(key)])
    case .world(let world): ask(running, world)
    case .expect(let expectation): expect(running, expectation)
    case .status(let all): finish(running, all ? .document(document) : .state(stateView))
    case .echo(let text): finish(running, .text(text))
    case .help(let topic): help(running, topic)
    case .record, .stopRecording, .output, .history, .quit: askShell(command, as: running)
    case .source(let file):
      // Scripts are expanded before the session; only a transcript made by other means can bring this here.
      finish(running, failing: Diagnostic(code: "notHere", message: "source \(file) is expanded before the session"))
    }
  }

  private mutating func askShell(_ command: Command, as running: RunningCommand) {
    let request: ShellRequest? =
      switch command {
      case .record(let file): .record(file: file)
      case .stopRecording: .stopRecording
      case .output(let form): .output(form)
      case .history(let request): .history(request)
      case .quit(let code): .quit(code: code)
      default: nil
      }
    if let request { outputs.append(.effect(.shell(request))) }
    finish(running, .nothing)
  }

  /// The command without the `!` before it and the `&` behind it.
  private static func bare(_ text: String, _ parsed: ParsedCommand) -> String {
    guard parsed.expectsFailure || parsed.inBackground else { return text }
    var bytes = text.utf8[...]
    func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    if parsed.inBackground { bytes.removeLast() }
    if parsed.expectsFailure { bytes.removeFirst() }
    while isBlank(bytes.first) { bytes.removeFirst() }
    while isBlank(bytes.last) { bytes.removeLast() }
    return String(bytes) ?? text
  }

  static func tail<Element>(_ list: [Element], _ last: Int?) -> [Element] {
    last.map { Array(list.suffix($0)) } ?? list
  }
}
