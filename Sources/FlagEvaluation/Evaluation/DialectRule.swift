import TextFormats

/// The members of `Dialect` by name, so that a difference between two engines can be traced to one of them.
package enum DialectRule: String, CaseIterable, Sendable {
  case falsyIsMissing
  case capitalisesBooleans
  case numberText
  case nestedText
  case arrayTextTakesNaN
  case keepsEmptyElements
  case comparesEmptySets
  case numberSyntax
  case versionSyntax
  case textOrder
  case patternSyntax
  case emptyConditionsMatch
  case shortRangeFails
  case indexesLists
  case indexNamesFirst

  /// What the engines do differently, in a few words without a full stop.
  package var summary: String {
    switch self {
    case .falsyIsMissing: "whether false, 0, \"\", [] and {} count as a missing property"
    case .capitalisesBooleans: "whether the texts of true and false are capitalised"
    case .numberText: "how a number becomes text"
    case .nestedText: "how a list or an object becomes text"
    case .arrayTextTakesNaN: "whether a text that spells a list may hold NaN and Infinity"
    case .keepsEmptyElements: "whether empty texts stay elements of a list"
    case .comparesEmptySets: "whether set operators compare a list without elements"
    case .numberSyntax: "which texts are numbers, and what becomes of the others"
    case .versionSyntax: "which texts are versions, and how large their parts may be"
    case .textOrder: "the order of texts: by code points or by UTF-16 units"
    case .patternSyntax: "the dialect of regular expressions"
    case .emptyConditionsMatch: "whether a segment with an empty list of conditions matches"
    case .shortRangeFails: "whether a range with fewer than two ends is an error"
    case .indexesLists: "whether selectors step into lists"
    case .indexNamesFirst: "whether names that are array indexes come first"
    }
  }
}

extension Dialect {
  /// The dialect with some of its rules as another has them.
  package func adopting(_ rules: [DialectRule], from other: Dialect) -> Dialect {
    var mixed = self
    for rule in rules {
      switch rule {
      case .falsyIsMissing: mixed.falsyIsMissing = other.falsyIsMissing
      case .capitalisesBooleans: mixed.capitalisesBooleans = other.capitalisesBooleans
      case .numberText: mixed.numberText = other.numberText
      case .nestedText: mixed.nestedText = other.nestedText
      case .arrayTextTakesNaN: mixed.arrayTextTakesNaN = other.arrayTextTakesNaN
      case .keepsEmptyElements: mixed.keepsEmptyElements = other.keepsEmptyElements
      case .comparesEmptySets: mixed.comparesEmptySets = other.comparesEmptySets
      case .numberSyntax: mixed.numberSyntax = other.numberSyntax
      case .versionSyntax: mixed.versionSyntax = other.versionSyntax
      case .textOrder: mixed.textOrder = other.textOrder
      case .patternSyntax: mixed.patternSyntax = other.patternSyntax
      case .emptyConditionsMatch: mixed.emptyConditionsMatch = other.emptyConditionsMatch
      case .shortRangeFails: mixed.shortRangeFails = other.shortRangeFails
      case .indexesLists: mixed.indexesLists = other.indexesLists
      case .indexNamesFirst: mixed.indexNamesFirst = other.indexNamesFirst
      }
    }
    return mixed
  }
}
