import CommandLanguage

/// The options of the process, declared in the grammar of the commands (design.md, "Decisions").
extension LaunchOptions {
  static let grammar = OptionGrammar([
    OptionDeclaration(
      "command", short: "c", value: "COMMANDS", .text, isRepeatable: true,
      summary: "Run these commands and exit; a newline or ; separates them"),
    OptionDeclaration("world", value: "FILE", .file, summary: "The embedded world to run in; else the built-in one"),
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
    OptionDeclaration("limit", value: "DURATION", .duration, summary: "End a run that takes longer"),
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
