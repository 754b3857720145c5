package import TextFormats

/// Why an evaluation gives no result at all (evaluation.md 14; the work limit is our own).
package enum EvaluationError: Error, Equatable, Sendable {
  /// Flags that depend on each other, in the order of dependence, the first named again at the end.
  case cycle([String])
  /// A pattern that does not compile was tried.
  case invalidPattern(flag: String, path: String, pattern: String, reason: String)
  /// A range with fewer than two entries was looked at.
  case invalidRange(flag: String, path: String, entries: Int)
  /// A pattern, or another comparison, would need more steps than one evaluation may take.
  case workLimitExceeded(flag: String, path: String, pattern: String?)

  /// A stable word for programs: `cycle`, `invalidPattern`, `invalidRange`, `workLimitExceeded`.
  package var code: String {
    switch self {
    case .cycle: "cycle"
    case .invalidPattern: "invalidPattern"
    case .invalidRange: "invalidRange"
    case .workLimitExceeded: "workLimitExceeded"
    }
  }

  package var message: String {
    switch self {
    case .cycle(let keys):
      "flags depend on each other: " + Self.chain(keys)
    case .invalidPattern(let flag, let path, let pattern, let reason):
      "flag \"\(flag)\": \(path): the pattern \"\(pattern)\" is not valid: \(reason)"
    case .invalidRange(let flag, let path, let entries):
      "flag \"\(flag)\": \(path): a range needs two numbers, found \(entries)"
    case .workLimitExceeded(let flag, let path, let pattern):
      "flag \"\(flag)\": \(path): "
        + (pattern.map { "the pattern \"\($0)\" takes too long on this value" }
          ?? "comparing this value takes too long")
    }
  }

  /// How many flags of a cycle are named.
  private static let namedFlags = 10

  /// A long cycle by its beginning and its end.
  private static func chain(_ keys: [String]) -> String {
    let quoted = keys.prefix(namedFlags).map { "\"\($0)\"" }.joined(separator: " -> ")
    guard keys.count > namedFlags, let last = keys.last else { return quoted }
    return quoted + " -> ... -> \"\(last)\" (\(keys.count - 1) flags)"
  }

  package var diagnostic: Diagnostic {
    let hint =
      switch self {
      case .cycle: "remove one of the dependencies"
      case .invalidPattern: "correct the pattern, or evaluate with the engine that it was written for"
      case .invalidRange: "write the range as [START, END], the end excluded"
      case .workLimitExceeded(_, _, let pattern):
        pattern == nil
          ? "give the value or the condition fewer or shorter texts" : "avoid repetitions inside repetitions"
      }
    return Diagnostic(code: code, message: message, hint: hint)
  }
}
