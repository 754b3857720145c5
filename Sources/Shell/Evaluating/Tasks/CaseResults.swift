import FlagEvaluation
import TextFormats

/// A line `{"name","variants"}` or `{"error","message","name"}` for each case.
final class CaseResults: EvaluateTask {
  private let dialect: Dialect
  private let options: EvaluateOptions

  init(dialect: Dialect, options: EvaluateOptions) {
    self.dialect = dialect
    self.options = options
  }

  func take(_ document: JSONValue, line: Int, into output: inout [UInt8]) throws(LineFault) {
    let ready = try EvaluationCase(document, keys: options.keys)
    let evaluator = Evaluator(ready.configuration, dialect: dialect)
    let plan: EvaluationPlan
    let results: EvaluationResults
    var trace: EvaluationTrace?
    do throws(EvaluationError) {
      plan = try evaluator.plan(for: ready.keys)
      if options.explains {
        let traced = try evaluator.trace(ready.context, plan: plan)
        results = traced.results
        trace = traced.trace
      } else {
        results = try evaluator.evaluate(ready.context, plan: plan)
      }
    } catch {
      // That the engine gives up is an answer too.
      return Self.append(error: Self.word(error), error.message, name: ready.name, to: &output)
    }
    output += "{\"name\":".utf8
    ready.name.write(into: &output)
    output += ",\"variants\":".utf8
    plan.write(results, into: &output)
    if let trace {
      output += ",\"why\":".utf8
      trace.document.write(into: &output)
    }
    output += "}\n".utf8
  }

  func refuse(_ fault: LineFault, into output: inout [UInt8]) {
    let word =
      switch fault.diagnostic.code {
      case "invalidFlagConfiguration": "invalid_flags"
      case "invalidUser": "invalid_user"
      case "invalidJSON": "invalid_json"
      case "lineTooLong": "line_too_long"
      default: "invalid_case"
      }
    Self.append(error: word, fault.diagnostic.message, name: fault.name, to: &output)
  }

  private static func append(error word: String, _ message: String, name: JSONValue, to output: inout [UInt8]) {
    let line: JSONValue = ["error": .string(word), "message": .string(message), "name": name]
    line.write(into: &output)
    output.append(0x0A)
  }

  /// The words of the published vectors (`expectError`).
  private static func word(_ error: EvaluationError) -> String {
    switch error {
    case .cycle: "cycle"
    case .invalidPattern: "invalid_regex"
    case .invalidRange: "invalid_range"
    case .workLimitExceeded: "work_limit"
    }
  }
}
