/// One argument of a command. Optional ones stand last, a repeated one is the very last.
package struct ArgumentDeclaration: Sendable {
  /// As it stands in the usage line, in capitals.
  package let name: String
  package let kind: ValueKind
  package let isOptional: Bool
  package let repeats: Bool
  /// One line without a full stop.
  package let summary: String

  init(_ name: String, _ kind: ValueKind, optional: Bool = false, repeats: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    isOptional = optional
    self.repeats = repeats
    self.summary = summary
  }
}
