package import SessionModel
import TextFormats
import Vocabulary

/// The prompt: a true picture of the session in printable ASCII (product.md section 2; libedit.md rule 2).
package enum PromptText {
  static let identityColumns = 20

  /// World, identity, layout and source, and what is loading or running: `embedded tester-expanded expanded/assignment> `.
  package static func text(_ session: Session) -> String {
    let view = session.stateView
    var words = [view.world.rawValue]
    if let live = view.live { words += self.live(live, view) }
    words.append(
      view.identity.identity.userId.map { PrintableText.cut(PrintableText.ascii($0), columns: identityColumns) }
        ?? "anonymous")
    switch view.flags.state {
    case .off: words.append("flags-off")
    case .notFetched: words.append("not-fetched")
    case .loading: words.append("loading")
    case .assigned, .fallback: words.append("\(view.report.layout.rawValue)/\(view.report.source.rawValue)")
    }
    if view.flags.isStale { words.append("stale") }
    words += personalization(view.personalization, isLive: view.world == .live)
    if view.runningJobs > 0 { words.append(view.runningJobs == 1 ? "1 job" : "\(view.runningJobs) jobs") }
    return words.joined(separator: " ") + "> "
  }

  /// Whether events go out or are held, how many wait, and whether an address is not the region's own.
  private static func live(_ live: LiveView, _ view: StateView) -> [String] {
    var words = live.endpoints.isEmpty ? [] : ["custom"]
    if view.isSending {
      words.append(live.undelivered == 0 ? "sending" : "sending \(live.undelivered)")
      if live.outboxFailure != nil { words.append("outbox-failed") }
    } else {
      words.append(view.events.held == 0 ? "holding" : "holding \(view.events.held)")
    }
    return words
  }

  /// Consent, where decisions come from, and whether what is shown is stale. An embedded session says nothing of a
  /// consent that nobody has touched; a live one does as soon as there is somebody to ask.
  private static func personalization(_ view: PersonalizationView, isLive: Bool) -> [String] {
    let hasEndpoint = isLive && view.settings.endpoint != nil
    guard view.consent != .pending || view.shown > 0 || hasEndpoint else { return [] }
    var word = view.consent.word
    if isLive, let endpoint = view.settings.endpoint {
      // The tenant's own part of the host tells endpoints apart.
      word += "@" + short(endpoint.prefix { $0 != "." })
    }
    let dataspace = view.settings.dataspace
    if !dataspace.isExactly("default") { word += "/" + short(dataspace[...]) }
    return view.stale > 0 ? [word, "stale-decisions"] : [word]
  }

  private static func short(_ text: Substring) -> String {
    PrintableText.cut(PrintableText.ascii(String(text)), columns: identityColumns)
  }
}
