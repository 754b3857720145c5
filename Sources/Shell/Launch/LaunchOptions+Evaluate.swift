import CommandLanguage
import FlagEvaluation
import TextFormats

extension LaunchOptions {
  static let evaluateUsage =
    "flagsh evaluate [--flags FILE | --cases] [--keys K,...] [--why] [--count] [--compare] [--engine NAME] [--strict]"

  /// The options that belong to `evaluate` alone.
  private static let evaluateNames = ["flags", "cases", "keys", "why", "count", "compare", "strict"]

  static func refuseEvaluateOptions(_ parsed: ParsedWords) throws(Diagnostic) {
    for name in evaluateNames where parsed.has(name) { throw bad("--\(name) belongs to evaluate", evaluateUsage) }
  }

  static func engine(_ text: String) throws(Diagnostic) -> Dialect {
    if let dialect = Dialect(named: text) { return dialect }
    let names = Dialect.all.map(\.name)
    let near = NearestName.nearestName(to: text, in: names)
    throw bad(
      "--engine takes one of \(names.joined(separator: ", "))",
      near.map { "did you mean \($0)?" } ?? "got \(PrintableText.ascii(text))")
  }

  func evaluateOptions(
    _ words: [String], _ parsed: ParsedWords, _ environment: [String: String]
  ) throws(Diagnostic) -> EvaluateOptions {
    if let word = words.first {
      throw Self.bad(
        "evaluate takes no argument \(PrintableText.ascii(word))",
        "users come on standard input: flagsh evaluate < users")
    }
    for name in ["record", "report-junit", "limit"] where parsed.has(name) {
      throw Self.bad("--\(name) does not belong to evaluate", Self.evaluateUsage)
    }
    var options = EvaluateOptions()
    options.flags = parsed.value("flags")
    options.isCases = try flag("cases", parsed, environment)
    options.explains = try flag("why", parsed, environment)
    options.isStrict = try flag("strict", parsed, environment)
    if !options.isCases, options.flags == nil { options.flags = Self.environmentValue("flags", environment) }
    if let text = parsed.value("keys") ?? Self.environmentValue("keys", environment) {
      options.keys = try Self.keys(text)
    }
    let counts = try flag("count", parsed, environment)
    let compares = try flag("compare", parsed, environment)
    options.form = counts ? .counts : compares ? .differences : .results
    let conflicts: [(isGiven: Bool, names: String, hint: String)] = [
      (options.isCases && options.flags != nil, "--cases and --flags", "with --cases each line brings its own flags"),
      (
        options.isCases && counts, "--cases and --count", "counting needs one configuration for all users: --flags FILE"
      ),
      (counts && compares, "--count and --compare", "use one of them"),
      (counts && options.explains, "--count and --why", "use one of them"),
      (compares && options.explains, "--compare and --why", "--why tells of one engine: --engine NAME"),
    ]
    for conflict in conflicts where conflict.isGiven {
      throw Diagnostic(
        code: "conflictingOptions", message: "\(conflict.names) do not go together", hint: conflict.hint)
    }
    return options
  }

  private static func keys(_ text: String) throws(Diagnostic) -> [String] {
    let keys = text.split(separator: ",", omittingEmptySubsequences: true).map { part in
      let start = part.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
    guard !keys.isEmpty else { throw bad("--keys names no flag", "--keys report-layout,other-flag") }
    return keys
  }
}
