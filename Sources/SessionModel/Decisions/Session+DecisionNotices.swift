import ServiceMessages
import TextFormats
import Vocabulary

/// What is worth saying about a request for decisions and its answer, beside the result.
extension Session {
  /// The longest attribute name that filters take (personalization.md 5.2).
  static let attributeNameLimit = 64

  /// Trimmed, without empty ones; a repeated name is asked for once, since every one is billed.
  mutating func distinctPoints(_ names: [String]) -> [String] {
    guard enforces(.pointNamesAreTrimmed) else { return names }
    var points: [String] = []
    var seen: Set<ExactText> = []
    var repeated: [String] = []
    var told: Set<ExactText> = []
    for name in names.map(\.trimmingWhitespace) where !name.isEmpty {
      if seen.insert(ExactText(name)).inserted {
        points.append(name)
      } else if told.insert(ExactText(name)).inserted {
        repeated.append(name)
      }
    }
    if !repeated.isEmpty {
      note("repeatedPoint", "asked for once although named more often: \(Self.list(repeated))")
    }
    return points
  }

  /// A repeated name keeps its last value.
  mutating func distinctAttributes(_ attributes: [ContextualAttribute]) -> [ContextualAttribute] {
    var distinct: [ContextualAttribute] = []
    var places: [ExactText: Int] = [:]
    for attribute in attributes {
      if let index = places[ExactText(attribute.name)] {
        distinct[index] = attribute
        note(
          "repeatedAttribute",
          "the attribute \(PrintableText.safe(attribute.name)) is given twice: the last value counts")
        continue
      }
      places[ExactText(attribute.name)] = distinct.count
      distinct.append(attribute)
      let isUsual = attribute.name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
      if !isUsual || attribute.name.isEmpty || attribute.name.utf8.count > Self.attributeNameLimit {
        note(
          "oddAttributeName",
          "no filter can name the attribute \"\(PrintableText.safe(attribute.name))\": "
            + "at most \(Self.attributeNameLimit) letters, digits and _")
      }
    }
    return distinct
  }

  /// Types are sent as typed; only what is surely no object is said to look wrong (personalization.md 5.4).
  mutating func checkAnchorType(_ type: String) {
    let suffixes = ["__dll", "__c", "__cio"]
    let hasPrefix = ["ssot__", "std__"].contains { type.utf8.starts(with: $0.utf8) }
    let ends = { (suffix: String) in type.utf8.reversed().starts(with: suffix.utf8.reversed()) }
    if suffixes.contains(where: ends) || hasPrefix && !ends("__dlm") {
      note("oddAnchorType", "\(PrintableText.safe(type)) does not look like a data model object: these end in __dlm")
    }
  }

  /// How often the same thing is said about one answer.
  static let remarkLimit = 10

  /// Says what is worth saying about an answer; what an answer repeats without end is counted rather than told.
  mutating func tell(_ remarks: [DecisionsResponse.Remark]) {
    var counts: [Int] = [0, 0, 0, 0]
    var untold = 0
    for remark in remarks {
      let kind: Int? =
        switch remark {
        case .repeatedPoint: 0
        case .droppedItems: 1
        case .unreadableMember: 2
        case .diagnostic: 3
        case .noRequestId, .droppedEntries, .unusedAttributes: nil
        }
      if let kind {
        counts[kind] += 1
        guard counts[kind] <= Self.remarkLimit else {
          untold += 1
          continue
        }
      }
      tell(remark)
    }
    if untold > 0 { note("moreRemarks", "and \(counted(untold, "more remark")) of these kinds about the answer") }
  }

  private mutating func tell(_ remark: DecisionsResponse.Remark) {
    switch remark {
    case .noRequestId: note("noRequestId", "the answer has no request id")
    case .repeatedPoint(let point):
      note(
        "repeatedDecision", "the answer has \(PrintableText.safe(point)) more than once: the last one counts by name")
    case .droppedEntries(let count):
      note(
        "droppedPersonalizations", "\(counted(count, "personalization")) could not be used: a name or an id is missing")
    case .droppedItems(let point, let count):
      note("droppedItems", "\(counted(count, "item")) of \(PrintableText.safe(point)) left out: no content id")
    case .unreadableMember(let point, let member):
      note("unreadableMember", "\(member) of \(PrintableText.safe(point)) could not be read and counts as empty")
    case .unusedAttributes(let names):
      note(
        "unusedAttributes", "no filter and no rule reads: \(Self.list(names)); a misspelt name makes the answer broader"
      )
    case .diagnostic(let code, let text):
      note(
        "decisionsDiagnostic",
        "the service says: \(PrintableText.safe([code, text].filter { !$0.isEmpty }.joined(separator: " ")))")
    }
  }

  /// Names for people; of very many the first.
  static func list(_ names: [String]) -> String {
    let shown = names.prefix(remarkLimit).map { PrintableText.safe($0) }.joined(separator: ", ")
    return names.count > remarkLimit ? "\(shown) and \(names.count - remarkLimit) more" : shown
  }
}
