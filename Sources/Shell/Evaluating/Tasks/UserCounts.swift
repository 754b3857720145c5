import CommandLanguage
import FlagEvaluation
import Rendering
import TextFormats

/// `--count`: how many users get which variant, beside what the weights let expect.
final class UserCounts: EvaluateTask {
  private var counter: VariantCounter
  private let form: OutputForm

  init(
    _ configuration: FlagConfiguration, _ dialect: Dialect, _ options: EvaluateOptions, form: OutputForm
  ) throws(Diagnostic) {
    let evaluator = Evaluator(configuration, dialect: dialect)
    self.form = form
    do {
      counter = VariantCounter(evaluator, plan: try evaluator.plan(for: options.keys))
    } catch {
      throw error.diagnostic
    }
  }

  func take(_ document: JSONValue, line: Int, into output: inout [UInt8]) throws(LineFault) {
    let context = try EvaluationContext(ofUser: document)
    do throws(EvaluationError) { try counter.count(context) } catch { throw LineFault(error.diagnostic) }
  }

  func finish(_ tally: LineTally, into output: inout [UInt8]) {
    let distributions = counter.distributions
    if form == .json {
      let document: JSONValue = [
        "bad": JSONValue(tally.bad), "flags": .array(distributions.map(Self.document)),
        "users": JSONValue(tally.lines - tally.bad),
      ]
      document.write(into: &output)
      output.append(0x0A)
    } else {
      for line in VariantCountText.lines(distributions, users: tally.lines - tally.bad) {
        output += line.utf8
        output.append(0x0A)
      }
    }
  }

  private static func document(_ distribution: VariantDistribution) -> JSONValue {
    [
      "flag": .string(distribution.flag),
      "variants": .array(
        distribution.variants.map { row in
          [
            "count": JSONValue(row.count), "expected": .double(row.expected), "key": JSONValue(row.key),
            "name": .string(row.name),
          ]
        }),
      "without": JSONValue(distribution.without),
    ]
  }
}
