import TestSupport
import Testing
import TextFormats
import Vocabulary

@testable import Rendering
@testable import SessionModel

/// The sentences of product.md rule 10, word by word.
@Suite struct SentenceTests {
  private func flags(
    _ state: FlagsView.State, reason: FallbackReason? = nil, detail: String = "", value: String? = nil
  ) -> FlagsView {
    var view = Session(SessionConfiguration()).stateView.flags
    (view.state, view.reason, view.reasonDetail, view.assignedValue) = (state, reason, detail, value)
    return view
  }

  @Test func statusSentencesAreThoseOfTheApp() {
    #expect(StatusSentence.text(flags(.off)) == "Flags off: check both client keys and region")
    #expect(StatusSentence.text(flags(.notFetched)) == "Flags not fetched; compact fallback")
    #expect(StatusSentence.text(flags(.loading)) == "Loading flags; compact fallback available")
    #expect(StatusSentence.text(flags(.assigned, value: "control")) == "Assigned layout: control")
    #expect(StatusSentence.text(flags(.assigned, value: "expanded")) == "Assigned layout: expanded")
    for reason in [FallbackReason.fetchFailed, .timeout, .cancelled] {
      #expect(
        StatusSentence.text(flags(.fallback, reason: reason, detail: "WHY"))
          == "Compact fallback: fetch failed (WHY)")
    }
    for reason in [FallbackReason.absent, .noValue, .unknownValue, .defaultVariant] {
      #expect(
        StatusSentence.text(flags(.fallback, reason: reason, detail: "WHY"))
          == "Compact fallback: no supported variant (WHY)")
    }
  }

  private func report(
    _ layout: Layout, _ source: LayoutSource = .assignment, visible: Bool = true, open: Bool = true
  ) -> ReportView {
    var view = Session(SessionConfiguration(dailyActions: [12, 21, 14, 13, 11, 6, 7])).stateView.report
    (view.isOpen, view.isVisible, view.layout, view.source) = (open, visible, layout, source)
    view.hasDetails = visible && layout == .expanded
    return view
  }

  @Test func compactReportsShowTheTotalOnly() {
    let lines = ReportText.lines(report(.compact), .plain)
    #expect(lines.first == "Usage report")
    #expect(lines.suffix(2) == ["7-day report: 84 sample actions", "Layout: compact"])
  }

  @Test func expandedReportsShowTheirDetails() {
    #expect(
      ReportText.lines(report(.expanded), .plain).suffix(4) == [
        "7-day report: 84 sample actions", "Layout: expanded", "Daily average: 12 actions",
        "Most active day: Tuesday",
      ])
  }

  @Test func hiddenReportsShowNoNumbers() {
    let hidden = ReportText.lines(report(.compact, .fallback, visible: false), .plain)
    #expect(!hidden.contains { $0.contains("84") })
    #expect(ReportText.lines(report(.compact, visible: false, open: false), .plain) == ["Report closed"])
  }

  @Test func overridesAreMarked() {
    #expect(
      ReportText.lines(report(.expanded, .override), .plain).contains("Layout: expanded (override; nothing is tracked)")
    )
  }

  @Test func flushNamesTheDeviceAndClaimsNothing() {
    var view = FlushView(
      deviceId: "D\u{1B}-1", events: Session(SessionConfiguration()).stateView.events, isSending: true)
    #expect(LedgerText.flushed(view) == ["Device ID: D\\u{1b}-1; flush requested"])
    view.isOff = true
    #expect(LedgerText.flushed(view).last?.hasPrefix("Without keys nothing is uploaded") == true)
    view.isOff = false
    view.isSending = false
    view.events.held = 2
    #expect(LedgerText.flushed(view).last == "2 events are held: this session uploads nothing")
  }

  @Test func coloursOnlyWhereTheyAreOn() {
    let view = flags(.assigned, value: "control")
    #expect(StatusSentence.colored(view, .plain) == "Assigned layout: control")
    #expect(StatusSentence.colored(view, Palette(isOn: true)) == "\u{1B}[32mAssigned layout: control\u{1B}[0m")
  }

  @Test func thePromptOfAFreshSession() {
    #expect(PromptText.text(Session(SessionConfiguration())) == "embedded anonymous not-fetched> ")
    var live = SessionConfiguration(world: .live, isSending: false)
    #expect(PromptText.text(Session(live)) == "live holding anonymous not-fetched> ")
    live.isSending = true
    #expect(PromptText.text(Session(live)) == "live sending anonymous not-fetched> ")
    live.flagsOff = .regionBlank
    #expect(PromptText.text(Session(live)) == "live sending anonymous flags-off> ")
  }
}
