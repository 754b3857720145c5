import CommandLanguage

/// The options of the process, declared in the grammar of the commands (design.md, "Decisions").
extension LaunchOptions {
  static let grammar = OptionGrammar([
    OptionDeclaration(
      "command", short: "c", value: "COMMANDS", .text, isRepeatable: true,
      summary: "Run these commands and exit; a newline or ; separates them"),
    OptionDeclaration("world", value: "FILE", .file, summary: "The embedded world to run in; else the built-in one"),
    OptionDeclaration(
      "engine", value: "NAME", .text,
      summary: "Whose rules evaluate flags: javascript (unless the world says) or python"),
    OptionDeclaration("live", summary: "Talk to the real services instead of an embedded world"),
    OptionDeclaration("send", summary: "live: upload events and let the service track assignments; your consent to it"),
    OptionDeclaration("config", value: "FILE", .file, summary: "An xcconfig file with keys and region"),
    OptionDeclaration("record", value: "FILE", .file, summary: "Record a transcript; replay: the copy to write"),
    OptionDeclaration("update", summary: "replay: rewrite the transcripts with what comes out now"),
    OptionDeclaration("output", short: "o", value: "FORM", .text, summary: "Results as text or json"),
    OptionDeclaration("seed", value: "N", .text, summary: "Where identifiers come from; 0 unless said"),
    OptionDeclaration("clock", value: "TIME", .text, summary: "The virtual start; 2026-01-01T00:00:00Z unless said"),
    OptionDeclaration(
      "platform", value: "NAME", .text, summary: "The app platform the session stands for; iOS unless said"),
    OptionDeclaration("keep-going", summary: "Go on after a failed command"),
    OptionDeclaration("color", value: "WHEN", .text, summary: "auto, always or never"),
    OptionDeclaration("report-junit", value: "FILE", .file, summary: "Write a JUnit report of run or replay"),
    OptionDeclaration("events-out", value: "FILE", .file, summary: "Add engagement events to FILE, as JSON Lines"),
    OptionDeclaration("retry", summary: "live: fetch again after a failure that may pass"),
    OptionDeclaration("evaluation-url", value: "URL", .text, summary: "live: the evaluation service, for proxies"),
    OptionDeclaration("analytics-url", value: "URL", .text, summary: "live: the analytics service, for proxies"),
    OptionDeclaration("test-mode", summary: "live: decisions leave no traces; so without --send in any case"),
    OptionDeclaration("limit", value: "DURATION", .duration, summary: "End a run that takes longer"),
    OptionDeclaration(
      "flags", value: "FILE", .file, summary: "evaluate: the flags, an array as the service delivers it"),
    OptionDeclaration("cases", summary: "evaluate: each line brings its own flags"),
    OptionDeclaration("keys", value: "K,...", .text, summary: "evaluate: these flags and what they depend on"),
    OptionDeclaration("why", summary: "evaluate: add everything that led to each variant"),
    OptionDeclaration("count", summary: "evaluate: count the variants instead, beside their expected weights"),
    OptionDeclaration("compare", summary: "evaluate: list where the engines differ, and by which rule"),
    OptionDeclaration("strict", summary: "evaluate: stop at the first bad line"),
    OptionDeclaration("quiet", summary: "No notices"),
    OptionDeclaration("verbose", summary: "Show requests and times on standard error"),
    OptionDeclaration("no-history", summary: "Neither read nor write the history of typed lines"),
    OptionDeclaration("help", summary: "Say how flagsh is used"),
    OptionDeclaration("version", summary: "Say which version this is"),
  ])

  /// The text of `flagsh --help`.
  static var usage: String {
    var lines = [
      "flagsh [OPTIONS]                       a shell on a terminal; else commands from standard input",
      "flagsh [OPTIONS] -c COMMANDS           runs COMMANDS and exits",
      "flagsh [OPTIONS] run FILE...           runs scripts, each in a session of its own (- is standard input)",
      "flagsh replay PATH... [--record COPY] [--update]",
      "                                       replays transcripts, or folders of them",
      "flagsh transcript show|script|audit FILE...",
      "flagsh evaluate [--flags FILE | --cases] [--keys K,...] [--why] [--count] [--compare]",
      "                                       the variants of users, JSON Lines on standard input",
      "flagsh doctor [--live]                 says where each setting comes from and what is wrong with it",
      "flagsh help [TOPIC]                    help on a command or a topic",
      "", "Options",
    ]
    for option in grammar.options {
      let short = option.short.map { "-\($0), " } ?? ""
      let name = short + option.usage
      lines.append("  " + name + String(repeating: " ", count: max(2, 26 - name.count)) + option.summary)
    }
    lines.append("")
    lines.append("Each long option has an environment variable: FLAGSH_WORLD for --world, and so on.")
    return lines.joined(separator: "\n") + "\n"
  }
}
