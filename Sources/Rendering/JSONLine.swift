package import SessionModel
package import TextFormats
package import Vocabulary

/// An outcome as one line of JSON (product.md section 2, "Streams").
package enum JSONLine {
  /// Appends the line with its line end.
  package static func append(_ outcome: Outcome, at time: Instant, to bytes: inout [UInt8]) {
    append(
      command: outcome.name, job: outcome.job, failure: outcome.failure, status: outcome.status,
      message: message(outcome), result: outcome.result.document, time: time, to: &bytes)
  }

  /// A line for a fault outside of commands: a text that is no command, a file that cannot be read.
  package static func append(
    _ fault: Diagnostic, command: String?, status: ExitStatus, at time: Instant, to bytes: inout [UInt8]
  ) {
    append(
      command: command, job: nil, failure: fault, status: status, message: nil, result: .null, time: time, to: &bytes)
  }

  /// The line, without its line end, of what is done outside of a session and so at no time of one.
  package static func text(
    command: String, message: String?, failure: Diagnostic?, status: ExitStatus, result: JSONValue
  ) -> String {
    line(
      command: command, job: nil, failure: failure, status: status, message: message, result: result, time: nil
    ).text
  }

  private static func append(
    command: String?, job: Int?, failure: Diagnostic?, status: ExitStatus, message: String?, result: JSONValue,
    time: Instant, to bytes: inout [UInt8]
  ) {
    line(
      command: command, job: job, failure: failure, status: status, message: message, result: result, time: time
    ).write(into: &bytes)
    bytes.append(0x0A)
  }

  private static func line(
    command: String?, job: Int?, failure: Diagnostic?, status: ExitStatus, message: String?, result: JSONValue,
    time: Instant?
  ) -> JSONValue {
    var members = [
      JSONMember("command", JSONValue(command)), JSONMember("error", failure.map(document) ?? .null),
    ]
    if let job { members.append(JSONMember("job", .integer(Int64(job)))) }
    members.append(JSONMember("message", JSONValue(message)))
    members.append(JSONMember("result", result))
    members.append(JSONMember("status", .integer(Int64(status.rawValue))))
    members.append(JSONMember("time", time.map { .integer($0.microseconds) } ?? .null))
    return .object(JSONObject(uniqueMembers: members))
  }

  private static func document(_ failure: Diagnostic) -> JSONValue {
    [
      "code": .string(failure.code), "column": JSONValue(failure.place?.column), "file": JSONValue(failure.place?.file),
      "hint": JSONValue(failure.hint), "line": JSONValue(failure.place?.line), "message": .string(failure.message),
    ]
  }

  /// The sentence for people that goes with a result, where there is one.
  private static func message(_ outcome: Outcome) -> String? {
    switch outcome.result {
    case .state(let view): StatusSentence.text(view.flags)
    case .report(let view): StatusSentence.text(view.flags)
    // People's pages, so that a reworded one is no other result.
    case .help: ResultText.lines(outcome, .plain).joined(separator: "\n")
    case .flushed, .exported: ResultText.lines(outcome, .plain).first
    default: nil
    }
  }
}
