package import CommandLanguage
package import ServiceMessages
package import Vocabulary

/// What a session asks the outside for, as data with an id; ids count up from 1 in each session.
package enum Effect: Equatable, Sendable {
  /// Send this request and hand its answer back under the id.
  case request(id: Int, HTTPRequest)
  /// The answer is of no interest any more; none may come.
  case cancelRequest(id: Int)
  /// Hand the id back when this moment has come.
  case startTimer(id: Int, due: Instant)
  case cancelTimer(id: Int)
  /// Do this to the outbox on disk, at once and safely; a failure comes back as an input. Live sessions that send only;
  /// has no meaning in a replay.
  case outbox(OutboxRequest)
  /// Something only the shell can do; has no meaning in a replay.
  case shell(ShellRequest)
}

/// What commands ask the shell for; a replay ignores all of it (product.md section 7).
package enum ShellRequest: Equatable, Sendable {
  case record(file: String)
  case stopRecording
  case output(OutputForm)
  case history(HistoryRequest)
  case quit(code: Int?)
}
