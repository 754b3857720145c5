import FlagEvaluation
import TextFormats

extension EmbeddedWorld {
  /// `/flagsh/why`: everything that led to a flag's variant for a user, evaluated as if the flag were served, and
  /// whether it is.
  mutating func why(_ query: WorldQuery) throws(WorldFailure) -> JSONValue {
    let entry = try flag(try query.text("flag"))
    guard let user = query.body["user"], user.object != nil else {
      throw .bad("badRequest", "\"user\" is not an object")
    }
    let wanted = try query.optionalText("want")
    do {
      let evaluator = try flags.evaluator(including: entry.key)
      let trace = try Self.trace(evaluator, entry.key, user)
      var want = JSONValue.null
      if let wanted {
        var search = ChangeSearch(evaluator, flag: entry.key, user: user)
        want = search.document(wanted: wanted, obstacles: entry.condition.obstacles)
      }
      return ["conditions": conditions(entry), "flag": .string(entry.key), "trace": trace.document, "want": want]
    } catch {
      throw .bad(error.code, error.message, hint: error.hint)
    }
  }

  private static func trace(
    _ evaluator: Evaluator, _ key: String, _ user: JSONValue
  ) throws(Diagnostic) -> EvaluationTrace {
    let context = try EvaluationContext(user: user)
    do {
      return try evaluator.trace(context, plan: evaluator.plan(for: [key])).trace
    } catch {
      throw error.diagnostic
    }
  }

  /// What no trace can know: whether the service answers with this flag at all.
  private func conditions(_ entry: WorldFlags.Entry) -> JSONValue {
    [
      "active": .bool(entry.condition.isActive),
      "deployed": .bool(entry.condition.isDeployed),
      "evaluationMode": .string(entry.evaluationMode),
      "inDeployment": .bool(entry.condition.isInDeployment),
      "served": .bool(entry.condition.isServed),
    ]
  }
}

extension WorldFlags.Condition {
  /// Codes of what keeps the flag from being answered.
  var obstacles: [String] {
    var obstacles: [String] = []
    if !isActive { obstacles.append("inactive") }
    if !isDeployed { obstacles.append("undeployed") }
    if !isInDeployment { obstacles.append("absent") }
    return obstacles
  }
}
