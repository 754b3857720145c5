/// Colours of text for people; off wherever bytes must be exact.
package struct Palette: Sendable {
  package var isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package static let plain = Palette(isOn: false)

  private func painted(_ text: String, _ code: String) -> String { isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }

  func good(_ text: String) -> String { painted(text, "32") }
  func warning(_ text: String) -> String { painted(text, "33") }
  /// For errors: red where colours are on.
  package func bad(_ text: String) -> String { painted(text, "31") }
  func strong(_ text: String) -> String { painted(text, "1") }
  func faint(_ text: String) -> String { painted(text, "2") }
}
