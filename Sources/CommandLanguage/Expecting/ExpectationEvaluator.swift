import TextFormats

/// Judges one expectation.
struct ExpectationEvaluator {
  let expectation: Expectation

  /// How many names a failure offers.
  static let mostNames = 8

  private typealias Reason = ExpectationOutcome.Reason

  func evaluate(in document: JSONValue) -> ExpectationOutcome {
    switch DocumentLookup.follow(expectation.path, in: document) {
    case .value(let found):
      let verdict = judge(found)
      return outcome(verdict.reason, found: found, detail: verdict.detail)
    case .nothing(let index, let value):
      guard expectation.test?.comparison != .missing else { return outcome(nil) }
      var outcome = outcome(.absent)
      outcome.brokenAfter = expectation.path.prefix(before: index)
      name(what: value, instead: expectation.path.steps[index], in: &outcome)
      return outcome
    }
  }

  private func outcome(_ reason: Reason?, found: JSONValue? = nil, detail: String? = nil) -> ExpectationOutcome {
    var expected = "exists and is not false"
    if let test = expectation.test {
      expected = test.comparison.rawValue
      if test.comparison.takesValue { expected += " " + ShellQuoting.quoted(test.value) }
    }
    return ExpectationOutcome(
      expression: expectation.text, reason: reason, found: found, expected: expected, detail: detail)
  }

  private func name(what value: JSONValue, instead step: DocumentPath.Step, in outcome: inout ExpectationOutcome) {
    switch (step, value) {
    case (.name(let wanted), .object(let object)):
      let names = object.members.map(\.name)
      outcome.near = NearestName.nearestName(to: wanted, in: names).map { [DocumentPath.written($0)] } ?? []
      outcome.available = names.prefix(Self.mostNames).map(DocumentPath.written)
    case (.name, .array(let list)):
      outcome.available = list.isEmpty ? ["an empty list"] : ["a list: [0] to [\(list.count - 1)], [-1], .count"]
    case (.index, .array(let list)):
      outcome.available = [list.isEmpty ? "an empty list" : "a list of \(list.count)"]
    default:
      outcome.available = ["a value of the kind \(value.kindName)"]
    }
  }

  // MARK: Operators

  private func judge(_ found: JSONValue) -> (reason: Reason?, detail: String?) {
    guard let test = expectation.test else {
      return (found.isNull || found.bool == false ? .different : nil, nil)
    }
    switch test.comparison {
    case .exists: return (found.isNull ? .different : nil, nil)
    case .missing: return (found.isNull ? nil : .different, nil)
    case .equal: return verdict(Comparison.isEqual(found, test.value), found)
    case .notEqual: return verdict(Comparison.isEqual(found, test.value).map { !$0 }, found)
    case .less: return order(found) { $0 == .before }
    case .lessOrEqual: return order(found) { $0 != .after }
    case .greater: return order(found) { $0 == .after }
    case .greaterOrEqual: return order(found) { $0 != .before }
    case .contains:
      guard let contains = Comparison.contains(found, test.value) else {
        return (.typeMismatch, "a \(found.kindName) contains nothing")
      }
      return (contains ? nil : .different, nil)
    case .matches: return matches(found)
    }
  }

  private func verdict(_ isHeld: Bool?, _ found: JSONValue) -> (reason: Reason?, detail: String?) {
    guard let isHeld else {
      return (.typeMismatch, "it is a \(found.kindName), which the expected value is not")
    }
    return (isHeld ? nil : .different, nil)
  }

  private func order(
    _ found: JSONValue, _ isHeld: (Comparison.Order) -> Bool
  ) -> (reason: Reason?, detail: String?) {
    switch found {
    case .string, .integer, .number:
      return verdict(Comparison.order(found, expectation.test?.value ?? "").map(isHeld), found)
    default: return (.typeMismatch, "only numbers and texts have an order, this is a \(found.kindName)")
    }
  }

  private func matches(_ found: JSONValue) -> (reason: Reason?, detail: String?) {
    guard let text = found.string, let pattern = expectation.test?.pattern else {
      return (.typeMismatch, "a pattern needs a text, this is a \(found.kindName)")
    }
    guard let matches = pattern.isFound(in: text) else {
      return (.tooLong, "a pattern is searched in at most \(TextPattern.longestText) characters")
    }
    return (matches ? nil : .different, nil)
  }
}
