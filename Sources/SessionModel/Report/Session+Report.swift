import TextFormats
package import Vocabulary

/// Showing the report (product.md rules 5, 6, 10).
extension Session {
  /// What the report looks like now, and why. While loading it is the compact fallback.
  package var shownLayout: (layout: Layout, source: LayoutSource) {
    if let value = flags.overridden(configuration.reportFlagKey) {
      return (Layout(variantValue: value) ?? .compact, .override)
    }
    if case .assigned(_, let layout) = flags.settlement, !flags.isLoading || !enforces(.newRevisionHides) {
      return (layout, .assignment)
    }
    return (.compact, .fallback)
  }

  /// Whether the report can be seen: open, and nothing loading (rule 2).
  package var isReportVisible: Bool { isReportOpen && (!flags.isLoading || !enforces(.newRevisionHides)) }

  /// The report has come up in front of the person: exposure first, then the preview (rule 6).
  mutating func reportAppears() {
    guard isReportVisible, departure == .staying else { return }
    let source = shownLayout.source
    guard flagsOff == nil, source != .override else {
      let reason: LedgerEntry.Suppression = flagsOff != nil ? .flagsOff : .override
      suppress(Self.exposure, exposureProperties(nil), reason)
      suppress(Self.previewed, businessProperties(), reason)
      return
    }
    if case .assigned(let variant, _) = flags.settlement {
      expose(variant)
    } else {
      suppress(Self.exposure, exposureProperties(flags.cached(configuration.reportFlagKey)), .notAssigned)
    }
    track(Self.previewed, businessProperties())
  }

  private mutating func expose(_ variant: Variant) {
    let exposure = ExposureMemory.Exposure(
      flag: configuration.reportFlagKey, variant: variant.exposureName, experimentKey: variant.experimentKey)
    if exposures.remember(exposure) || !enforces(.exposureIsDeduplicated) {
      track(Self.exposure, exposureProperties(variant))
    } else {
      suppress(Self.exposure, exposureProperties(variant), .deduplicated)
    }
  }

  /// `open`: refreshes first when nothing was fetched yet (rule 0); refused while loading (rule 2).
  mutating func open(_ command: RunningCommand) {
    if flags.isLoading && enforces(.newRevisionHides) { return finish(command, failing: Self.stillLoading("open")) }
    if isReportOpen { return finish(command, .report(reportView)) }
    isReportOpen = true
    if flags.settlement == nil && flagsOff == nil && enforces(.firstOpenRefreshes) {
      beginRevision()
      return suspend(command, until: .settlement(revision: flags.revision, opens: true))
    }
    reportAppears()
    finish(command, .report(reportView))
  }

  mutating func close(_ command: RunningCommand) {
    isReportOpen = false
    finish(command, .report(reportView))
  }

  /// `export`: only with the report in front of the person (rule 7).
  mutating func export(_ command: RunningCommand) {
    if enforces(.exportNeedsTheReport) {
      if flags.isLoading { return finish(command, failing: Self.stillLoading("export")) }
      guard isReportOpen else {
        return finish(
          command,
          failing: Diagnostic(code: "reportNotOpen", message: "there is no open report to export", hint: "open"))
      }
    }
    let properties = businessProperties()
    if flagsOff != nil {
      suppress(Self.exported, properties, .flagsOff)
    } else if shownLayout.source == .override {
      suppress(Self.exported, properties, .override)
    } else {
      track(Self.exported, properties)
    }
    let entry = flagsOff != nil || shownLayout.source == .override ? ledger.suppressed.last : ledger.tracked.last
    finish(command, .exported(entry))
  }

  static func stillLoading(_ command: String) -> Diagnostic {
    Diagnostic(code: "loading", message: "\(command) is not possible while flags are loading", hint: "wait")
  }
}
