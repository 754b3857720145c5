/// Words told apart into arguments and options.
package struct ParsedWords: Equatable, Sendable {
  /// An option that was given; `value` is nil for a switch.
  package struct Option: Equatable, Sendable {
    package var name: String
    package var value: Word?
  }

  package internal(set) var arguments: [Word] = []
  /// In the order in which they were given.
  package internal(set) var options: [Option] = []

  /// True when the option was given.
  package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The value of an option; of a repeated one the last.
  package func value(_ name: String) -> String? { options.last { $0.name == name }?.value?.text }

  /// All values of a repeatable option, in order.
  package func values(_ name: String) -> [String] {
    options.compactMap { $0.name == name ? $0.value?.text : nil }
  }
}
