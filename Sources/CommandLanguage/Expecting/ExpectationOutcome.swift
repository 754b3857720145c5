package import TextFormats

/// What became of an expectation, as a value for people and programs.
package struct ExpectationOutcome: Equatable, Sendable {
  /// Why an expectation failed, as a stable word.
  package enum Reason: String, Sendable {
    /// The path leads nowhere.
    case absent
    /// What was found does not stand in the asked relation to the expected value.
    case different
    /// What was found and the operator or the expected value do not fit together.
    case typeMismatch
    /// The text is longer than a pattern may be searched in.
    case tooLong
  }

  /// The assertion without `expect`.
  package var expression: String
  /// Nil when it held.
  package var reason: Reason?
  /// What the path led to; nil when it led nowhere.
  package var found: JSONValue?
  /// What was expected, in words fit for people: `== expanded`, `exists`.
  package var expected: String
  /// One sentence about a mismatch of kinds.
  package var detail: String?
  /// The part of the path that still led somewhere, when it broke; empty for the document itself.
  package var brokenAfter: String?
  /// Names at the place where the path broke that come close to the wanted one.
  package var near: [String] = []
  /// Names at the place where the path broke, in the document's order, a few of them.
  package var available: [String] = []

  package var held: Bool { reason == nil }

  /// How much of a found value a message shows, in characters.
  static let longestShown = 200

  /// The failure as one sentence.
  package var message: String {
    let expression = PrintableText.cut(expression, columns: Self.longestShown)
    guard let reason else { return "\(expression) holds" }
    switch reason {
    case .absent:
      let place = brokenAfter.flatMap { $0.isEmpty ? nil : PrintableText.cut($0, columns: Self.longestShown) }
      return "expected \(expression), but nothing is there; the path ends at \(place ?? "the session document")"
    case .different: return "expected \(expression), found \(shown)"
    case .typeMismatch, .tooLong: return "expected \(expression), found \(shown)\(detail.map { "; \($0)" } ?? "")"
    }
  }

  /// What to do about the failure, when a name was probably misspelt.
  package var hint: String? {
    if let first = near.first { return "did you mean \(first)?" }
    guard reason == .absent, !available.isEmpty else { return nil }
    return "there is \(available.joined(separator: ", "))"
  }

  private var shown: String {
    guard let found else { return "nothing" }
    return PrintableText.cut(found.text, columns: Self.longestShown)
  }
}
