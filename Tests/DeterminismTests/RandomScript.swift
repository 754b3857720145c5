import CommandLanguage
import TestSupport

/// Writes random scripts: commands of every kind, right ones and wrong ones, in the words of the built-in world.
///
/// What the catalogue gives as examples is used too, so a command that is added to it is part of these scripts at once.
struct RandomScript {
  private var random: SeededGenerator
  /// Files that `record` may name; without any the command is left out.
  private let recordable: [String]

  init(seed: UInt64, recordable: [String] = []) {
    random = SeededGenerator(seed: seed)
    self.recordable = recordable
  }

  /// The examples of all commands of the catalogue but those that name files.
  static let catalogueExamples: [String] = {
    let entries = Catalogue.entries + Catalogue.entries.flatMap(\.subcommands)
    return entries.filter { $0.name != "record" && $0.name != "source" && $0.name != "quit" }.flatMap(\.examples)
  }()

  // MARK: Choices

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  // MARK: Scripts

  /// A script of 3 to 25 lines, 14 in the middle, of some commands more.
  mutating func text() -> String {
    var text = chance(4) ? "\u{FEFF}" : ""
    for _ in 0..<(3 + below(23)) {
      text += line()
      text += chance(6) ? "\r\n" : "\n"
    }
    if chance(20), text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private mutating func line() -> String {
    switch below(40) {
    case 0: return ""
    case 1: return "# \(pick(Self.texts))"
    case 2: return "\(command()); \(command())"
    case 3: return "\(command())   # \(pick(Self.texts))"
    case 4: return "  \(command())\t"
    case 5: return "expect report.layout \\\n  == \(pick(["compact", "expanded"]))"
    default: return command()
    }
  }

  private mutating func command() -> String {
    var command = bare()
    if chance(7) { command = "! \(command)" }
    if chance(14) { command += pick([" &", "&"]) }
    return command
  }

  private mutating func bare() -> String {
    switch below(100) {
    case 0..<9: "sign-in \(quoted(pick(Self.userIds)))"
    case 9..<12: "logout"
    case 12..<20: "refresh"
    case 20..<29: pick(["open", "open", "close", "export"])
    case 29..<33: property()
    case 33..<37: override()
    case 37..<40: "identity" + (chance(60) ? " --device-id \(quoted(pick(Self.deviceIds)))" : "")
    case 40..<44: pick(["variants", "variant report-layout", "variant nosuch", "variant \(quoted(pick(Self.texts)))"])
    case 44..<47: pick(["events", "events --last 2", "suppressed", "requests", "requests --last 1", "jobs"])
    case 47..<51: "flush"
    case 51..<54: pick(["profile", "experiment", "profile \(quoted(pick(Self.deviceIds)))", "experiment nosuch"])
    case 54..<57: "why \(pick(Self.flagKeys))" + (chance(50) ? " --want \(pick(Self.variants))" : "")
    case 57..<61: waiting()
    case 61..<66: decision()
    case 66..<75: world()
    case 75..<83: expectation()
    case 83..<86: pick(["status", "status", "status", "status --all"])
    case 86..<90: pick(["echo \(quoted(pick(Self.texts)))", "echo a  'b  c' \"d\"", "output json", "output text"])
    case 90..<94: pick(Self.wrong)
    case 94..<95: pick(["history", "history 3", "help", "help why", "? nosuch"])
    case 95..<96: recordable.isEmpty ? "status" : chance(70) ? "record \(pick(recordable))" : "record --stop"
    case 96..<97: chance(20) ? "quit \(below(4))" : "status"
    default: pick(Self.catalogueExamples)
    }
  }

  private mutating func property() -> String {
    if chance(20) { return "property --unset \(pick(Self.names)) \(pick(Self.names))" }
    var command = "property"
    for _ in 0...below(3) {
      let name = pick(Self.names)
      command += chance(50) ? " \(name)=\(quoted(pick(Self.texts)))" : " '\(name):=\(pick(Self.jsonTexts))'"
    }
    return command
  }

  private mutating func override() -> String {
    chance(35)
      ? "override --clear" + (chance(50) ? " \(pick(Self.flagKeys))" : "")
      : "override \(pick(Self.flagKeys)) \(pick(Self.variants))"
  }

  private mutating func waiting() -> String {
    switch below(6) {
    case 0: "wait"
    case 1: "wait %\(1 + below(5))"
    case 2: "cancel %\(1 + below(5))"
    case 3: "jobs"
    default: "wait \(pick(Self.durations))"
    }
  }

  private mutating func decision() -> String {
    let point = pick(["homeHero", "homeHero", "product_recs", "nosuch", "' product_recs '", "''"])
    switch below(10) {
    case 0, 1: return pick(["consent opt-in", "consent opt-in", "consent opt-out", "consent"])
    case 2: return "decisions \(point)"
    case 3: return pick(["engage view homeHero", "engage click product_recs 1", "engage click \(point) \(below(3))"])
    case 4, 5: return "consent opt-in; fetch-decisions \(point)"
    default:
      var command = "fetch-decisions \(point)"
      if chance(40) { command += " product_recs" }
      if chance(30) { command += " --anchor \(quoted(pick(["SKU-1", "SKU-3", "\u{1F600}"])))" }
      if chance(20) { command += " --anchor-type ssot__GoodsProduct__dlm" }
      if chance(30) { command += " --attribute 'category=\(pick(["tents", "\u{E9}", ""]))'" }
      if chance(20) { command += " --attribute-double maxPrice=\(pick(["249.5", "1e3", "-0.0", "nan"]))" }
      if chance(20) { command += " --attribute-bool x=\(pick(["true", "false", "yes"]))" }
      if chance(20) { command += " --timeout \(pick(Self.durations))" }
      if chance(20) { command += " --split" }
      if chance(20) { command += " --require-content" }
      return command
    }
  }

  private mutating func world() -> String {
    let service = pick(["evaluation", "evaluation", "analytics", "decisions"])
    switch below(14) {
    case 0: return "world"
    case 1, 2: return "world latency \(service) \(pick(Self.durations))"
    case 3, 4:
      let fault = pick(["503", "429", "400", "413", "200", "304", "offline", "timeout", "reset", "malformed"])
      return "world fault \(service) \(fault)" + (chance(75) ? " --times \(1 + below(3))" : "")
    case 5: return "world fault \(service) --clear"
    case 6, 7: return "world hold \(service)"
    case 8, 9:
      if chance(50) { return "world deliver" }
      var command = "world deliver"
      for _ in 0...below(3) { command += " \(1 + below(24))" }
      return command
    case 10:
      return "world flag \(pick(Self.flagKeys)) \(pick(["active", "active", "inactive", "undeployed", "absent"]))"
    case 11: return "world assign report-layout \(quoted(pick(Self.userIds))) \(pick(Self.variants))"
    case 12: return "world unconfigure"
    default: return "world configure"
    }
  }

  private mutating func expectation() -> String {
    let path = pick(Self.paths)
    switch below(4) {
    case 0: return "expect \(path) \(pick(["exists", "missing"]))"
    case 1: return "expect \(path)"
    default:
      let comparison = pick(["==", "!=", "<", "<=", ">", ">=", "contains", "matches"])
      return "expect \(path) \(quoted(comparison)) \(quoted(pick(Self.values)))"
    }
  }

  /// A word as it may be written: bare where it can be, in either quotes, or with escapes.
  private mutating func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x80 || ($0 >= 0x30 && $0 <= 0x7A && $0 != 0x3B && $0 != 0x5C) }
    if isPlain && !text.isEmpty && chance(60) { return text }
    if chance(50), !text.utf8.contains(0x27) { return "'\(text)'" }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" || scalar == "$" || scalar == "`" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return "\"\(escaped)\""
  }

  // MARK: Words

  private static let userIds = [
    "tester-control", "tester-control", "tester-expanded", "tester-expanded", "tester-unknown", "tester-novalue",
    "tester-off", "user-10042", "zo\u{EB}-user", "zoe\u{308}-user", "\u{130}stanbul-\u{131}", "TITLE-I", "title-i",
    "\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}", "\u{645}\u{633}\u{62A}\u{62E}\u{62F}\u{645}", "anonymous", "null",
    "abc", "", "user 10 \"x\"", "user-'q'", "a\\b\\c\\d",
  ]
  private static let deviceIds = [
    "5C0FFEE0-0000-4000-8000-000000000001", "device-1", "device-2", "ger\u{E4}t-1", "gera\u{308}t-1", "x", "",
    "00000000-0000-0000-0000-000000000000",
  ]
  private static let flagKeys = ["report-layout", "report-layout", "weekly-digest", "export-hint", "nosuch", "a.b"]
  private static let variants = ["control", "expanded", "grid", "off", "nosuch", "EXPANDED", "'two words'"]
  private static let names = ["plan", "seats", "\u{F6}rt", "o\u{308}rt", "I", "i", "\u{131}", "a.b", "tags", "\"q\""]
  private static let texts = [
    "pro", "", "two words", "\u{4F60}\u{597D}", "e\u{301}", "\u{E9}", "quo\"te", "back\\slash", "semi;colon", "#hash",
    "amp & ersand", "tab\tbed", "\u{202E}turned", "1.0", "{\"a\":1}", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}",
  ]
  private static let jsonTexts = [
    "1", "-0", "-0.0", "1.50", "1e3", "9007199254740993", "123456789012345678901234567890", "true", "null", "\"x\"",
    "[\"beta\",\"eu\"]", "{\"b\":1,\"a\":[1,2.5,{}]}", "\"\\u00e9\"", "{\"k\":1,\"k\":2}", "[", "nope", "1e999",
  ]
  private static let durations = [
    "0ms", "1ms", "80ms", "120ms", "250ms", "1s", "4999ms", "5s", "5001ms", "12s", "2m", "30m",
  ]
  private static let paths = [
    "report.layout", "report.source", "report.open", "report.visible", "report.total", "report.average", "flags.state",
    "flags.reason", "flags.revision", "flags.stale", "flags.variants.report-layout.value", "flags.overrides",
    "identity.userId", "identity.deviceId", "identity.properties.plan", "identity.properties[\"a.b\"]", "events.count",
    "events[-1].type", "events[0].properties.layout", "events[type=$exposure].count", "suppressed.count",
    "suppressed[-1].reason", "requests.count", "requests[-1].status", "requests[-1].fate", "jobs.count",
    "jobs[0].state", "world.kind", "personalization.consent", "flags.configurd", "nosuch", "a[", "events[99].type",
  ]
  private static let values = [
    "compact", "expanded", "assigned", "fallback", "0", "1", "2", "84", "1.0", "true", "false", "null", "tester-.*",
    "[0-9A-F-]{36}", "control|expanded", "e\u{301}", "", "Report Previewed", "used", "(", "iOS",
  ]
  private static let wrong = [
    "nonsense", "opne", "sign-in", "refresh now", "wait 5", "wait soon", "events --last 0",
    "world fault evaluation 999",
    "world hold nobody", "world latency evaluation 99999999h", "property plan", "property =x", "echo 'open", "echo \"x",
    "identity --device", "!", "! ! open", "& open", "%1", "override", "why", "expect", "expect a ==", "status --al",
    "world deliver 0", "world deliver x", "cancel 1", "cancel %0", "wait %99", "\u{1F600}", "sign-in \u{1}bad-user",
    "wait 9223372036854775807ms", "events --last 99999999999999999999", "sign-in a b c", "source", "world world",
  ]
}
