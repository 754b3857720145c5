package import TextFormats

/// The options of a command or of the process, and how words are told apart by them.
///
/// Long options take their value as `--name VALUE` or `--name=VALUE`, short ones as `-n VALUE` or `-nVALUE`; short
/// switches do not bundle. `--` ends options. A word with one dash is an option only where short options are declared.
package struct OptionGrammar: Sendable {
  package let options: [OptionDeclaration]
  private let hasShortOptions: Bool

  package init(_ options: [OptionDeclaration] = []) {
    self.options = options
    hasShortOptions = options.contains { $0.short != nil }
  }

  /// Reads the arguments of the process.
  /// - Parameter stopsAtFirstArgument: Leave everything from the first argument on as it is.
  /// - Throws: A diagnostic without a place, of exit status 2.
  package func parse(
    arguments: [String], stopsAtFirstArgument: Bool = false
  ) throws(Diagnostic) -> ParsedWords {
    let words = arguments.map { Word(argument: $0) }
    do throws(CommandFault) {
      return try parse(words[...], stopsAtFirstArgument: stopsAtFirstArgument)
    } catch {
      throw Diagnostic(
        code: error.code.rawValue, message: error.message, hint: error.hint ?? "flagsh --help lists the options")
    }
  }

  /// Tells arguments and options apart and checks the values of the options by their kinds.
  func parse(_ words: ArraySlice<Word>, stopsAtFirstArgument: Bool = false) throws(CommandFault) -> ParsedWords {
    var parsed = ParsedWords()
    var index = words.startIndex
    while index < words.endIndex {
      let word = words[index]
      index += 1
      guard word.mayBeOption, word.text.utf8.first == Byte.dash, word.text.utf8.count > 1 else {
        parsed.arguments.append(word)
        guard stopsAtFirstArgument else { continue }
        break
      }
      if word.text == "--" { break }
      guard let split = try split(word) else {
        parsed.arguments.append(word)
        guard stopsAtFirstArgument else { continue }
        break
      }
      try take(split, of: word, from: words, index: &index, into: &parsed)
    }
    parsed.arguments.append(contentsOf: words[index...])
    return parsed
  }

  private struct Split {
    let option: OptionDeclaration
    let value: Word?
  }

  private func take(
    _ split: Split, of word: Word, from words: ArraySlice<Word>, index: inout Int, into parsed: inout ParsedWords
  ) throws(CommandFault) {
    let option = split.option
    if !option.isRepeatable, parsed.has(option.name) {
      throw CommandFault(.repeatedOption, "the option --\(option.name) is given twice", at: word.offset)
    }
    guard option.valueName != nil else {
      if let value = split.value {
        throw CommandFault(.badArgument, "the option --\(option.name) takes no value", at: value.offset)
      }
      parsed.options.append(.init(name: option.name, value: nil))
      return
    }
    var value = split.value
    if value == nil, index < words.endIndex {
      value = words[index]
      index += 1
    }
    guard let value else {
      throw CommandFault(
        .missingValue, "the option --\(option.name) needs a value: \(option.usage)", at: nil)
    }
    _ = try ValueReader.read(value, as: option.kind, name: "--\(option.name)")
    parsed.options.append(.init(name: option.name, value: value))
  }

  /// The option that a word names, with a value written in the same word; nil when the word is an argument.
  private func split(_ word: Word) throws(CommandFault) -> Split? {
    let text = word.text
    if text.utf8.dropFirst().first != Byte.dash {
      guard hasShortOptions else { return nil }
      return try splitShort(word)
    }
    let body = text.utf8.dropFirst(2)
    let equals = body.firstIndex(of: Byte.equals)
    let name = String(body[..<(equals ?? body.endIndex)]) ?? ""
    guard let option = options.first(where: { $0.name == name }) else {
      throw CommandFault(
        .unknownOption, "there is no option --\(ValueReader.shortened(name))", at: word.offset,
        hint: hint(forUnknown: name))
    }
    guard let equals else { return Split(option: option, value: nil) }
    let start = text.utf8.distance(from: text.utf8.startIndex, to: equals) + 1
    let value = Word(
      text: String(text.utf8.dropFirst(start)) ?? "", offset: word.offset(ofByte: start), mayBeOption: false,
      isVerbatim: word.isVerbatim)
    return Split(option: option, value: value)
  }

  private func splitShort(_ word: Word) throws(CommandFault) -> Split {
    let letter = word.text[word.text.index(after: word.text.startIndex)]
    guard let option = options.first(where: { $0.short == letter }) else {
      throw CommandFault(.unknownOption, "there is no option -\(letter)", at: word.offset, hint: nil)
    }
    let rest = word.text.dropFirst(2)
    guard !rest.isEmpty else { return Split(option: option, value: nil) }
    let start = word.text.utf8.distance(from: word.text.startIndex, to: rest.startIndex)
    let value = Word(
      text: String(rest), offset: word.offset(ofByte: start), mayBeOption: false, isVerbatim: word.isVerbatim)
    return Split(option: option, value: value)
  }

  private func hint(forUnknown name: String) -> String? {
    if let near = NearestName.nearestName(to: name, in: options.map(\.name)) { return "did you mean --\(near)?" }
    return options.isEmpty ? "put a text that begins with -- into quotes" : nil
  }
}
