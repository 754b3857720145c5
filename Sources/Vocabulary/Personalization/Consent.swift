/// Permission for personalization (product.md rule 14). Raw values are words of the session document.
package enum Consent: String, Sendable, CaseIterable {
  /// Nobody has been asked yet: how every session starts.
  case pending
  case optIn
  case optOut

  /// The word that people type and read: `opt-in`.
  package var word: String {
    switch self {
    case .pending: "pending"
    case .optIn: "opt-in"
    case .optOut: "opt-out"
    }
  }
}
