package import ServiceMessages
package import SessionModel
package import TextFormats
package import Vocabulary

/// One record between header and footer, as read from a file.
package struct TranscriptRecord: Equatable, Sendable {
  /// What went into the session, or what came out of it.
  package enum Content: Equatable, Sendable {
    case input(Input.Kind)
    case output(RecordedOutput)
  }

  /// The line in the file, counted from 1.
  package var line: Int
  /// The place in its session, counted from 1.
  package var sequence: Int
  package var time: Instant
  package var content: Content

  package init(line: Int, sequence: Int, time: Instant, content: Content) {
    self.line = line
    self.sequence = sequence
    self.time = time
    self.content = content
  }

  package var kind: RecordKind {
    switch content {
    case .input(.answer): .answer
    case .input(.command): .command
    case .input(.interrupt): .interrupt
    case .input(.leave): .leave
    case .input(.outbox): .outboxFound
    case .input(.outboxFailed): .outboxFailed
    case .input(.timer): .timer
    case .output(.cancelRequest): .cancelRequest
    case .output(.cancelTimer): .cancelTimer
    case .output(.ledger): .ledger
    case .output(.notice): .notice
    case .output(.outbox): .outbox
    case .output(.outcome): .outcome
    case .output(.request): .request
    case .output(.startTimer): .startTimer
    }
  }

  /// What goes into the session, when the record is an input.
  package var input: Input? {
    if case .input(let kind) = content { Input(time: time, kind) } else { nil }
  }
}

/// What a transcript keeps of an output: everything but sentences (product.md section 7, "compares meaning").
package enum RecordedOutput: Equatable, Sendable {
  case request(id: Int, HTTPRequest)
  case cancelRequest(id: Int)
  case startTimer(id: Int, due: Instant)
  case cancelTimer(id: Int)
  case outbox(OutboxRequest)
  case outcome(RecordedOutcome)
  /// The ledger entry under the keys of product.md section 5.
  case ledger(JSONValue)
  case notice(code: String)
}

/// What a transcript keeps of an outcome.
package struct RecordedOutcome: Equatable, Sendable {
  package var command: Int
  package var name: String?
  package var job: Int?
  package var status: ExitStatus
  /// The code of the failure; its sentence, hint and place are not kept.
  package var failure: String?
  /// The result as codes and values; JSON null when there was none.
  package var result: JSONValue

  package init(command: Int, name: String?, job: Int?, status: ExitStatus, failure: String?, result: JSONValue) {
    self.command = command
    self.name = name
    self.job = job
    self.status = status
    self.failure = failure
    self.result = result
  }
}
