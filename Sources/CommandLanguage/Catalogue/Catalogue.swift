/// The table of commands: the only source of parsing, help, completion and the README's command table.
package enum Catalogue {
  /// All commands in the order of help.
  package static let entries: [CommandEntry] =
    identityCommands + flagCommands + reportCommands + eventCommands + [outbox] + decisionCommands + workCommands + [
      world
    ]
    + checkingCommands
    + shellCommands

  /// The names of all commands, without aliases and subcommands, in the order of help.
  package static let names: [String] = entries.map(\.name)

  private static let index: [String: CommandEntry] = {
    var index: [String: CommandEntry] = [:]
    for entry in entries {
      for name in [entry.name] + entry.aliases { index[name] = entry }
    }
    return index
  }()

  /// The command of a name or an alias.
  package static func entry(named name: String) -> CommandEntry? { index[name] }

  /// The command of a full name such as `world hold`.
  package static func entry(path: String) -> CommandEntry? {
    let words = path.split(separator: " ").map(String.init)
    guard let first = words.first, let entry = entry(named: first), words.count <= 2 else { return nil }
    guard words.count == 2 else { return entry }
    return entry.subcommands.first { $0.ownName == words[1] }
  }
}
