import ServiceMessages
import TextFormats
import Vocabulary

/// Fetching variants (product.md rules 2–5).
extension Session {
  /// Starts a new revision: the old layout is gone at once, and a fetch for the current identity follows (rule 2).
  mutating func beginRevision() {
    flags.revision += 1
    if enforces(.newRevisionHides) {
      flags.settlement = nil
      flags.cache = []
    }
    endRetries()
    flags.isPending = true
    fetchNext()
  }

  /// A newer revision, or the end of this one, leaves no try of the older behind.
  private mutating func endRetries() {
    flags.advice = nil
    if let retry = flags.retry { cancelTimer(retry.timer) }
    flags.retry = nil
    flags.retryCount = 0
  }

  /// Makes the remembered request when none is in flight (rule 3).
  private mutating func fetchNext() {
    guard flags.isPending, flags.active == nil || !enforces(.oneFetchAtATime) else { return }
    flags.isPending = false
    flags.isStale = false
    flags.cache = []
    let request = send(EvaluationRequest.build(for: identity, tracksAssignment: configuration.isSending))
    let timer = startTimer(after: EvaluationRequest.timeout)
    flags.active = FlagState.Fetch(request: request, timer: timer, revision: flags.revision)
  }

  /// Takes the answer to the fetch in flight; false when the request is another's.
  mutating func takeFetchAnswer(_ answer: Answer, for request: Int) -> Bool {
    guard let fetch = flags.active, fetch.request == request else { return false }
    cancelTimer(fetch.timer)
    flags.active = nil
    let isCurrent = fetch.revision == flags.revision || !enforces(.olderAnswersAreDiscarded)
    exchanges.end(request, Exchange.Ending(answer), fate: isCurrent ? .used : .discarded, at: now)
    guard isCurrent else {
      flags.cache = []
      fetchNext()
      return true
    }
    settle(EvaluationAnswer(answer))
    fetchNext()
    return true
  }

  /// Gives up the fetch in flight when its timer is due; false when the timer is another's.
  mutating func takeFetchTimer(_ timer: Int) -> Bool {
    if let retry = flags.retry, retry.timer == timer {
      flags.retry = nil
      flags.retryCount += 1
      flags.isPending = true
      fetchNext()
      return true
    }
    guard let fetch = flags.active, fetch.timer == timer else { return false }
    outputs.append(.effect(.cancelRequest(id: fetch.request)))
    exchanges.end(
      fetch.request, .failure(.timeout), fate: fetch.revision == flags.revision ? .cancelled : .discarded, at: now)
    flags.active = nil
    if fetch.revision == flags.revision {
      let seconds = EvaluationRequest.timeout.microseconds / 1_000_000
      fail(ServiceFailure(code: .timeout), .fallback(.timeout, detail: "no answer within \(seconds)s"))
    }
    fetchNext()
    return true
  }

  /// Ends the current revision without an answer: what is in flight for it, or waits, is given up.
  mutating func cancelFetch() {
    guard flags.isLoading else { return }
    if let fetch = flags.active {
      cancelTimer(fetch.timer)
      cancelRequest(fetch.request)
      flags.active = nil
    }
    endRetries()
    flags.isPending = false
    settle(.fallback(.cancelled, detail: "cancelled"))
  }

  private mutating func settle(_ answer: EvaluationAnswer) {
    switch answer {
    case .failure(let failure):
      fail(
        failure, .fallback(failure.code == .timeout ? .timeout : .fetchFailed, detail: failure.sentence))
    case .variants(let variants, let unreadable):
      flags.cache = variants.map { ($0.flag, $0.variant) }
      for flag in unreadable {
        note("unreadableVariant", "the answer's entry for flag \(flag) is not a variant and was left out")
      }
      settle(judge(flags.cached(configuration.reportFlagKey)))
    }
  }

  /// The current revision's fetch has failed: where that was asked for, it is tried again, for whoever the session is
  /// by then; otherwise, and in the end, this settles it.
  private mutating func fail(_ failure: ServiceFailure, _ settlement: FlagState.Settlement) {
    guard configuration.retries, failure.isRetryable, !flags.isPending,
      flags.retryCount < FlagState.retryDelays.count
    else {
      flags.advice = failure.advice(for: .evaluation)
      return settle(settlement)
    }
    let delay = FlagState.retryDelays[flags.retryCount]
    flags.retry = FlagState.Retry(timer: startTimer(after: .milliseconds(delay)))
    if flags.retryCount == 0 {
      note("fetchRetry", "the fetch failed (\(failure.sentence)); it is tried again in \(delay)ms")
    }
  }

  private mutating func settle(_ settlement: FlagState.Settlement) {
    flags.settlement = settlement
    flags.retryCount = 0
    if isReportOpen { reportAppears() }
  }

  /// Whether a fetched variant assigns a layout (rule 5): exactly a known value, and not the service's default.
  private func judge(_ variant: Variant?) -> FlagState.Settlement {
    guard let variant else {
      return .fallback(.absent, detail: "the answer has no \(configuration.reportFlagKey)")
    }
    if variant.isDefault && enforces(.assignedIsExact) {
      return .fallback(.defaultVariant, detail: "the service's default variant \(variant.exposureName ?? "off")")
    }
    guard let value = variant.value else { return .fallback(.noValue, detail: "the variant has no text value") }
    guard let layout = Layout(variantValue: value) else {
      if !enforces(.assignedIsExact) { return .assigned(variant, .compact) }
      return .fallback(.unknownValue, detail: "the value is \(value)")
    }
    return .assigned(variant, layout)
  }
}
