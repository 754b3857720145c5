import SessionModel
import TextFormats
import Vocabulary

/// `status`, and what `sign-in`, `logout` and `refresh` say.
enum StateText {
  static func status(_ view: StateView, _ palette: Palette) -> [String] {
    var lines = [
      "Identity  " + identity(view.identity.identity),
      "Flags     " + StatusSentence.colored(view.flags, palette) + revision(view.flags),
    ]
    if let off = view.flags.off { lines.append("          " + StatusSentence.text(off)) }
    if !view.flags.overrides.isEmpty { lines.append("Override  " + overrides(view.flags.overrides)) }
    lines.append("Report    " + report(view.report))
    lines.append("Events    " + events(view.events))
    lines.append("Decisions " + DecisionsText.state(view.personalization))
    if view.runningJobs > 0 { lines.append("Jobs      \(view.runningJobs) running") }
    lines.append("World     \(view.world.rawValue), \(view.isSending ? "events are sent" : "events are held")")
    if let live = view.live { lines += self.live(live, isSending: view.isSending, palette) }
    return lines
  }

  private static func live(_ live: LiveView, isSending: Bool, _ palette: Palette) -> [String] {
    var lines: [String] = []
    if !isSending { lines.append("          nothing is uploaded: --send does, and is your consent to analytics") }
    if let region = live.region { lines.append("Region    \(PrintableText.safe(region))") }
    for endpoint in live.endpoints {
      lines.append(
        "Endpoint  "
          + palette.warning(
            "\(endpoint.service.rawValue) at \(PrintableText.safe(endpoint.url)) (not the region's own)"))
    }
    if live.undelivered > 0 { lines.append("Outbox    \(counted(live.undelivered, "undelivered event")): outbox list") }
    if let failure = live.outboxFailure {
      lines.append(
        "Outbox    " + palette.bad("NOT safe on disk: \(PrintableText.safe(failure))"))
    }
    return lines
  }

  static func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

  /// The sentence of a settled revision; the report again when it is open.
  static func settled(_ view: StateView, name: String?, _ palette: Palette) -> [String] {
    var lines: [String] = []
    switch name {
    case "sign-in", "identity": lines.append("Identity: " + identity(view.identity.identity))
    case "logout": lines.append("Signed out; new device ID: \(view.identity.identity.deviceId)")
    default: break
    }
    if view.report.isOpen && view.report.isVisible {
      lines += ReportText.lines(view.report, palette)
    } else {
      lines.append(StatusSentence.colored(view.flags, palette) + revision(view.flags))
    }
    let isFetched =
      view.flags.state == .assigned || view.flags.state == .fallback && !(view.flags.reason?.isFetchFailure ?? true)
    if name == "refresh" && isFetched && !view.report.isOpen {
      lines.append(palette.faint("A fetch proves no exposure: that is tracked when the report appears (open)."))
    }
    return lines
  }

  static func superseded(_ view: StateView, _ palette: Palette) -> [String] {
    ["Superseded by revision \(view.flags.revision): " + StatusSentence.colored(view.flags, palette)]
  }

  static func identity(_ identity: Identity) -> String {
    var text = identity.userId.map(PrintableText.safe) ?? "anonymous"
    text += ", device ID \(PrintableText.safe(identity.deviceId))"
    let count = identity.properties.members.count
    if count > 0 { text += count == 1 ? ", 1 property" : ", \(count) properties" }
    return text
  }

  static func identityPage(_ view: IdentityView) -> [String] {
    var table = Table()
    table.add(["User ID", view.identity.userId.map(PrintableText.safe) ?? "(anonymous)"])
    table.add(["Device ID", PrintableText.safe(view.identity.deviceId)])
    table.add(["Revision", "\(view.revision)" + (view.isStale ? " (flags are stale: refresh)" : "")])
    for member in view.identity.properties.members {
      table.add(["Property", "\(PrintableText.safe(member.name)) = \(ResultText.harmless(json: member.value.text))"])
    }
    return table.lines()
  }

  static func overrides(_ overrides: [FlagOverride]) -> String {
    overrides.map { "\(PrintableText.safe($0.flag)) = \(PrintableText.safe($0.variant))" }.joined(separator: ", ")
  }

  private static func revision(_ flags: FlagsView) -> String {
    guard flags.revision > 0 else { return "" }
    return " (revision \(flags.revision)\(flags.isStale ? ", stale: refresh" : ""))"
  }

  private static func report(_ view: ReportView) -> String {
    guard view.isOpen else { return "closed" }
    return (view.isVisible ? "open, " : "open, hidden while loading, ")
      + "\(view.layout.rawValue) (\(view.source.rawValue))"
  }

  static func events(_ counts: EventCounts) -> String {
    var text = "\(counts.tracked) tracked"
    if counts.queued > 0 { text += ", \(counts.queued) queued" }
    if counts.parked > 0 { text += ", \(counts.parked) parked" }
    if counts.held > 0 { text += ", \(counts.held) held" }
    if counts.suppressed > 0 { text += ", \(counts.suppressed) suppressed" }
    return text
  }
}
