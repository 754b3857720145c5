import CommandLanguage
import Rendering
import SessionModel
import TextFormats
import Vocabulary

/// Where results and diagnostics go: results on standard output, everything else on standard error
/// (product.md section 2, "Streams").
final class Reporter {
  let out: OutputStream
  let err: OutputStream
  var form: OutputForm
  var palette: Palette
  var isQuiet: Bool
  /// Whether standard output is a terminal, which must get no control characters from outside.
  private let isTerminal: Bool
  /// On a terminal, text goes above the line that is being typed instead.
  var printAbove: ((String) -> Void)?

  init(out: OutputStream, err: OutputStream, form: OutputForm, palette: Palette, isQuiet: Bool) {
    self.out = out
    self.err = err
    self.form = form
    self.palette = palette
    self.isQuiet = isQuiet
    isTerminal = SystemCalls.isTerminal(out.descriptor)
  }

  /// Prints how a command or a job ended. `statement` gives diagnostics their source line.
  func report(_ outcome: Outcome, at time: Instant, statement: Statement?) {
    if form == .json {
      var outcome = outcome
      outcome.failure = outcome.failure.map { Self.located($0, statement) }
      return json { JSONLine.append(outcome, at: time, to: &$0) }
    }
    if let failure = outcome.failure {
      if outcome.status == .success {
        text(["Expected failure: \(PrintableText.safe(failure.message))"])
      } else {
        let prefix = outcome.job.map { "%\($0): " } ?? ""
        var located = Self.located(failure, statement)
        located.message = prefix + located.message
        // A failed command may still have something to show.
        if !isQuiet || outcome.name == "status" { results(outcome, prefix: prefix) }
        return diagnostic(located)
      }
    }
    results(outcome, prefix: outcome.job.map { "%\($0): " } ?? "")
  }

  private func results(_ outcome: Outcome, prefix: String) {
    var lines = ResultText.lines(outcome, palette)
    if !prefix.isEmpty {
      // A job that ends well says so even when it has nothing to show; a failure has its own line.
      if lines.isEmpty && outcome.status == .success { lines = ["done"] }
      lines = lines.enumerated().map { $0.offset == 0 ? prefix + $0.element : $0.element }
    }
    if !lines.isEmpty { text(lines) }
  }

  /// A fault outside of commands: a text that is no command, a file that cannot be read.
  func report(fault: Diagnostic, command: String? = nil, status: ExitStatus, at time: Instant) {
    if form == .json {
      json { JSONLine.append(fault, command: command, status: status, at: time, to: &$0) }
    } else {
      diagnostic(fault)
    }
  }

  func report(_ notice: Notice) {
    guard !isQuiet else { return }
    note("note: \(notice.message)")
  }

  /// A line for people on standard error; what it quotes cannot move the cursor.
  func note(_ line: String) {
    let line = PrintableText.safe(line)
    if let printAbove { return printAbove(line) }
    out.flush()
    err.write(line: line)
    err.flush()
  }

  func diagnostic(_ diagnostic: Diagnostic) {
    let text = DiagnosticText.text(diagnostic)
    if let printAbove { return printAbove(text.hasSuffix("\n") ? String(text.dropLast()) : text) }
    out.flush()
    err.write(text)
    err.flush()
  }

  func text(_ lines: [String]) {
    if let printAbove { return printAbove(lines.joined(separator: "\n")) }
    for line in lines { out.write(line: line) }
  }

  private func json(_ body: (inout [UInt8]) -> Void) {
    guard isTerminal else { return out.append(body) }
    var bytes: [UInt8] = []
    body(&bytes)
    if bytes.last == 0x0A { bytes.removeLast() }
    text([ResultText.harmless(json: String(decoding: bytes, as: UTF8.self))])
  }

  /// The failure with its place and the line on which its command stands, where the session knew only the command. On a
  /// terminal the command stands right above, so only faults inside of it are located.
  static func located(_ failure: Diagnostic, _ statement: Statement?) -> Diagnostic {
    guard let statement else { return failure }
    if failure.place != nil { return statement.relocated(failure) }
    guard statement.place.file != "<terminal>" else { return failure }
    var located = failure
    (located.place, located.sourceLine) = (statement.place, statement.sourceLine)
    return located
  }
}
