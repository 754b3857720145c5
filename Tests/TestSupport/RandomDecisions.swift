package import TextFormats

/// Bodies of answers of the decisions service that are nearly right.
package struct RandomDecisions {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func value(depth: Int = 3) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(chance(50))
    case 2: return .integer(Int64.random(in: -3...3, using: &random))
    case 3: return .number(pick(["1.5", "1e400", "123456789012345678901234567890"]))
    case 4, 5: return .string(pick(["", " ", "p", "q", "é", "e\u{301}", "\u{1B}[2J", "a\nb", "\u{0}", "\u{202E}x"]))
    case 6: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth - 1) })
    default: return .object(object(["a", "personalizationContentId", "p", "é"], depth: depth - 1))
    }
  }

  private mutating func object(_ names: [String], depth: Int) -> JSONObject {
    JSONObject(members: names.compactMap { chance(60) ? JSONMember($0, value(depth: depth)) : nil })
  }

  private mutating func item() -> JSONValue {
    if chance(15) { return value() }
    var members = object(["name", "price", "nested"], depth: 2)
    if chance(80) {
      members["personalizationContentId"] = chance(90) ? .string("c:\(Int.random(in: 0...9, using: &random))") : value()
    }
    return .object(members)
  }

  private mutating func entry() -> JSONValue {
    if chance(10) { return value() }
    var members = object(["requestId", "decisionId", "metadata", "diagnostics"], depth: 2)
    for name in ["personalizationId", "personalizationPointId", "personalizationPointName"] where chance(90) {
      members[name] = chance(90) ? .string(pick(["p", "q", " p ", "homeHero"])) : value()
    }
    if chance(80) { members["attributes"] = chance(80) ? .object(object(["Header", "é", ""], depth: 2)) : value() }
    if chance(80) {
      members["data"] = chance(80) ? .array((0..<Int.random(in: 0...4, using: &random)).map { _ in item() }) : value()
    }
    return .object(members)
  }

  package mutating func body() -> JSONValue {
    if chance(5) { return value() }
    var members = object(["diagnostics", "extra"], depth: 2)
    if chance(90) { members["requestId"] = chance(90) ? "r" : value() }
    if chance(95) {
      members["personalizations"] = .array((0..<Int.random(in: 0...4, using: &random)).map { _ in entry() })
    } else if chance(50) {
      members["personalizations"] = value()
    }
    return .object(members)
  }
}
