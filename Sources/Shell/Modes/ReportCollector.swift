import CommandLanguage
import Rendering
import SessionModel
import TextFormats
import Vocabulary

/// Gathers what a JUnit report says of one script: its assertions, and whatever failed.
final class ReportCollector {
  private var suite: JUnitReport.Suite

  init(_ name: String) { suite = JUnitReport.Suite(name: name) }

  func take(_ outcome: Outcome, _ statement: Statement?) {
    let isAssertion = outcome.name == "expect" || statement?.text.hasPrefix("!") == true
    guard isAssertion || outcome.status != .success else { return }
    let text = statement?.text ?? outcome.name ?? "command \(outcome.command)"
    suite.cases.append(
      JUnitReport.Case(
        name: "line \(statement?.place.line ?? 0): \(text)",
        failure: outcome.status == .success ? nil : outcome.failure))
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
