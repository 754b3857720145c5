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
