/// One option, as it is declared.
package struct OptionDeclaration: Equatable, Sendable {
  /// The long name without dashes.
  package var name: String
  /// The one-letter name without its dash.
  package var short: Character?
  /// What its value is called in the usage line; nil for a switch.
  package var valueName: String?
  package var kind: ValueKind
  package var isRepeatable: Bool
  /// One line without a full stop.
  package var summary: String

  /// A switch.
  package init(_ name: String, short: Character? = nil, summary: String) {
    self.init(name, short: short, valueName: nil, kind: .text, isRepeatable: false, summary: summary)
  }

  /// An option with a value.
  package init(
    _ name: String, short: Character? = nil, value: String, _ kind: ValueKind, isRepeatable: Bool = false,
    summary: String
  ) {
    self.init(name, short: short, valueName: value, kind: kind, isRepeatable: isRepeatable, summary: summary)
  }

  private init(
    _ name: String, short: Character?, valueName: String?, kind: ValueKind, isRepeatable: Bool, summary: String
  ) {
    self.name = name
    self.short = short
    self.valueName = valueName
    self.kind = kind
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  /// As it stands in a usage line: `--last N`.
  package var usage: String { valueName.map { "--\(name) \($0)" } ?? "--\(name)" }
}
