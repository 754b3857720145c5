import CommandLanguage
import FlagEvaluation
import TextFormats

/// `--compare` over cases that bring their own flags.
final class CaseComparison: EvaluateTask {
  private let keys: [String]?
  private var report: DifferenceReport

  init(from dialect: Dialect, _ mode: EvaluateMode) {
    keys = mode.evaluate.keys
    report = DifferenceReport(dialect, isJSON: mode.options.output == .json)
  }

  func take(_ document: JSONValue, line: Int, into output: inout [UInt8]) throws(LineFault) {
    let ready = try EvaluationCase(document, keys: keys)
    var comparison = DialectComparison(ready.configuration, report.first, report.second, keys: ready.keys)
    let differences: [DialectComparison.Difference]
    do throws(EvaluationError) { differences = try comparison.differences(for: ready.context) } catch {
      throw LineFault(error.diagnostic, name: ready.name)
    }
    report.add(
      differences, line: line, subject: ready.name,
      members: [JSONMember("name", ready.name)], to: &output)
  }

  func finish(_ tally: LineTally, into output: inout [UInt8]) { report.finish(tally, "case", into: &output) }
}
