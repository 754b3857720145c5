package import TextFormats
import Vocabulary

/// The session document (product.md section 5): codes and values only.
extension Session {
  static let documentSections = [
    "decisions", "events", "flags", "identity", "jobs", "outbox", "personalization", "report", "requests", "suppressed",
    "world",
  ]

  /// The whole document, members sorted.
  package var document: JSONValue {
    .object(
      JSONObject(
        uniqueMembers: Self.documentSections.compactMap { name in
          // Only a live session has one; what was recorded in an embedded one stays as it is.
          if name == "outbox" && configuration.world != .live { return nil }
          return JSONMember(name, documentSection(name) ?? .null)
        }))
  }

  /// One top-level member; nil for a name that the document does not have.
  package func documentSection(_ name: String) -> JSONValue? {
    switch name {
    case "decisions": decisionsDocument
    case "events": .array(ledger.tracked.map(\.document))
    case "flags": flagsDocument
    case "identity": identityView.document
    case "jobs": .array(jobs.jobs.map(\.document))
    case "outbox": outboxView.section
    case "personalization": personalizationDocument
    case "report": reportView.document
    case "requests": .array(exchanges.exchanges.map(\.document))
    case "suppressed": .array(ledger.suppressed.map(\.document))
    case "world": LiveView.world(configuration.world, isSending: configuration.isSending, liveView)
    default: nil
    }
  }

  private var flagsDocument: JSONValue {
    guard case .object(var flagsObject) = flagsView.document else { return .null }
    flagsObject["overrides"] = CommandResult.document(flagsView.overrides)
    flagsObject["variants"] = .object(
      JSONObject(uniqueMembers: flags.cache.map { JSONMember($0.flag, $0.variant.document) }))
    return .object(flagsObject)
  }
}
