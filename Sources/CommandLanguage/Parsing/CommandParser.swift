package import TextFormats

/// Turns a statement into the command it means (product.md section 3).
package enum CommandParser {
  /// Reads a statement.
  /// - Throws: A diagnostic with the place in the source; usage faults (exit status 2) have the codes
  ///   `unknownCommand`, `missingCommand`, `badArgument`, `missingArgument`, `extraArgument`, `unknownOption`,
  ///   `missingValue`, `repeatedOption` and `conflictingOptions`; faults of the text (3) `unbalancedQuote`,
  ///   `controlCharacter` and `badStatement`.
  package static func parse(_ statement: Statement) throws(Diagnostic) -> ParsedCommand {
    var entry: CommandEntry?
    do throws(CommandFault) {
      return try parse(statement.text, entry: &entry)
    } catch {
      throw diagnostic(error, entry: entry, statement: statement)
    }
  }

  /// Reads the text of one statement that stands at `place`; without a place, columns count from its start.
  package static func parse(_ text: String, place: SourcePlace? = nil) throws(Diagnostic) -> ParsedCommand {
    try parse(Statement(text: text, place: place ?? SourcePlace(file: "<command>", line: 1, column: 1)))
  }

  // MARK: Words to command

  private static func parse(_ text: String, entry: inout CommandEntry?) throws(CommandFault) -> ParsedCommand {
    var words = try WordSplitter.split(text)[...]
    let expectsFailure = try takeBang(&words)
    let inBackground = takeAmpersand(&words)
    guard let name = words.first else {
      if expectsFailure || inBackground {
        throw CommandFault(
          .missingCommand, "\(expectsFailure ? "`!`" : "`&`") stands without a command", at: 0, showsUsage: false)
      }
      throw CommandFault(.missingCommand, "there is no command", at: 0, showsUsage: false)
    }
    guard let found = Catalogue.entry(named: name.text) else { throw unknown(name) }
    words = words.dropFirst()
    entry = found
    var command = found
    if let sub = words.first, let subcommand = found.subcommands.first(where: { $0.ownName == sub.text }) {
      words = words.dropFirst()
      command = subcommand
      entry = subcommand
    } else if let sub = words.first, !found.subcommands.isEmpty, !isHelp(sub) {
      let near = NearestName.nearestName(to: sub.text, in: found.subcommands.map(\.ownName))
      throw CommandFault(
        .unknownCommand, "there is no command \(found.name) \(ValueReader.shortened(sub.text))", at: sub.offset,
        hint: near.map { "did you mean \(found.name) \($0)?" } ?? "`help \(found.name)` lists its commands",
        showsUsage: false)
    }
    let built = try build(command, from: words)
    return ParsedCommand(
      name: command.name, command: built, expectsFailure: expectsFailure, inBackground: inBackground)
  }

  private static func build(_ entry: CommandEntry, from words: ArraySlice<Word>) throws(CommandFault) -> Command {
    if let first = words.first, words.count == 1, isHelp(first) { return .help(topic: entry.name) }
    var parsed = ParsedWords()
    if entry.takesWordsAsTheyAre {
      parsed.arguments = Array(words)
    } else {
      parsed = try entry.grammar.parse(words)
    }
    let form = try form(of: entry, for: parsed, words: words)
    let counts = form.counts
    if parsed.arguments.count < counts.lowerBound {
      let missing = form.arguments[parsed.arguments.count]
      throw CommandFault(.missingArgument, "\(missing.name) is missing: \(missing.summary)", at: nil)
    }
    if parsed.arguments.count > counts.upperBound { throw extra(parsed.arguments[counts.upperBound]) }
    var values: [ArgumentValue] = []
    values.reserveCapacity(parsed.arguments.count)
    for (index, word) in parsed.arguments.enumerated() {
      let declaration = form.arguments[min(index, form.arguments.count - 1)]
      values.append(try ValueReader.read(word, as: declaration.kind, name: declaration.name))
    }
    return try form.build(CommandInput(arguments: values, words: parsed))
  }

  /// The form that the given options choose.
  private static func form(
    of entry: CommandEntry, for parsed: ParsedWords, words: ArraySlice<Word>
  ) throws(CommandFault) -> CommandForm {
    let form =
      entry.forms.first { $0.selector.map { parsed.has($0.name) } ?? false }
      ?? entry.forms.first { $0.selector == nil }
    guard let form else {
      let needed = entry.forms.compactMap { $0.selector?.usage }.joined(separator: " or ")
      throw CommandFault(.missingArgument, "\(needed) is missing", at: nil)
    }
    for option in parsed.options where !form.allOptions.contains(where: { $0.name == option.name }) {
      let partner = form.selector.map { "with --\($0.name)" } ?? "here"
      let place = words.first { $0.mayBeOption && $0.text.hasPrefix("--" + option.name) }?.offset
      throw CommandFault(.conflictingOptions, "the option --\(option.name) has no meaning \(partner)", at: place)
    }
    return form
  }

  private static func isHelp(_ word: Word) -> Bool { word.mayBeOption && word.text == "--help" }

  /// Takes a leading `!`, alone or joined to the command.
  private static func takeBang(_ words: inout ArraySlice<Word>) throws(CommandFault) -> Bool {
    guard let first = words.first, first.mayBeOption, first.text.utf8.first == Byte.bang else { return false }
    words = words.dropFirst()
    let rest = String(decoding: first.text.utf8.dropFirst(), as: UTF8.self)
    if !rest.isEmpty {
      words.insert(
        Word(text: rest, offset: first.offset + 1, mayBeOption: true, isVerbatim: first.isVerbatim),
        at: words.startIndex)
    }
    if let next = words.first, next.mayBeOption, next.text.utf8.first == Byte.bang {
      throw CommandFault(
        .unknownCommand, "one `!` is enough", at: next.offset, hint: "`!` expects the command to fail",
        showsUsage: false)
    }
    return true
  }

  /// Takes a trailing `&`, alone or joined to the last word.
  private static func takeAmpersand(_ words: inout ArraySlice<Word>) -> Bool {
    guard let last = words.last, last.endsPlainly, last.text.utf8.last == Byte.ampersand else {
      return false
    }
    words = words.dropLast()
    let rest = String(decoding: last.text.utf8.dropLast(), as: UTF8.self)
    if !rest.isEmpty {
      words.append(
        Word(text: rest, offset: last.offset, mayBeOption: last.mayBeOption, isVerbatim: last.isVerbatim))
    }
    return true
  }

  // MARK: Faults

  private static func unknown(_ word: Word) -> CommandFault {
    let names = Catalogue.entries.flatMap { [$0.name] + $0.aliases }
    let near = NearestName.nearestName(to: word.text, in: names)
    return CommandFault(
      .unknownCommand, "there is no command \(ValueReader.quoted(word.text))", at: word.offset,
      hint: near.map { "did you mean \($0)?" } ?? "`help` lists all commands", showsUsage: false)
  }

  private static func extra(_ word: Word) -> CommandFault {
    let hint: String? =
      switch word.text {
      case "|", "||", ">", ">>", "2>": "there are no pipes and no redirections here"
      case "&&": "use `;`: a script stops at the first command that fails"
      case "&", "!": "`!` begins and `&` ends a command"
      default: "put a text with blanks into quotes"
      }
    return CommandFault(
      .extraArgument, "\(ValueReader.quoted(word.text)) is one argument too many", at: word.offset, hint: hint)
  }

  private static func diagnostic(_ fault: CommandFault, entry: CommandEntry?, statement: Statement) -> Diagnostic {
    let located = statement.locate(utf8Offset: fault.offset ?? statement.text.utf8.count)
    var hint = fault.hint
    if fault.showsUsage, let entry {
      let usage = "usage: " + entry.usage.joined(separator: " | ")
      hint = hint.map { "\($0); \(usage)" } ?? usage
    }
    return Diagnostic(
      code: fault.code.rawValue, message: fault.message, place: located.place, sourceLine: located.sourceLine,
      hint: hint)
  }
}
