/// A value that must not stand in a transcript, and the name that stands for it.
package struct NamedSecret: Equatable, Sendable {
  /// Values shorter than this (in UTF-8 bytes) are neither redacted nor looked for: they would be found everywhere.
  package static let shortestValue = 4

  /// The setting that holds the value, such as `AMPLITUDE_API_KEY`.
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// What is written in place of the value (product.md section 7).
  package var placeholder: String { "{{\(name)}}" }

  /// Whether the value is long enough to be told from ordinary text.
  package var isUsable: Bool { value.utf8.count >= Self.shortestValue }
}

/// How a secret was written where it was found.
package enum SecretForm: String, CaseIterable, Sendable {
  case plain
  /// Inside JSON text, with escapes.
  case jsonEscaped
  case percentEncoded
  /// In either alphabet, at any of the three positions that base64 has for a byte.
  case base64
}
