/// What a statement says: the command, and how its outcome and its waiting are meant.
package struct ParsedCommand: Equatable, Sendable {
  package var command: Command
  /// A leading `!`: the command is expected to fail with exit status 1 or 4.
  package var expectsFailure: Bool
  /// A trailing `&`: start the command as a job and do not wait for it.
  package var inBackground: Bool

  package init(command: Command, expectsFailure: Bool = false, inBackground: Bool = false) {
    self.command = command
    self.expectsFailure = expectsFailure
    self.inBackground = inBackground
  }
}
