import CommandLanguage
import FlagEvaluation
import TextFormats
import Vocabulary

/// What the process was started with: options, then environment, then what is built in (product.md section 2).
struct LaunchOptions {
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  /// What the process is for.
  enum Mode: Equatable {
    case shell
    case commands([String])
    case run([String])
    case replay(paths: [String], copy: String?, update: Bool)
    case transcript(verb: String, files: [String])
    case evaluate(EvaluateOptions)
    case doctor
    case help(topic: String?)
    case version
  }

  var mode = Mode.shell
  var world: String?
  /// Whose rules evaluate flags; nil leaves it to the world.
  var engine: Dialect?
  var config: String?
  /// The real services instead of an embedded world.
  var isLive = false
  /// Upload events and let the service track assignments.
  var sends = false
  /// Fetch again after a failure that may pass.
  var retries = false
  /// In place of the hosts of the region.
  var evaluationURL: String?
  var analyticsURL: String?
  /// Whether decisions leave no traces; without `--send` they never do.
  var isTestMode: Bool { !sends || asksTestMode }
  private var asksTestMode = false
  /// The options that were set, with where each value came from (`doctor`).
  private(set) var settings: [Setting] = []
  var record: String?
  var output = OutputForm.text
  var seed: UInt64 = 0
  /// Microseconds since 1970 of the virtual start.
  var start: Int64 = 1_767_225_600_000_000
  var platform = "iOS"
  var keepsGoing = false
  var color = Color.auto
  var reportJUnit: String?
  /// Where engagement events are written besides the ledger.
  var eventsOut: String?
  var limit: Span?
  var isQuiet = false
  var isVerbose = false
  var keepsHistory = true

  /// Reads arguments (without the program's name) and environment.
  /// - Throws: A diagnostic of exit status 2.
  init(arguments: [String], environment: [String: String]) throws(Diagnostic) {
    // Options may stand before the verb and behind it, as users of other tools expect.
    let leading = try Self.grammar.parse(arguments: arguments)
    var words = leading.arguments.map(\.text)
    if leading.has("help") {
      mode = .help(topic: nil)
      return
    }
    if leading.has("version") {
      mode = .version
      return
    }
    isLive = try flag("live", leading, environment)
    // What belongs to the other kind of session counts as not set in the environment, and is refused as an option.
    let given: (String) -> String? = { [isLive] name in
      if let value = leading.value(name) { return value }
      return isLive && Self.embeddedOnly.contains(name) ? nil : Self.environmentValue(name, environment)
    }
    try take(given)
    if isLive {
      sends = try flag("send", leading, environment)
      retries = try flag("retry", leading, environment)
      asksTestMode = try flag("test-mode", leading, environment)
      evaluationURL = given("evaluation-url")
      analyticsURL = given("analytics-url")
    }
    keepsGoing = try flag("keep-going", leading, environment)
    isQuiet = try flag("quiet", leading, environment)
    isVerbose = try flag("verbose", leading, environment)
    keepsHistory = try !flag("no-history", leading, environment)

    var commands = leading.values("command")
    if commands.isEmpty, words.isEmpty, let text = Self.environmentValue("command", environment) { commands = [text] }
    let updates = try flag("update", leading, environment)
    if let verb = words.first {
      guard commands.isEmpty else {
        throw Diagnostic(
          code: "conflictingOptions", message: "-c and \(verb) do not go together", hint: "use one of them")
      }
      words.removeFirst()
      if verb == "evaluate" {
        mode = .evaluate(try evaluateOptions(words, leading, environment))
      } else {
        try take(verb: verb, words, updates: updates)
      }
    } else if !commands.isEmpty {
      mode = .commands(commands)
    }
    if case .evaluate = mode {} else { try Self.refuseEvaluateOptions(leading) }
    try refuseOtherWorld(leading)
    settings = Self.settings(leading, environment)
    if leading.has("update"), case .replay = mode {
    } else if leading.has("update") {
      throw Self.bad("--update belongs to replay", "flagsh replay PATH... --update")
    }
  }

  private mutating func take(_ given: (String) -> String?) throws(Diagnostic) {
    world = given("world")
    if let text = given("engine") { engine = try Self.engine(text) }
    config = given("config")
    record = given("record")
    reportJUnit = given("report-junit")
    eventsOut = given("events-out")
    if let text = given("output") { output = try Self.word(text, of: OutputForm.self, "output") }
    if let text = given("color") { color = try Self.word(text, of: Color.self, "color") }
    if let text = given("platform") { platform = text }
    if let text = given("seed") {
      guard let number = UInt64(text), !text.hasPrefix("+") else {
        throw Self.bad("--seed takes a number from 0 to \(UInt64.max)", "got \(PrintableText.ascii(text))")
      }
      seed = number
    }
    if let text = given("clock") {
      guard let microseconds = MomentText.parse(text) ?? MomentText.parse(text + "T00:00:00Z") else {
        throw Self.bad(
          "--clock takes a time in UTC such as 2026-01-01T00:00:00Z", "got \(PrintableText.ascii(text))")
      }
      start = microseconds
    }
    if let text = given("limit") {
      do { limit = try DurationText.parse(text) } catch {
        throw Self.bad("--limit takes a duration", DurationText.hint)
      }
    }
  }

  private mutating func take(verb: String, _ words: [String], updates: Bool) throws(Diagnostic) {
    switch verb {
    case "run":
      guard !words.isEmpty else { throw Self.bad("run needs script files", "flagsh run FILE...") }
      mode = .run(words)
    case "replay":
      guard !words.isEmpty else {
        throw Self.bad("replay needs transcripts or folders", "flagsh replay PATH... [--record COPY] [--update]")
      }
      guard record == nil || !updates else {
        throw Diagnostic(
          code: "conflictingOptions", message: "--record COPY and --update do not go together",
          hint: "--update rewrites the transcripts themselves")
      }
      mode = .replay(paths: words, copy: record, update: updates)
    case "transcript":
      let verbs = ["show", "script", "audit"]
      guard let action = words.first else {
        throw Self.bad("transcript needs a verb", "flagsh transcript show|script|audit FILE...")
      }
      guard verbs.contains(action) else {
        let near = NearestName.nearestName(to: action, in: verbs)
        throw Self.bad(
          "there is no transcript \(PrintableText.ascii(action))",
          near.map { "did you mean transcript \($0)?" } ?? "flagsh transcript show|script|audit FILE...")
      }
      guard words.count > 1 else {
        throw Self.bad("transcript \(action) needs files", "flagsh transcript \(action) FILE...")
      }
      mode = .transcript(verb: action, files: Array(words.dropFirst()))
    case "doctor":
      guard words.isEmpty else { throw Self.bad("doctor takes no arguments", "flagsh doctor [--live] [--config FILE]") }
      mode = .doctor
    case "help":
      mode = .help(topic: words.isEmpty ? nil : words.joined(separator: " "))
    default:
      let verbs = ["run", "replay", "transcript", "evaluate", "doctor", "help"]
      if let near = NearestName.nearestName(to: verb, in: verbs) {
        throw Diagnostic(
          code: "unknownCommand", message: "there is no flagsh \(PrintableText.ascii(verb))",
          hint: "did you mean flagsh \(near)?")
      }
      let isCommand = Catalogue.entry(named: verb) != nil
      throw Diagnostic(
        code: "unknownCommand", message: "there is no flagsh \(PrintableText.ascii(verb))",
        hint: isCommand
          ? "commands of the shell go behind -c: flagsh -c '\(verb)'" : "flagsh --help lists what there is")
    }
  }

  // MARK: Worlds

  private static let embeddedOnly = ["world", "engine", "seed", "clock"]
  private static let liveOnly = ["send", "retry", "evaluation-url", "analytics-url", "test-mode"]

  /// Options of the one kind of session say nothing in the other.
  private func refuseOtherWorld(_ parsed: ParsedWords) throws(Diagnostic) {
    if mode == .doctor { return }
    if isLive, let name = Self.embeddedOnly.first(where: { parsed.has($0) }) {
      throw Diagnostic(
        code: "conflictingOptions", message: "--\(name) and --live do not go together",
        hint: "a live session has the services' own flags, the real clock and random identifiers")
    }
    if !isLive, let name = Self.liveOnly.first(where: { parsed.has($0) }) {
      throw Diagnostic(
        code: "conflictingOptions", message: "--\(name) belongs to --live",
        hint: "the embedded world \(name == "send" ? "takes events without it" : "has no use for it")")
    }
  }

  /// Every option that is set, by an argument or a variable, in the order of the grammar.
  private static func settings(_ parsed: ParsedWords, _ environment: [String: String]) -> [Setting] {
    grammar.options.compactMap { option in
      if parsed.has(option.name) {
        return Setting(name: option.name, value: parsed.value(option.name) ?? "on", source: .option(option.name))
      }
      guard let value = environmentValue(option.name, environment) else { return nil }
      return Setting(name: option.name, value: value, source: .environment(variable(option.name)))
    }
  }

  static func variable(_ option: String) -> String {
    // Option names are ASCII. In bytes, since texts' own search costs a tenth of the start.
    let bytes = option.uppercased().utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }
    return "FLAGSH_" + String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Values

  static func bad(_ message: String, _ hint: String) -> Diagnostic {
    Diagnostic(code: "badArgument", message: message, hint: hint)
  }

  private static func word<Word: RawRepresentable & CaseIterable>(
    _ text: String, of type: Word.Type, _ option: String
  ) throws(Diagnostic) -> Word where Word.RawValue == String {
    if let word = Word(rawValue: text) { return word }
    throw bad(
      "--\(option) takes one of \(Word.allCases.map(\.rawValue).joined(separator: ", "))",
      "got \(PrintableText.ascii(text))")
  }

  static func environmentValue(_ name: String, _ environment: [String: String]) -> String? {
    let value = environment[variable(name)]
    return value?.isEmpty == true ? nil : value
  }

  func flag(
    _ name: String, _ parsed: ParsedWords, _ environment: [String: String]
  ) throws(Diagnostic) -> Bool {
    if parsed.has(name) { return true }
    switch Self.environmentValue(name, environment) {
    case nil, "0", "false", "no", "off": return false
    case "1", "true", "yes", "on": return true
    case let other?:
      throw Self.bad(
        "\(Self.variable(name)) takes 1 or 0", "got \(PrintableText.ascii(other))")
    }
  }
}

extension String {
  /// Every occurrence of one ASCII text replaced by another.
  fileprivate func replacing(_ one: Character, with other: Character) -> String {
    String(map { $0 == one ? other : $0 })
  }
}
