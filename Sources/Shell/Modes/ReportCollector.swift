import CommandLanguage
import Rendering
import SessionModel
import TextFormats
import Vocabulary

/// Gathers what a JUnit report says of one script: its assertions, and whatever failed.
final class ReportCollector {
  private var suite: JUnitReport.Suite
  private let script: String

  init(_ name: String) {
    script = name
    suite = JUnitReport.Suite(name: name)
  }

  func take(_ outcome: Outcome, _ statement: Statement?) {
    let isAssertion = outcome.name == "expect" || statement?.text.hasPrefix("!") == true
    guard isAssertion || outcome.status != .success else { return }
    let text = statement?.text ?? outcome.name ?? "command \(outcome.command)"
    suite.cases.append(
      JUnitReport.Case(
        name: place(statement) + text,
        failure: outcome.status == .success ? nil : outcome.failure.map { Reporter.located($0, statement) }))
  }

  /// Where a command stands: in the script itself by its line, in one that it sources also by its file.
  private func place(_ statement: Statement?) -> String {
    guard let place = statement?.place else { return "" }
    return place.file == script ? "line \(place.line): " : "\(place.file) line \(place.line): "
  }

  /// The finished suite; a script without assertions counts as one case.
  func suite(status: ExitStatus) -> JUnitReport.Suite {
    var suite = suite
    if suite.cases.isEmpty || (status != .success && suite.cases.allSatisfy { $0.failure == nil }) {
      let failure = Diagnostic(code: "scriptFailed", message: "the script ended with status \(status.rawValue)")
      suite.cases.append(JUnitReport.Case(name: "script", failure: status == .success ? nil : failure))
    }
    return suite
  }
}
