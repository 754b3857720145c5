import TextFormats

/// The operators of a condition, by their exact text (evaluation.md 9); there are no others.
package enum EvaluationOperator: String, CaseIterable, Sendable {
  case equal = "is"
  case notEqual = "is not"
  case contains = "contains"
  case doesNotContain = "does not contain"
  case less = "less"
  case lessOrEqual = "less or equal"
  case greater = "greater"
  case greaterOrEqual = "greater or equal"
  case versionLess = "version less"
  case versionLessOrEqual = "version less or equal"
  case versionGreater = "version greater"
  case versionGreaterOrEqual = "version greater or equal"
  case setEqual = "set is"
  case setNotEqual = "set is not"
  case setContains = "set contains"
  case setDoesNotContain = "set does not contain"
  case setContainsAny = "set contains any"
  case setDoesNotContainAny = "set does not contain any"
  case matchesPattern = "regex match"
  case doesNotMatchPattern = "regex does not match"

  /// The operator written exactly so, code point by code point; nil for any other text, which never matches.
  init?(exactly text: String) {
    guard let found = Self.allCases.first(where: { $0.rawValue.isExactly(text) }) else { return nil }
    self = found
  }

  /// What the operator compares.
  var family: Family {
    switch self {
    case .equal, .notEqual: .equality
    case .contains, .doesNotContain: .substring
    case .less, .lessOrEqual, .greater, .greaterOrEqual: .number
    case .versionLess, .versionLessOrEqual, .versionGreater, .versionGreaterOrEqual: .version
    case .setEqual, .setNotEqual, .setContains, .setDoesNotContain, .setContainsAny, .setDoesNotContainAny: .set
    case .matchesPattern, .doesNotMatchPattern: .pattern
    }
  }

  enum Family: Sendable {
    case equality
    case substring
    case number
    case version
    case set
    case pattern
  }

  /// Whether the operator is the exact opposite of its positive form.
  var isNegated: Bool {
    switch self {
    case .notEqual, .doesNotContain, .setNotEqual, .setDoesNotContain, .setDoesNotContainAny, .doesNotMatchPattern: true
    default: false
    }
  }

  /// The relation of the eight comparisons; nil for the other operators.
  var relation: Relation? {
    switch self {
    case .less, .versionLess: .less
    case .lessOrEqual, .versionLessOrEqual: .lessOrEqual
    case .greater, .versionGreater: .greater
    case .greaterOrEqual, .versionGreaterOrEqual: .greaterOrEqual
    default: nil
    }
  }

  enum Relation: Sendable {
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    /// Whether the relation holds for a left side that stands so to the right one.
    func holds(for order: TextOrder) -> Bool {
      switch self {
      case .less: order == .before
      case .lessOrEqual: order != .after
      case .greater: order == .after
      case .greaterOrEqual: order != .before
      }
    }

    /// The relation of two numbers; false as soon as one is not a number.
    func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      }
    }
  }

  /// The verdict on a property that is missing, given whether the filter values name `(none)` (evaluation.md 8, step 1).
  func verdictOnMissing(wantsNone: Bool) -> Bool {
    switch self {
    case .setNotEqual, .matchesPattern, .doesNotMatchPattern: false
    case .notEqual, .doesNotContain, .setDoesNotContain, .setDoesNotContainAny: !wantsNone
    default: wantsNone
    }
  }
}
