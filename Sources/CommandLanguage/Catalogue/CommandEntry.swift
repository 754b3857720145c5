/// One command of the catalogue: everything that parsing, help, completion and the README say about it.
///
/// A class only so that handing one around costs nothing; it never changes.
package final class CommandEntry: Sendable {
  /// With the command it belongs to: `open`, `world hold`.
  package let name: String
  package let aliases: [String]
  package let group: CommandGroup
  /// One line, in the third person, without a full stop.
  package let summary: String
  /// The ways to write it; several when an option decides what the arguments mean.
  package let forms: [CommandForm]
  /// True when it starts a request or waits, so that a trailing `&` means something.
  package let startsWork: Bool
  /// True when every word is an argument, whatever it begins with.
  package let takesWordsAsTheyAre: Bool
  /// Further paragraphs of its help page.
  package let details: [String]
  package let examples: [String]
  package let subcommands: [CommandEntry]
  /// All options of all forms.
  package let grammar: OptionGrammar

  init(
    _ name: String, aliases: [String] = [], _ group: CommandGroup, _ summary: String, startsWork: Bool = false,
    takesWordsAsTheyAre: Bool = false, forms: [CommandForm], details: [String] = [], examples: [String],
    subcommands: [CommandEntry] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.summary = summary
    self.startsWork = startsWork
    self.takesWordsAsTheyAre = takesWordsAsTheyAre
    self.forms = forms
    self.details = details
    self.examples = examples
    self.subcommands = subcommands
    var options: [OptionDeclaration] = []
    for option in forms.flatMap(\.allOptions) where !options.contains(where: { $0.name == option.name }) {
      options.append(option)
    }
    grammar = OptionGrammar(options)
  }

  /// The last word of the name: `hold` of `world hold`.
  package var ownName: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// One line for each form: `why KEY [--want VARIANT]`.
  package var usage: [String] { forms.map { $0.usage(of: name) } }
}

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

/// The chapters of the command list, in the order of help.
package enum CommandGroup: String, Sendable, CaseIterable {
  case identity = "Identity"
  case flags = "Flags"
  case report = "Report"
  case events = "Events and experiments"
  case work = "Work in flight"
  case world = "World"
  case checking = "Checking"
  case shell = "Shell"
}
