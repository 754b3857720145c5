import FlagEvaluation
import TextFormats

/// Where two engines differ, as text for people or a JSON line for each user.
struct DifferenceReport {
  let first: Dialect
  let second: Dialect
  private let isJSON: Bool
  private var differing = 0
  private var byRule: [DialectRule: Int] = [:]

  init(_ dialect: Dialect, isJSON: Bool) {
    first = dialect
    second = dialect == .javaScript ? .python : .javaScript
    self.isJSON = isJSON
  }

  mutating func add(
    _ differences: [DialectComparison.Difference], line: Int, subject: JSONValue, members: [JSONMember],
    to output: inout [UInt8]
  ) {
    guard !differences.isEmpty else { return }
    differing += 1
    for difference in differences { for rule in difference.rules { byRule[rule, default: 0] += 1 } }
    if isJSON {
      var object = JSONObject(uniqueMembers: members)
      object["differences"] = .array(differences.map(document))
      object["line"] = JSONValue(line)
      JSONValue.object(object).write(into: &output)
      output.append(0x0A)
    } else {
      for difference in differences {
        output += text(difference, line: line, subject: subject).utf8
        output.append(0x0A)
      }
    }
  }

  /// The last line, for people: how many differ, and by which rules.
  func finish(_ tally: LineTally, _ what: String, into output: inout [UInt8]) {
    guard !isJSON else { return }
    let total = tally.lines - tally.bad
    output +=
      "\(differing) of \(total) \(what)\(total == 1 ? "" : "s") differ between \(first.name) and \(second.name)\n"
      .utf8
    for rule in DialectRule.allCases {
      if let count = byRule[rule] { output += "  \(rule.rawValue): \(count) times; \(rule.summary)\n".utf8 }
    }
  }

  private func document(_ difference: DialectComparison.Difference) -> JSONValue {
    .object(
      JSONObject(uniqueMembers: [
        JSONMember("flag", JSONValue(difference.flag)),
        JSONMember(first.name, difference.first.document),
        JSONMember(second.name, difference.second.document),
        JSONMember("rules", .array(difference.rules.map { .string($0.rawValue) })),
      ]))
  }

  private func text(_ difference: DialectComparison.Difference, line: Int, subject: JSONValue) -> String {
    let who = subject.isNull ? "" : ", \(PrintableText.safe(subject.string ?? subject.text))"
    let flag = difference.flag.map { ", flag \(PrintableText.safe($0))" } ?? ""
    let rules = difference.rules.map(\.rawValue).joined(separator: " with ")
    return "line \(line)\(who)\(flag): \(first.name) \(Self.words(difference.first)), "
      + "\(second.name) \(Self.words(difference.second)); by \(rules)"
  }

  private static func words(_ answer: DialectComparison.Answer) -> String {
    switch answer {
    case .variant(let variant): "gives \(PrintableText.safe(variant.name))"
    case .none: "gives no variant"
    case .failure(let error): "fails (\(PrintableText.safe(error.message)))"
    }
  }
}
