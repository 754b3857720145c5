import FlagEvaluation
import TextFormats

/// A line of `--cases`: `name`, `flags`, and `user` or a ready `context`; maybe `flagKeys`. Other members are ignored.
struct EvaluationCase {
  let name: JSONValue
  let configuration: FlagConfiguration
  let context: EvaluationContext
  /// The wanted flags; nil for all.
  let keys: [String]?

  /// - Parameter keys: the wanted flags of a case that names none.
  init(_ document: JSONValue, keys: [String]?) throws(LineFault) {
    guard let object = document.object else {
      throw LineFault(
        Diagnostic(
          code: "invalidCase", message: "a case is a JSON object, found \(document.kindName)",
          hint: "write {\"name\":...,\"flags\":[...],\"user\":{...}}"), path: "$")
    }
    let name = object["name"] ?? .null
    self.name = name
    guard let flags = object["flags"] else {
      throw LineFault(
        Diagnostic(code: "invalidCase", message: "the case has no flags", hint: "add \"flags\", an array of flags"),
        path: "$", name: name)
    }
    do throws(FlagConfigurationError) { configuration = try FlagConfiguration(flags) } catch {
      throw LineFault(error.diagnostic, path: "$.flags" + FlagsFile.fullPath(error).dropFirst(), name: name)
    }
    context = try Self.context(object, name)
    self.keys = try Self.keys(object["flagKeys"], name) ?? keys
  }

  /// A user counts before a context, which is what some client made of it.
  private static func context(_ object: JSONObject, _ name: JSONValue) throws(LineFault) -> EvaluationContext {
    if let user = object["user"], !user.isNull {
      return try EvaluationContext(ofUser: user, path: "$.user", name: name)
    }
    switch object["context"] {
    case .object(let context)?: return EvaluationContext(context)
    case nil, .null?: return EvaluationContext(JSONObject())
    case let other?:
      throw LineFault(
        Diagnostic(
          code: "invalidUser", message: "$.context: expected an object, found \(other.kindName)",
          hint: "a context holds user and groups"), path: "$.context", name: name)
    }
  }

  private static func keys(_ value: JSONValue?, _ name: JSONValue) throws(LineFault) -> [String]? {
    guard let value, !value.isNull else { return nil }
    let keys = value.array?.compactMap(\.string)
    guard let keys, keys.count == value.array?.count else {
      throw LineFault(
        Diagnostic(
          code: "invalidCase", message: "$.flagKeys: expected an array of strings",
          hint: "leave flagKeys out for all flags"), path: "$.flagKeys", name: name)
    }
    return keys
  }
}

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
