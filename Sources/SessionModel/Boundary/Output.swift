package import TextFormats
package import Vocabulary

/// Anything that comes out of a session; one input gives a list of them, in order.
package enum Output: Equatable, Sendable {
  case effect(Effect)
  /// A command or a job has ended.
  case outcome(Outcome)
  /// Something was tracked, or was not and why.
  case ledger(LedgerEntry)
  /// Something worth saying that no command asked for.
  case notice(Notice)
}

/// How a command ended.
package struct Outcome: Equatable, Sendable {
  /// The number of the command in its session, counted from 1; texts that are no command count too.
  package var command: Int
  /// The command's name; nil when none was understood.
  package var name: String?
  /// Set when the command had been sent to the background and ended later.
  package var job: Int?
  package var status: ExitStatus
  /// Why, when the status is not success; also under `!`, where the failure was expected and the status is success.
  package var failure: Diagnostic?
  package var result: CommandResult

  package init(
    command: Int, name: String?, job: Int? = nil, status: ExitStatus = .success, failure: Diagnostic? = nil,
    result: CommandResult = .nothing
  ) {
    self.command = command
    self.name = name
    self.job = job
    self.status = status
    self.failure = failure
    self.result = result
  }
}

/// Something worth saying that no command asked for; people read it on standard error.
package struct Notice: Equatable, Sendable {
  /// A stable word, recorded and compared; the sentence is not.
  package var code: String
  package var message: String

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}
