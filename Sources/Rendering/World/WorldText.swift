import TextFormats

/// The world's answers as text: each kind of question has a file beside this one.
enum WorldText {
  /// - Parameter name: the command, with its subcommand: `world hold`.
  static func lines(_ question: String, _ body: JSONValue, name: String?, _ palette: Palette) -> [String] {
    switch question {
    case "why": WhyText.lines(body, palette)
    case "profile": ProfileText.lines(body)
    case "experiment": ExperimentText.lines(body)
    default:
      body["evaluation"]?.string == "remote"
        ? RemoteWorldText.lines(body) : name == "world" ? ContractText.lines(body) : ContractText.change(body)
    }
  }

  /// A value as people read it: text without quotes, `nothing` for null.
  static func shown(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null: "nothing"
    case .string(let text): PrintableText.safe(text)
    case let value?: PrintableText.safe(value.text)
    }
  }

  /// A selector as a path: `context.user.user_id`.
  static func path(_ selector: JSONValue?) -> String {
    let names = (selector?.array ?? []).map { shown($0) }
    return names.isEmpty ? "(nothing)" : names.joined(separator: ".")
  }

  /// A range of integers: `0 up to 50`.
  static func range(_ range: JSONValue?) -> String {
    let ends = range?.array ?? []
    guard ends.count >= 2 else { return "an incomplete range" }
    return "\(ends[0].text)..<\(ends[1].text)"
  }
}
