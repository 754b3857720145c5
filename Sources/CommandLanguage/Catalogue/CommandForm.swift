/// One way to write a command.
package final class CommandForm: Sendable {
  /// The option whose presence chooses this form; nil for the form without.
  package let selector: OptionDeclaration?
  package let arguments: [ArgumentDeclaration]
  package let options: [OptionDeclaration]
  /// Where the selector stands in the usage line.
  let selectorStandsLast: Bool
  let build: @Sendable (CommandInput) throws(CommandFault) -> Command

  init(
    selector: OptionDeclaration? = nil, selectorStandsLast: Bool = false, _ arguments: [ArgumentDeclaration] = [],
    options: [OptionDeclaration] = [],
    build: @escaping @Sendable (CommandInput) throws(CommandFault) -> Command
  ) {
    self.selector = selector
    self.selectorStandsLast = selectorStandsLast
    self.arguments = arguments
    self.options = options
    self.build = build
    allOptions = (selector.map { [$0] } ?? []) + options
    counts =
      arguments.count { !$0.isOptional }...(arguments.contains { $0.repeats } ? Int.max : arguments.count)
  }

  /// The selector and the options.
  package let allOptions: [OptionDeclaration]
  /// How many arguments it needs and takes.
  let counts: ClosedRange<Int>

  func usage(of name: String) -> String {
    var line = name
    if let selector, !selectorStandsLast { line += " " + selector.usage }
    var closing = ""
    for argument in arguments {
      let text = argument.repeats ? argument.name + "..." : argument.name
      if argument.isOptional {
        line += " [" + text
        closing += "]"
      } else {
        line += " " + text
      }
    }
    line += closing
    if let selector, selectorStandsLast { line += " " + selector.usage }
    for option in options { line += " [" + option.usage + "]" + (option.isRepeatable ? "..." : "") }
    return line
  }
}
