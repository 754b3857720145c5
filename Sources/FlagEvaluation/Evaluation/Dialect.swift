import TextFormats

/// How the official engines differ, one member for each point of difference (evaluation.md 15).
///
/// Everything else is common to them. A new engine is a new value, not new branches. `DialectRule` names the members.
package struct Dialect: Sendable, Equatable {
  /// The word of `--engine`.
  package var name: String { identifier.rawValue }

  private let identifier: Identifier

  private enum Identifier: String {
    case python
    case javaScript = "javascript"
  }

  /// Whether `false`, zero, `""`, `[]` and `{}` count as a missing property.
  var falsyIsMissing: Bool
  /// Whether the text forms of true and false begin with a capital.
  var capitalisesBooleans: Bool
  /// How a number becomes text.
  var numberText: NumberStyle
  /// How an object or array becomes text.
  var nestedText: NestedStyle
  /// Whether a text that spells an array may hold `NaN` and `Infinity`.
  var arrayTextTakesNaN: Bool
  /// Whether empty texts stay elements of a list.
  var keepsEmptyElements: Bool
  /// Whether a set operator sees a list without elements as the empty set; else it is false, negated or not.
  var comparesEmptySets: Bool
  /// What spells a number.
  var numberSyntax: NumberSyntax
  /// What spells a version, and how exact its parts are.
  var versionSyntax: VersionSyntax
  /// Order of texts.
  var textOrder: TextOrder.Rule
  /// Dialect of patterns.
  var patternSyntax: PatternSyntax
  /// Whether a segment with an empty list of conditions matches.
  var emptyConditionsMatch: Bool
  /// Whether a range with fewer than two entries ends the evaluation with an error; else it matches nothing.
  var shortRangeFails: Bool
  /// Whether a selector steps into lists by index and `length`.
  var indexesLists: Bool
  /// Whether names that spell an array index come first, ascending, in object texts and among flags.
  var indexNamesFirst: Bool

  enum NumberStyle: Sendable, Equatable {
    /// Integers exactly as written, others as `repr` writes them.
    case python
    /// Everything as binary64, written as `String(number)` does.
    case javaScript
  }

  enum NestedStyle: Sendable, Equatable {
    /// `", "` and `": "`, everything beyond ASCII escaped.
    case spacedASCII
    /// No white space, only what must be escaped.
    case compact
  }

  enum NumberSyntax: Sendable, Equatable {
    /// `float(text)`; a text that is no number is compared as text.
    case python
    /// `Number(text)`; a text that is no number is NaN, for which no relation holds.
    case javaScript
  }

  enum VersionSyntax: Sendable, Equatable {
    /// Unicode digits and word characters, exact parts, one line feed may follow.
    case python
    /// ASCII only, parts as binary64.
    case javaScript
  }

  enum PatternSyntax: Sendable, Equatable {
    /// `re.search` of CPython 3.11.
    case python
    /// `RegExp` of ECMAScript without flags.
    case javaScript
  }

  /// The official Python engine, which labels the vectors.
  package static let python = Dialect(
    identifier: .python, falsyIsMissing: true, capitalisesBooleans: true, numberText: .python,
    nestedText: .spacedASCII, arrayTextTakesNaN: true, keepsEmptyElements: true, comparesEmptySets: false,
    numberSyntax: .python, versionSyntax: .python, textOrder: .codePoints, patternSyntax: .python,
    emptyConditionsMatch: true, shortRangeFails: true, indexesLists: false, indexNamesFirst: false)

  /// The official JavaScript engine, which the services and the apps' SDKs follow; the default.
  package static let javaScript = Dialect(
    identifier: .javaScript, falsyIsMissing: false, capitalisesBooleans: false, numberText: .javaScript,
    nestedText: .compact, arrayTextTakesNaN: false, keepsEmptyElements: false, comparesEmptySets: true,
    numberSyntax: .javaScript, versionSyntax: .javaScript, textOrder: .utf16, patternSyntax: .javaScript,
    emptyConditionsMatch: false, shortRangeFails: false, indexesLists: true, indexNamesFirst: true)

  /// All dialects, in the order of help texts.
  package static let all = [javaScript, python]

  /// The dialect of this name.
  package init?(named name: String) {
    guard let found = Self.all.first(where: { $0.name.isExactly(name) }) else { return nil }
    self = found
  }

  private init(
    identifier: Identifier, falsyIsMissing: Bool, capitalisesBooleans: Bool, numberText: NumberStyle,
    nestedText: NestedStyle, arrayTextTakesNaN: Bool, keepsEmptyElements: Bool, comparesEmptySets: Bool,
    numberSyntax: NumberSyntax, versionSyntax: VersionSyntax, textOrder: TextOrder.Rule, patternSyntax: PatternSyntax,
    emptyConditionsMatch: Bool, shortRangeFails: Bool, indexesLists: Bool, indexNamesFirst: Bool
  ) {
    self.identifier = identifier
    self.falsyIsMissing = falsyIsMissing
    self.capitalisesBooleans = capitalisesBooleans
    self.numberText = numberText
    self.nestedText = nestedText
    self.arrayTextTakesNaN = arrayTextTakesNaN
    self.keepsEmptyElements = keepsEmptyElements
    self.comparesEmptySets = comparesEmptySets
    self.numberSyntax = numberSyntax
    self.versionSyntax = versionSyntax
    self.textOrder = textOrder
    self.patternSyntax = patternSyntax
    self.emptyConditionsMatch = emptyConditionsMatch
    self.shortRangeFails = shortRangeFails
    self.indexesLists = indexesLists
    self.indexNamesFirst = indexNamesFirst
  }
}
