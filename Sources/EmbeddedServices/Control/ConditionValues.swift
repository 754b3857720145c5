import FlagEvaluation
import TextFormats

/// Values that satisfy a condition, or come close to where it turns.
enum ConditionValues {
  /// What one condition suggests; nil stands for no value.
  static func values(for condition: FlagConfiguration.Condition, dialect: Dialect) -> [JSONValue?] {
    let texts = condition.values.map { text -> JSONValue? in text == "(none)" ? Optional.none : JSONValue.string(text) }
    let other = JSONValue.string("other-than-\(condition.values.first ?? "any")")
    // Those that satisfy it first, then those that do not: a segment that decides too early has to be left out.
    let elsewhere: [JSONValue?] = [nil, other, "zq", "~", "0"]
    let sets = texts.map { text in text.map { JSONValue.array([$0]) } }
    let all = JSONValue.array(texts.compactMap(\.self))
    switch condition.operatorText {
    case "is", "contains": return texts + elsewhere
    case "is not", "does not contain": return [other, nil, "zq", "~"] + texts
    case "set is", "set contains": return [all] + elsewhere + [["zq"]]
    case "set contains any": return sets + elsewhere + [["zq"]]
    case "set is not", "set does not contain", "set does not contain any": return [[other], nil, ["zq"], all] + sets
    case "less", "less or equal", "greater", "greater or equal":
      return condition.values.flatMap(numbers) + texts + elsewhere
    case "version less", "version less or equal", "version greater", "version greater or equal":
      return condition.values.flatMap(versions) + elsewhere
    case "regex match": return examples(condition, dialect) + elsewhere
    case "regex does not match": return elsewhere + [""] + examples(condition, dialect)
    default: return elsewhere
    }
  }

  private static func examples(_ condition: FlagConfiguration.Condition, _ dialect: Dialect) -> [JSONValue?] {
    condition.values.flatMap { PatternExamples.texts(for: $0, dialect: dialect) }.map { .string($0) }
  }

  /// What several conditions suggest together: numbers and versions between their bounds, texts that hold the parts of
  /// several, sets that hold the elements of several.
  static func together(_ conditions: [FlagConfiguration.Condition], dialect: Dialect) -> [JSONValue?] {
    func values(_ operators: [String]) -> [[String]] {
      conditions.filter { operators.contains($0.operatorText) }.map(\.values)
    }
    let bounds = values(["less", "less or equal", "greater", "greater or equal"]).flatMap(\.self)
      .compactMap(Double.init).filter(\.isFinite).sorted()
    let middles = zip(bounds, bounds.dropFirst()).map { JSONValue.double($0 + ($1 - $0) / 2) }
    let parts = values(["contains"])
    let examples = values(["regex match"]).map { sources in
      sources.flatMap { PatternExamples.texts(for: $0, dialect: dialect) }
    }
    let texts = joined(parts + examples) + joined((parts + examples).reversed())
    let sets = values(["set contains", "set contains any", "set is"])
    let all = sets.flatMap(\.self)
    let unions: [JSONValue?] =
      sets.count < 2
      ? []
      : pairs(sets).map { .array($0.map { .string($0) }) } + [
        .array(all.map { .string($0) })
      ]
    return middles + texts.map { .string($0) } + unions
  }

  /// The first texts of all lists after each other, and of every two lists, with nothing or a blank in between.
  private static func joined(_ lists: [[String]]) -> [String] {
    let firsts = lists.filter { !$0.isEmpty }
    guard firsts.count > 1 else { return [] }
    var texts: [String] = []
    for separator in [" ", ""] { texts.append(firsts.map { $0[0] }.joined(separator: separator)) }
    for (index, one) in firsts.enumerated() {
      for other in firsts[(index + 1)...] {
        for first in one.prefix(8) { for second in other.prefix(8) { texts.append(first + " " + second) } }
      }
    }
    return texts
  }

  private static func pairs(_ sets: [[String]]) -> [[String]] {
    var pairs: [[String]] = []
    for (index, one) in sets.enumerated() {
      for other in sets[(index + 1)...] {
        pairs.append(one + other)
        for first in one.prefix(8) { for second in other.prefix(8) { pairs.append([first, second]) } }
      }
    }
    return pairs
  }

  /// A number and its neighbours.
  private static func numbers(around text: String) -> [JSONValue?] {
    if let number = Int64(text), number > .min, number < .max {
      return [.integer(number), .integer(number - 1), .integer(number + 1)]
    }
    guard let number = Double(text), number.isFinite else { return [.string(text)] }
    return [.double(number), .double(number - 1), .double(number + 1)]
  }

  /// A version, the lowest one, the next higher major one, and those right before and right behind it.
  private static func versions(around text: String) -> [JSONValue?] {
    let core = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)[0]
    var parts = core.split(separator: ".").map { Int64($0) ?? 0 }
    while parts.count < 3 { parts.append(0) }
    let major = parts[0] < .max ? parts[0] + 1 : parts[0]
    let patch = parts[2] < .max ? parts[2] + 1 : parts[2]
    return [
      .string(text), "0.0.0", .string("\(major).0.0"), .string("\(parts[0]).\(parts[1]).\(parts[2])-0"),
      .string("\(parts[0]).\(parts[1]).\(patch)-0"), .string("\(parts[0]).\(parts[1]).\(parts[2])-zz"),
    ]
  }
}
