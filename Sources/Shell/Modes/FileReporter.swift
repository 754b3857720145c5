import CommandLanguage
import Rendering
import TextFormats
import Vocabulary

/// How `replay` and `transcript audit` tell what they found in each file: in text, or as a line of JSON for each file
/// (product.md section 2, "Streams").
struct FileReporter {
  let context: ProcessContext
  let options: LaunchOptions
  /// As the lines of JSON name it.
  let command: String

  /// A file of which there is nothing else to say.
  func fail(_ fault: Diagnostic, _ status: ExitStatus) -> ExitStatus {
    guard options.output == .json else { return context.fail(fault, status) }
    json(message: nil, fault, status, .null)
    return status
  }

  /// What was found in a file.
  /// - Parameters:
  ///   - diagnostics: what is wrong.
  ///   - gravest: the one that the line of JSON names as its error; `result` has the others. The first unless said.
  ///   - summary: the line for people.
  func tell(
    _ diagnostics: [Diagnostic], _ status: ExitStatus, gravest: Diagnostic? = nil, summary: String?, result: JSONValue
  ) {
    if options.output == .json { return json(message: summary, gravest ?? diagnostics.first, status, result) }
    for diagnostic in diagnostics { _ = context.fail(diagnostic, status) }
    if let summary { context.out.write(line: PrintableText.safe(summary)) }
  }

  private func json(message: String?, _ fault: Diagnostic?, _ status: ExitStatus, _ result: JSONValue) {
    let line = JSONLine.text(command: command, message: message, failure: fault, status: status, result: result)
    context.out.write(line: SystemCalls.isTerminal(context.out.descriptor) ? ResultText.harmless(json: line) : line)
  }
}
