import FlagEvaluation
import TextFormats

/// A line `{"device","user","variants"}` for each user, with `--why` also `why`.
final class UserResults: EvaluateTask {
  private let evaluator: Evaluator
  private let plan: EvaluationPlan
  private let explains: Bool

  init(_ configuration: FlagConfiguration, _ dialect: Dialect, _ options: EvaluateOptions) throws(Diagnostic) {
    evaluator = Evaluator(configuration, dialect: dialect)
    explains = options.explains
    do { plan = try evaluator.plan(for: options.keys) } catch { throw error.diagnostic }
  }

  func take(_ document: JSONValue, line: Int, into output: inout [UInt8]) throws(LineFault) {
    let context = try EvaluationContext(ofUser: document)
    let results: EvaluationResults
    var trace: EvaluationTrace?
    do throws(EvaluationError) {
      if explains {
        let traced = try evaluator.trace(context, plan: plan)
        results = traced.results
        trace = traced.trace
      } else {
        results = try evaluator.evaluate(context, plan: plan)
      }
    } catch {
      throw LineFault(error.diagnostic)
    }
    output += "{\"device\":".utf8
    Self.append(document["device_id"], to: &output)
    output += ",\"user\":".utf8
    Self.append(document["user_id"], to: &output)
    output += ",\"variants\":".utf8
    plan.write(results, into: &output)
    if let trace {
      output += ",\"why\":".utf8
      trace.document.write(into: &output)
    }
    output += "}\n".utf8
  }

  private static func append(_ id: JSONValue?, to output: inout [UInt8]) {
    switch id {
    case .string(let text)?: JSONWriter.append(string: text, to: &output)
    case nil, .null?: output += "null".utf8
    case let other?: other.write(into: &output)
    }
  }
}

extension EvaluationContext {
  /// The context of the user on a line.
  /// - Parameter path: where in the line the user stands.
  init(ofUser user: JSONValue, path: String = "$", name: JSONValue = .null) throws(LineFault) {
    do throws(Diagnostic) { try self.init(user: user) } catch {
      // The message begins with the member's path, if it is about one.
      let member = error.message.hasPrefix("$") ? error.message.prefix { $0 != ":" }.dropFirst() : ""
      throw LineFault(error, path: path + member, name: name)
    }
  }
}
