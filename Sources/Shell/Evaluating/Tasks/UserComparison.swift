import CommandLanguage
import FlagEvaluation
import TextFormats

/// `--compare` over users of one configuration.
final class UserComparison: EvaluateTask {
  private var comparison: DialectComparison
  private var report: DifferenceReport

  init(_ configuration: FlagConfiguration, from dialect: Dialect, _ mode: EvaluateMode) {
    report = DifferenceReport(dialect, isJSON: mode.options.output == .json)
    comparison = DialectComparison(
      configuration, report.first, report.second, keys: mode.evaluate.keys)
  }

  func take(_ document: JSONValue, line: Int, into output: inout [UInt8]) throws(LineFault) {
    let context = try EvaluationContext(ofUser: document)
    let differences: [DialectComparison.Difference]
    do throws(EvaluationError) { differences = try comparison.differences(for: context) } catch {
      throw LineFault(error.diagnostic)
    }
    report.add(
      differences, line: line, subject: document["user_id"] ?? document["device_id"] ?? .null,
      members: [
        JSONMember("device", document["device_id"] ?? .null), JSONMember("user", document["user_id"] ?? .null),
      ], to: &output)
  }

  func finish(_ tally: LineTally, into output: inout [UInt8]) { report.finish(tally, "user", into: &output) }
}
