package import SessionModel
import TextFormats
import Vocabulary

/// The status sentence of the app (product.md rule 10).
package enum StatusSentence {
  /// The sentence as text without colours, safe for a terminal.
  package static func text(_ flags: FlagsView) -> String {
    switch flags.state {
    case .off: return "Flags off: check both client keys and region"
    case .notFetched: return "Flags not fetched; compact fallback"
    case .loading: return "Loading flags; compact fallback available"
    case .assigned: return "Assigned layout: \(PrintableText.safe(flags.assignedValue ?? ""))"
    case .fallback:
      let isFailure = flags.reason?.isFetchFailure ?? false
      // What a service sent stands in it.
      let detail = PrintableText.safe(flags.reasonDetail)
      return isFailure
        ? "Compact fallback: fetch failed (\(detail))"
        : "Compact fallback: no supported variant (\(detail))"
    }
  }

  /// What is behind "Flags off", for people.
  package static func text(_ off: FlagsOff) -> String {
    switch off {
    case .apiKeyBlank: "the project API key is blank"
    case .apiKeyUnresolved: "the project API key holds an unresolved $(...)"
    case .deploymentKeyBlank: "the deployment key is blank"
    case .deploymentKeyUnresolved: "the deployment key holds an unresolved $(...)"
    case .deploymentKeyIsServerKey: "the deployment key is a server key; a client needs a client deployment key"
    case .regionBlank: "the region is blank"
    case .regionUnknown: "the region is not exactly US or EU"
    case .unconfigured: "the app has no keys (world configure gives them back)"
    }
  }

  static func colored(_ flags: FlagsView, _ palette: Palette) -> String {
    let sentence = text(flags)
    switch flags.state {
    case .assigned: return palette.good(sentence)
    case .off, .fallback: return palette.warning(sentence)
    case .notFetched, .loading: return sentence
    }
  }
}
