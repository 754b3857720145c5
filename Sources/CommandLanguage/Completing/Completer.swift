import Vocabulary

/// Finds what the word at the cursor may be, from the catalogue and the session's names.
struct Completer {
  struct Offer {
    let text: String
    var note = ""
    /// True for words that never need quotes, though they look like an option.
    var isSyntax = false
  }

  let typed: TypedWords
  let vocabulary: CompletionVocabulary
  /// Where the completed part begins, in bytes of the line.
  private(set) var start: Int
  /// The completed part as far as it is typed.
  private(set) var beginning: String
  private(set) var offers: [Offer] = []
  private(set) var wantsFile = false

  init(typed: TypedWords, vocabulary: CompletionVocabulary) {
    self.typed = typed
    self.vocabulary = vocabulary
    start = typed.start
    beginning = typed.partial
  }

  mutating func run() {
    guard let name = typed.words.first else {
      for entry in Catalogue.entries {
        offers.append(Offer(text: entry.name, note: entry.summary))
        for alias in entry.aliases { offers.append(Offer(text: alias, note: "the same as \(entry.name)")) }
      }
      return
    }
    guard var entry = Catalogue.entry(named: name.text) else { return }
    var words = typed.words.dropFirst()
    if !entry.subcommands.isEmpty {
      guard let word = words.first else {
        offers = entry.subcommands.map { Offer(text: $0.ownName, note: $0.summary) }
        return
      }
      guard let subcommand = entry.subcommands.first(where: { $0.ownName == word.text }) else { return }
      entry = subcommand
      words = words.dropFirst()
    }
    complete(entry, after: words)
  }

  private mutating func complete(_ entry: CommandEntry, after words: ArraySlice<Word>) {
    guard !entry.takesWordsAsTheyAre else {
      return offerArgument(of: entry, arguments: words.map(\.text), given: [])
    }
    var arguments: [String] = []
    var given: [String] = []
    var hasEnded = false
    var awaiting: OptionDeclaration?
    for word in words {
      if let option = awaiting {
        given.append(option.name)
        awaiting = nil
      } else if !hasEnded, word.mayBeOption, word.text == "--" {
        hasEnded = true
      } else if !hasEnded, word.mayBeOption, word.text.hasPrefix("--") {
        let name = word.text.dropFirst(2).prefix { $0 != "=" }
        guard let option = entry.grammar.options.first(where: { $0.name == name }) else { continue }
        if option.valueName != nil, !word.text.utf8.contains(Byte.equals) {
          awaiting = option
        } else {
          given.append(option.name)
        }
      } else {
        arguments.append(word.text)
      }
    }
    if let awaiting { return offer(awaiting.kind, arguments: arguments) }
    if !hasEnded, typed.partialMayBeOption, typed.partial.utf8.first == Byte.dash {
      return completeOption(of: entry, arguments: arguments, given: given)
    }
    offerArgument(of: entry, arguments: arguments, given: given)
  }

  private mutating func completeOption(of entry: CommandEntry, arguments: [String], given: [String]) {
    let bytes = Array(typed.partial.utf8)
    if let equals = bytes.firstIndex(of: Byte.equals) {
      let name = String(decoding: bytes[..<equals].dropFirst(2), as: UTF8.self)
      guard typed.isVerbatim, let option = entry.grammar.options.first(where: { $0.name == name }) else { return }
      start += equals + 1
      beginning = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
      return offer(option.kind, arguments: arguments)
    }
    offerOptions(of: entry, given: given)
  }

  private mutating func offerOptions(of entry: CommandEntry, given: [String]) {
    for option in entry.grammar.options where option.isRepeatable || !given.contains(option.name) {
      offers.append(Offer(text: "--" + option.name, note: option.summary, isSyntax: true))
    }
  }

  private mutating func offerArgument(of entry: CommandEntry, arguments: [String], given: [String]) {
    let form =
      entry.forms.first { form in form.selector.map { given.contains($0.name) } ?? false }
      ?? entry.forms.first { $0.selector == nil }
    guard let form else { return }
    if let last = form.arguments.indices.last, arguments.count <= last || form.arguments[last].repeats {
      offer(form.arguments[min(arguments.count, last)].kind, arguments: arguments)
    } else if typed.partial.isEmpty {
      offerOptions(of: entry, given: given)
    }
  }

  // MARK: Values

  private mutating func offer(_ kind: ValueKind, arguments: [String]) {
    switch kind {
    case .text, .duration, .integer, .anchor, .attribute, .decisionPath: break
    case .word(let words): offer(words)
    case .flagKey: offer(vocabulary.flagKeys, note: "flag")
    case .variant: offer(arguments.first.flatMap { vocabulary.variants[$0] } ?? [], note: "variant")
    case .pointName: offer(vocabulary.pointNames, note: "point")
    case .userId: offer(vocabulary.userIds, note: "user")
    case .deviceId: offer(vocabulary.deviceIds, note: "device")
    case .insertId: offer(vocabulary.insertIds, note: "event")
    case .file: wantsFile = true
    case .helpTopic: offerHelp(arguments)
    case .job, .jobOrDuration: offer(vocabulary.jobs.map { "%\($0)" }, note: "job")
    case .service: offer(Service.ofTheApp.map(\.rawValue), note: "service")
    case .fault: offer(FaultKind.words, note: "fault")
    case .propertyChange: offer(vocabulary.propertyNames.map { $0 + "=" }, note: "property")
    case .propertyName: offer(vocabulary.propertyNames, note: "property")
    case .documentPath:
      let given = vocabulary.documentPaths.filter { !Completion.documentNames.contains($0) }
      offer(Completion.documentNames + given)
    case .expectOperator: offer(Expectation.Operator.allCases.map(\.rawValue))
    }
  }

  private mutating func offer(_ texts: [String], note: String = "") {
    offers += texts.map { Offer(text: $0, note: note) }
  }

  private mutating func offerHelp(_ arguments: [String]) {
    if let first = arguments.first {
      guard arguments.count == 1, let entry = Catalogue.entry(named: first) else { return }
      offers = entry.subcommands.map { Offer(text: $0.ownName, note: $0.summary) }
    } else {
      offers = Catalogue.entries.map { Offer(text: $0.name, note: $0.summary) }
      offers += HelpTopic.all.map { Offer(text: $0.name, note: $0.summary) }
    }
  }
}
