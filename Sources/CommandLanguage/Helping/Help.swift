/// Help texts, made from the catalogue and the topics; lines of at most 80 columns where words allow it.
package enum Help {
  static let width = 80

  /// The text of `help` and of `help TOPIC`; nil for a topic that does not exist.
  package static func text(topic: String?) -> String? {
    guard let topic else { return overview }
    let text = HelpTopic.named(topic)?.text
    guard let entry = Catalogue.entry(path: topic) else { return text }
    // Some commands have a topic of the same name: one page holds both.
    return page(of: entry) + (text.map { "\n\n" + $0 } ?? "")
  }

  /// True when there is a page of this name: a command, an alias, `world hold`, a topic.
  package static func hasPage(_ topic: String) -> Bool {
    Catalogue.entry(path: topic) != nil || HelpTopic.named(topic) != nil
  }

  /// The names of all pages: commands, their subcommands, topics.
  package static var pages: [String] {
    Catalogue.entries.flatMap { [$0.name] + $0.subcommands.map(\.name) } + HelpTopic.all.map(\.name)
  }

  /// All commands by group, and the topics.
  static var overview: String {
    var lines: [String] = []
    for group in CommandGroup.allCases {
      lines.append(group.rawValue)
      let rows = Catalogue.entries.filter { $0.group == group }.flatMap { entry -> [(String, String)] in
        [(entry.name, entry.summary)] + entry.subcommands.map { ($0.name, $0.summary) }
      }
      lines += table(rows, left: 18)
      lines.append("")
    }
    lines.append("Topics")
    lines += table(HelpTopic.all.map { ($0.name, $0.summary) }, left: 18)
    lines += ["", "More about a command or a topic: help NAME. The session's state: status"]
    return lines.joined(separator: "\n")
  }

  /// The page of one command.
  static func page(of entry: CommandEntry) -> String {
    var lines = wrap("\(entry.name): \(entry.summary)", indent: "") + [""]
    for (index, usage) in entry.usage.enumerated() { lines.append((index == 0 ? "usage: " : "       ") + usage) }
    if !entry.aliases.isEmpty { lines.append("also:  " + entry.aliases.joined(separator: ", ")) }
    append("Arguments", rows: arguments(of: entry), to: &lines)
    append("Options", rows: entry.grammar.options.map { ($0.usage, $0.summary) }, to: &lines)
    append("Commands", rows: entry.subcommands.map { ($0.usage[0], $0.summary) }, to: &lines)
    for paragraph in entry.details { lines += [""] + wrap(paragraph, indent: "") }
    if entry.startsWork { lines += ["", "With & at the end it runs as a job."] }
    lines += ["", entry.examples.count == 1 ? "Example" : "Examples"] + entry.examples.map { "  " + $0 }
    return lines.joined(separator: "\n")
  }

  /// The command table of the README, as Markdown.
  package static var markdownCommandTable: String {
    var lines = ["| command | does |", "| --- | --- |"]
    for entry in Catalogue.entries.flatMap({ [$0] + $0.subcommands }) {
      let usage = entry.usage.map { "`\($0.replacingBars())`" }.joined(separator: ", ")
      let aliases = entry.aliases.isEmpty ? "" : " (`" + entry.aliases.joined(separator: "`, `") + "`)"
      lines.append("| \(usage)\(aliases) | \(entry.summary.replacingBars()) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Layout

  private static func arguments(of entry: CommandEntry) -> [(String, String)] {
    var rows: [(String, String)] = []
    for argument in entry.forms.flatMap(\.arguments) where !rows.contains(where: { $0.0 == argument.name }) {
      rows.append((argument.name, argument.summary))
    }
    return rows
  }

  private static func append(_ title: String, rows: [(String, String)], to lines: inout [String]) {
    guard !rows.isEmpty else { return }
    let left = min(rows.map { $0.0.unicodeScalars.count }.max() ?? 0, 24)
    lines += ["", title] + table(rows, left: left)
  }

  /// Two columns; a left cell that is too wide stands on a line of its own.
  private static func table(_ rows: [(String, String)], left: Int) -> [String] {
    rows.flatMap { name, text -> [String] in
      let indent = String(repeating: " ", count: left + 4)
      let wrapped = wrap(text, indent: indent)
      let count = name.unicodeScalars.count
      guard count <= left, let first = wrapped.first else { return ["  " + name] + wrapped }
      let padding = String(repeating: " ", count: left - count + 2)
      return ["  " + name + padding + first.dropFirst(left + 4)] + wrapped.dropFirst()
    }
  }

  private static func wrap(_ text: String, indent: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent.utf8.count + line.unicodeScalars.count + 1 + word.unicodeScalars.count > width {
        lines.append(indent + line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " " + word
    }
    if !line.isEmpty { lines.append(indent + line) }
    return lines
  }
}

extension String {
  /// The text with bars that do not end a table's cell.
  fileprivate func replacingBars() -> String {
    split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
