import ServiceMessages
import TextFormats
import Vocabulary

/// Consent for personalization (product.md rule 14).
extension Session {
  /// `consent opt-in|opt-out`: marks what was shown as stale when it changes, and fetches nothing.
  mutating func setConsent(_ command: RunningCommand, _ consent: Consent) {
    if consent != personalization.consent {
      personalization.consent = consent
      personalization.markStale()
      // An answer that may not be shown any more is not waited for either.
      if consent != .optIn && enforces(.consentGate) { giveUpDecisions(Self.consentError(consent)) }
    }
    finish(command, .consent(personalizationView))
  }

  static func consentError(_ consent: Consent) -> DecisionsError {
    DecisionsError(.consent, "the consent for personalization is \(consent.word)", hint: "consent opt-in grants it")
  }

  /// Why nothing may be asked for or noted now; nil with opt-in.
  var consentObstacle: DecisionsError? {
    guard personalization.consent != .optIn && enforces(.consentGate) else { return nil }
    return Self.consentError(personalization.consent)
  }
}
