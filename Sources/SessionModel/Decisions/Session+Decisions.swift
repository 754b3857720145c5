import CommandLanguage
import ServiceMessages
import TextFormats
import Vocabulary

/// Fetching decisions (product.md rules 11–13).
extension Session {
  /// `fetch-decisions`: the checks come in the order of rule 11.
  mutating func fetchDecisions(_ command: RunningCommand, _ wanted: FetchDecisions) {
    if configuration.world == .live && configuration.personalization.endpoint == nil {
      let error = DecisionsError(
        .initialization, "there is no endpoint for decisions",
        hint: "set PERSONALIZATION_ENDPOINT in the configuration")
      return failDecisions(command, error)
    }
    if let obstacle = consentObstacle { return failDecisions(command, obstacle) }
    let points = distinctPoints(wanted.points)
    guard !points.isEmpty else {
      return failDecisions(
        command, DecisionsError(.requestInvalid, "no point name is left", hint: "name at least one point"))
    }
    let timeout = wanted.timeout ?? DecisionsRequest.defaultTimeout
    guard timeout > .zero else {
      return failDecisions(
        command, DecisionsError(.requestInvalid, "the time for a fetch is more than nothing", hint: "--timeout 10s"))
    }
    let anchor = wanted.anchor.map { Anchor(id: $0.id.trimmingWhitespace, type: $0.type?.trimmingWhitespace) }
    if let type = anchor?.type { checkAnchorType(type) }
    let attributes = distinctAttributes(wanted.attributes)
    let parts = (wanted.isSplit ? points.map { [$0] } : [points]).map { names in
      DecisionsState.Fetch.Part(
        request: send(
          DecisionsRequest.build(
            points: names, individualId: identity.deviceId, dataspace: configuration.personalization.dataspace,
            anchor: anchor, attributes: attributes, isTest: configuration.personalization.isTestMode)),
        points: names)
    }
    personalization.fetchCount += 1
    let number = personalization.fetchCount
    personalization.fetches.append(
      DecisionsState.Fetch(
        number: number, timer: startTimer(after: timeout), identity: identity,
        requiresContent: wanted.requiresContent, parts: parts))
    suspend(command, until: .decisions(fetch: number))
  }

  /// Takes the answer to a request for decisions; false when the request is another's.
  mutating func takeDecisionsAnswer(_ answer: Answer, for request: Int) -> Bool {
    guard let fetch = personalization.fetches[request: request],
      let part = fetch.parts.firstIndex(where: { $0.request == request && !$0.isSettled })
    else { return false }
    let isCurrent = fetch.identity.hasSameIds(as: identity)
    var settled = fetch.parts[part]
    do throws(DecisionsError) {
      settled.response = try DecisionsResponse(answer, host: configuration.personalization.endpoint)
    } catch {
      settled.error = error
    }
    let isOvertaken =
      settled.response.map { response in
        let points = settled.points + response.decisions.map(\.point.name)
        return personalization.isOvertaken(fetch: fetch.number, points: points)
      } ?? false
    let fate: Exchange.Fate = isCurrent && !isOvertaken ? .used : .discarded
    exchanges.end(request, Exchange.Ending(answer), fate: fate, at: now)
    personalization.fetches.update(fetch.number) { $0.parts[part] = settled }
    if let fetch = personalization.fetches[fetch.number], fetch.parts.allSatisfy(\.isSettled) {
      cancelTimer(fetch.timer)
      personalization.fetches.remove(fetch.number)
      settle(fetch)
    }
    return true
  }

  /// Gives up a fetch whose time is over; false when the timer is another's.
  mutating func takeDecisionsTimer(_ timer: Int) -> Bool {
    guard var fetch = personalization.fetches[timer: timer] else { return false }
    personalization.fetches.remove(fetch.number)
    for part in fetch.parts.indices where !fetch.parts[part].isSettled {
      outputs.append(.effect(.cancelRequest(id: fetch.parts[part].request)))
      exchanges.end(fetch.parts[part].request, .failure(.timeout), fate: .cancelled, at: now)
      fetch.parts[part].error = DecisionsError(
        .timeout, "no answer in time", hint: "--timeout DURATION gives it longer", isRetryable: true)
    }
    settle(fetch)
    return true
  }

  /// Ends a fetch without an answer and without an error: cancellation is none (rule 13).
  mutating func cancelDecisions(fetch number: Int) {
    guard let fetch = personalization.fetches.remove(number) else { return }
    withdraw(fetch)
    if !enforces(.cancellationIsNoError) { personalization.error = DecisionsError(.unknown, "cancelled") }
  }

  /// Ends all fetches in flight for the same reason.
  mutating func giveUpDecisions(_ error: DecisionsError) {
    for var fetch in personalization.fetches.all {
      withdraw(fetch)
      for part in fetch.parts.indices { (fetch.parts[part].response, fetch.parts[part].error) = (nil, error) }
      personalization.fetches.remove(fetch.number)
      settle(fetch)
    }
  }

  private mutating func withdraw(_ fetch: DecisionsState.Fetch) {
    cancelTimer(fetch.timer)
    for part in fetch.parts where !part.isSettled { cancelRequest(part.request) }
  }

  // MARK: Ending

  /// Ends a fetch all of whose requests are settled, and the command that waits for it.
  private mutating func settle(_ fetch: DecisionsState.Fetch) {
    let error = fetch.parts.lazy.compactMap(\.error).first
    let isCurrent = fetch.identity.hasSameIds(as: identity)
    for response in fetch.parts.compactMap(\.response) { for remark in response.remarks { tell(remark) } }
    var ending = Ending()
    if fetch.parts.contains(where: { $0.response != nil }) {
      let view = accept(fetch, isCurrent: isCurrent)
      ending.result = .decisions(view)
      if !isCurrent { ending.jobState = .superseded }
      let lacking = view.points.filter { $0.outcome != .content }
      if fetch.requiresContent, !lacking.isEmpty {
        ending.status = .commandFailed
        ending.jobState = .done
        ending.failure = Diagnostic(
          code: "noContent",
          message: lacking.map { "\(PrintableText.safe($0.point)) is \($0.outcome.rawValue)" }.joined(separator: ", "),
          hint: "help decisions")
      }
    }
    personalization.error = error
    if let error {
      ending.status = .commandFailed
      ending.jobState = .done
      ending.failure = Self.diagnostic(error)
    }
    if let operation = operations.remove(.fetch(fetch.number)) { conclude(operation, ending) }
  }

  /// Takes over what came: by point, unless it is for an older identity or a newer fetch was faster.
  private mutating func accept(_ fetch: DecisionsState.Fetch, isCurrent: Bool) -> DecisionsView {
    var points: [DecisionView] = []
    var extras: [DecisionView] = []
    var named = Set(fetch.parts.flatMap(\.points).map { ExactText($0) })
    for part in fetch.parts {
      guard let response = part.response else { continue }
      var names = part.points
      if !enforces(.outcomeForEachPoint) { names.removeAll { response[$0] == nil } }
      points += names.map { DecisionView(point: $0, response, isStale: !isCurrent) }
      for decision in response.decisions {
        let name = decision.point.name
        guard named.insert(ExactText(name)).inserted else { continue }
        extras.append(DecisionView(point: name, response, isStale: !isCurrent))
      }
    }
    let responses = fetch.parts.compactMap(\.response)
    let latest = DecisionsState.Latest(
      fetch: fetch.number, requestIds: responses.map(\.requestId),
      received: responses.flatMap { $0.decisions.map(\.received) }, dropped: responses.flatMap(\.dropped))
    let views = points + extras
    if isCurrent { show(views, latest) } else { keepApart(fetch.identity, latest) }
    return DecisionsView(
      points: views, requestIds: latest.requestIds, received: latest.received, dropped: latest.dropped,
      deviceId: fetch.identity.deviceId, isCurrent: isCurrent)
  }

  private mutating func show(_ views: [DecisionView], _ latest: DecisionsState.Latest) {
    if latest.fetch > personalization.latest?.fetch ?? 0 { personalization.latest = latest }
    for view in views {
      let shown = DecisionsState.Shown(view: view, fetch: latest.fetch)
      guard let index = personalization.index(of: view.point) else {
        personalization.append(shown)
        continue
      }
      guard personalization.shown[index].fetch <= latest.fetch || personalization.shown[index].view.isStale else {
        note(
          "olderAnswer",
          "the answer to an earlier fetch of \(PrintableText.safe(view.point)) came late: the newer one stands")
        continue
      }
      personalization.shown[index] = shown
    }
  }

  private mutating func keepApart(_ asked: Identity, _ latest: DecisionsState.Latest) {
    if personalization.apart.count == DecisionsState.apartLimit { personalization.apart.removeFirst() }
    personalization.apart.append(
      DecisionsState.Apart(deviceId: asked.deviceId, userId: asked.userId, latest: latest))
    note("olderIdentity", "an answer came for an earlier identity and is kept apart: fetch again for the current one")
  }

  // MARK: Errors

  private mutating func failDecisions(_ command: RunningCommand, _ error: DecisionsError) {
    personalization.error = error
    finish(command, failing: Self.diagnostic(error))
  }

  static func diagnostic(_ error: DecisionsError) -> Diagnostic {
    Diagnostic(
      code: error.kind.rawValue, message: "\(error.reason) (error \(error.kind.number), \(error.kind.rawValue))",
      hint: error.hint)
  }
}
