import ServiceMessages
import TextFormats
import Vocabulary

/// Snapshots of the session for results.
extension Session {
  package var stateView: StateView {
    StateView(
      identity: identityView, flags: flagsView, report: reportView, events: eventCounts,
      personalization: personalizationView,
      runningJobs: jobs.runningCount, world: configuration.world,
      isSending: configuration.isSending, live: liveView)
  }

  /// What a live session knows of where it talks to; nil in an embedded one.
  var liveView: LiveView? {
    guard configuration.world == .live else { return nil }
    return LiveView(
      region: configuration.region, endpoints: configuration.customEndpoints, retries: configuration.retries,
      undelivered: undeliveredCount, outboxFailure: outbox.failure)
  }

  var identityView: IdentityView {
    IdentityView(identity: identity, revision: flags.revision, isStale: flags.isStale)
  }

  package var flagsView: FlagsView {
    var view = FlagsView(
      state: .notFetched, off: flagsOff, reason: nil, reasonDetail: "", assignedValue: nil, revision: flags.revision,
      isStale: flags.isStale, overrides: overriddenFlags)
    if flagsOff != nil {
      view.state = .off
    } else if flags.isLoading {
      view.state = .loading
    } else if case .assigned(_, let layout) = flags.settlement {
      view.state = .assigned
      view.assignedValue = layout.variantValue
    } else if case .fallback(let reason, let detail) = flags.settlement {
      view.state = .fallback
      view.reason = reason
      view.reasonDetail = detail
    }
    return view
  }

  private var overriddenFlags: [FlagOverride] {
    // Asked for with every result, and most often there are none.
    guard !flags.overrides.isEmpty else { return [] }
    return flags.overrides.elements.map { FlagOverride(flag: $0.name, variant: $0.value) }
  }

  package var reportView: ReportView {
    let shown = shownLayout
    return ReportView(
      isOpen: isReportOpen, isVisible: isReportVisible, layout: shown.layout, source: shown.source,
      figures: figures,
      hasDetails: isReportVisible && (shown.layout == .expanded || !enforces(.onlyExpandedHasDetails)),
      flags: flagsView)
  }

  package var eventCounts: EventCounts {
    EventCounts(
      tracked: ledger.tracked.count, queued: ledger.queue.count,
      held: configuration.isSending ? ledger.engagements : ledger.tracked.count, suppressed: ledger.suppressed.count,
      parked: uploads.parked.count { $0.key > 0 })
  }

  var flushView: FlushView {
    FlushView(
      deviceId: identity.deviceId, events: eventCounts, isSending: configuration.isSending,
      isLive: configuration.world == .live, isOff: flagsOff != nil)
  }

  var variantsView: VariantsView {
    VariantsView(
      variants: flags.cache.map { FlagVariant(flag: $0.flag, variant: $0.variant) }, overrides: flagsView.overrides,
      flags: flagsView)
  }

  /// `variant KEY`: fails when neither the last fetch nor an override knows the flag.
  mutating func showVariant(_ command: RunningCommand, _ key: String) {
    let view = VariantView(
      flag: key, variant: flags.cached(key), override: flags.overridden(key), revision: flags.revision)
    guard view.variant == nil && view.override == nil else { return finish(command, .variant(view)) }
    let known = flags.cache.map(\.flag)
    let hint =
      if known.isEmpty { "refresh fetches variants" } else if let near = NearestName.nearestName(to: key, in: known) {
        "did you mean \(near)?"
      } else { "fetched flags: \(known.joined(separator: ", "))" }
    finish(
      command,
      failing: Diagnostic(code: "unknownFlag", message: "there is no variant of flag \(key)", hint: hint))
  }

}

extension Session {
  /// The numbers of the jobs that run.
  package var runningJobs: [Int] { jobs.running.map(\.id) }
}
