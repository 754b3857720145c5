/// What a statement says: the command, and how its outcome and its waiting are meant.
package struct ParsedCommand: Equatable, Sendable {
  /// The command's full name in the catalogue, never an alias: `open`, `world hold`.
  package var name: String
  package var command: Command
  /// A leading `!`: the command is expected to fail with exit status 1 or 4.
  package var expectsFailure: Bool
  /// A trailing `&`: start the command as a job and do not wait for it.
  package var inBackground: Bool

  package init(name: String, command: Command, expectsFailure: Bool = false, inBackground: Bool = false) {
    self.name = name
    self.command = command
    self.expectsFailure = expectsFailure
    self.inBackground = inBackground
  }
}
