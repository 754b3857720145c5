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
      let message = DecisionsRequest.build(
        points: names, individualId: identity.deviceId, dataspace: configuration.personalization.dataspace,
        anchor: anchor, attributes: attributes, isTest: configuration.personalization.isTestMode)
      return DecisionsState.Fetch.Part(request: send(message), points: names, message: message)
    }
    personalization.fetchCount += 1
    let number = personalization.fetchCount
    personalization.fetches.append(
      DecisionsState.Fetch(
        terms: DecisionsState.Fetch.Terms(
          number: number, timer: startTimer(after: timeout), due: now.advanced(by: timeout), identity: identity,
          requiresContent: wanted.requiresContent),
        parts: parts))
    suspend(command, until: .decisions(fetch: number))
  }

  /// Takes the answer to a request for decisions; false when the request is another's.
  mutating func takeDecisionsAnswer(_ answer: Answer, for request: Int) -> Bool {
    guard var place = personalization.fetches.place(ofRequest: request) else { return false }
    do throws(DecisionsError) {
      place.part.response = try DecisionsResponse(answer, host: configuration.personalization.endpoint)
    } catch {
      place.part.lastError = error
      place.part.retryTimer = retryTimer(after: error, place)
      if place.part.retryTimer == nil { place.part.error = error }
    }
    let fate = isUsed(place.part, place.terms) ? Exchange.Fate.used : .discarded
    exchanges.end(request, Exchange.Ending(answer), fate: fate, at: now)
    take(place)
    return true
  }

  /// Notes what became of a part, and ends the fetch with its last.
  mutating func take(_ place: FetchTable.Place) {
    guard let fetch = personalization.fetches.update(place) else { return }
    cancelTimer(fetch.terms.timer)
    settle(fetch)
  }

  /// Whether an answer changes anything that is shown: not for another identity, nor after a newer one.
  private func isUsed(_ part: DecisionsState.Fetch.Part, _ terms: DecisionsState.Fetch.Terms) -> Bool {
    terms.identity.hasSameIds(as: identity) && !personalization.isOvertaken(fetch: terms.number, part)
  }

  /// Tries again when a pause is over, gives up a fetch whose time is over; false when the timer is another's.
  mutating func takeDecisionsTimer(_ timer: Int) -> Bool {
    if let place = personalization.fetches.place(ofPause: timer) {
      retry(place)
      return true
    }
    guard let number = personalization.fetches.number(ofDeadline: timer),
      var fetch = personalization.fetches.remove(number)
    else { return false }
    for part in fetch.parts.indices where !fetch.parts[part].isSettled {
      let last = fetch.parts[part].lastError.map { "; the try before: " + $0.reason } ?? ""
      if let timer = fetch.parts[part].retryTimer {
        cancelTimer(timer)
        fetch.parts[part].retryTimer = nil
      } else {
        outputs.append(.effect(.cancelRequest(id: fetch.parts[part].request)))
        exchanges.end(fetch.parts[part].request, .failure(.timeout), fate: .cancelled, at: now)
      }
      fetch.parts[part].error = DecisionsError(
        .timeout, "no answer in time" + last, hint: "--timeout DURATION gives it longer", isRetryable: true)
    }
    settle(fetch)
    return true
  }

  /// Ends a fetch without an answer and without an error: cancellation is none (rule 13).
  mutating func cancelDecisions(fetch number: Int) {
    guard let fetch = personalization.fetches.remove(number) else { return }
    withdraw(fetch)
    if !enforces(.cancellationIsNoError) {
      personalization.note(DecisionsError(.unknown, "cancelled"), ofFetch: number)
    }
  }

  /// Ends all fetches in flight for the same reason.
  mutating func giveUpDecisions(_ error: DecisionsError) {
    for number in personalization.fetches.numbers {
      guard var fetch = personalization.fetches.remove(number) else { continue }
      withdraw(fetch)
      for part in fetch.parts.indices { (fetch.parts[part].response, fetch.parts[part].error) = (nil, error) }
      settle(fetch)
    }
  }

  private mutating func withdraw(_ fetch: DecisionsState.Fetch) {
    cancelTimer(fetch.terms.timer)
    for part in fetch.parts where !part.isSettled {
      if let timer = part.retryTimer { cancelTimer(timer) } else { cancelRequest(part.request) }
    }
  }

  // MARK: Ending

  /// Ends a fetch all of whose requests are settled, and the command that waits for it.
  private mutating func settle(_ fetch: DecisionsState.Fetch) {
    let error = fetch.parts.lazy.compactMap(\.error).first
    let isCurrent = fetch.terms.identity.hasSameIds(as: identity)
    tell(fetch.parts.compactMap(\.response).flatMap(\.remarks))
    // Since the answer of a part came, identity and what is shown may have changed.
    for part in fetch.parts where part.response != nil && !isUsed(part, fetch.terms) { exchanges.discard(part.request) }
    var ending = Ending()
    if fetch.parts.contains(where: { $0.response != nil }) {
      let view = accept(fetch, isCurrent: isCurrent)
      ending.result = .decisions(view)
      if !isCurrent { ending.jobState = .superseded }
      let lacking = view.points.filter { $0.outcome != .content }
      if fetch.terms.requiresContent, !lacking.isEmpty {
        ending.status = .commandFailed
        ending.jobState = .done
        ending.failure = Diagnostic(
          code: "noContent",
          message: lacking.map { "\(PrintableText.safe($0.point)) is \($0.outcome.rawValue)" }.joined(separator: ", "),
          hint: "help decisions")
      }
    }
    // What became of a fetch for somebody else is no news about this identity.
    if isCurrent { personalization.note(error, ofFetch: fetch.terms.number) }
    if let error {
      ending.status = .commandFailed
      ending.jobState = .done
      ending.failure = Self.diagnostic(error)
    }
    if let operation = operations.remove(.fetch(fetch.terms.number)) { conclude(operation, ending) }
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
      fetch: fetch.terms.number, requestIds: responses.map(\.requestId),
      received: responses.flatMap { $0.decisions.map(\.received) }, dropped: responses.flatMap(\.dropped))
    let views = points + extras
    if isCurrent { show(views, latest) } else { keepApart(fetch.terms.identity, latest) }
    return DecisionsView(
      points: views, requestIds: latest.requestIds, received: latest.received, dropped: latest.dropped,
      deviceId: fetch.terms.identity.deviceId, isCurrent: isCurrent)
  }

  private mutating func show(_ views: [DecisionView], _ latest: DecisionsState.Latest) {
    if latest.fetch > personalization.latest?.fetch ?? 0 { personalization.latest = latest }
    var overtaken: [String] = []
    for view in views {
      let shown = DecisionsState.Shown(view: view, fetch: latest.fetch)
      guard let index = personalization.index(of: view.point) else {
        personalization.append(shown)
        continue
      }
      guard !personalization.isOvertaken(fetch: latest.fetch, point: view.point) else {
        overtaken.append(view.point)
        continue
      }
      personalization.shown[index] = shown
    }
    if !overtaken.isEmpty {
      let points = Self.list(overtaken)
      note("olderAnswer", "the answer to an earlier fetch of \(points) came late: the newer one stands")
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
    personalization.fetchCount += 1
    personalization.note(error, ofFetch: personalization.fetchCount)
    finish(command, failing: Self.diagnostic(error))
  }

  static func diagnostic(_ error: DecisionsError) -> Diagnostic {
    Diagnostic(
      code: error.kind.rawValue, message: "\(error.reason) (error \(error.kind.number), \(error.kind.rawValue))",
      hint: error.hint)
  }
}
