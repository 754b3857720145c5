import SessionModel
import Testing
import TextFormats
import Vocabulary

@testable import EmbeddedServices

@Suite struct `World files` {
  @Test func `the built-in world has the report, users, points and latencies that product.md names`() throws {
    let file = try WorldFile(parsing: WorldDriver.builtInBytes, file: "world.json")
    #expect(file.name == "built-in")
    #expect(file.dailyActions.count == 7)
    #expect(file.dailyActions.reduce(0, +) == 84)
    #expect(file.dailyActions.firstIndex(of: file.dailyActions.max() ?? 0) == 1, "Tuesday")
    #expect(file.dailyActions.count { $0 == file.dailyActions.max() } == 1)
    #expect(file.reportFlagKey == "report-layout")
    #expect(
      file.latencies == [
        .evaluation: .milliseconds(120), .analytics: .milliseconds(80), .decisions: .milliseconds(150),
      ])
    let configuration = file.configuration(seed: [7, 0], startMicroseconds: 5, platform: "iOS")
    #expect(configuration.seed == [7, 0])
    #expect(configuration.startMicroseconds == 5)
    #expect(configuration.flagsOff == nil)
    #expect(configuration.isSending)
    #expect(configuration.world == .embedded)
    #expect(configuration.knownFlags.first == "report-layout")
    #expect(configuration.knownPoints == ["homeHero", "product_recs"])
    #expect(configuration.dailyActions == file.dailyActions)
  }

  @Test(arguments: [
    ("", "US", FlagsOff.apiKeyBlank), ("$(AMPLITUDE_API_KEY)", "US", .apiKeyUnresolved), ("key", "us", .regionUnknown),
    ("key", " ", .regionBlank),
  ]) func `flags are off when the file's keys or region are unusable`(key: String, region: String, reason: FlagsOff)
    throws
  {
    let bytes = try WorldDriver.file(replacing: [
      ("keys", ["apiKey": .string(key), "deploymentKey": "client-x"]), ("region", .string(region)),
    ])
    let file = try WorldFile(parsing: bytes, file: "w.json")
    #expect(file.configuration(seed: [0, 0], startMicroseconds: 0, platform: "iOS").flagsOff == reason)
  }

  @Test(
    arguments: [
      ("report", ["flag": "report-layout", "days": [1, 2, 3, "4", 5, 6, 7]], "$.report.days[3]: expected an integer"),
      ("report", ["flag": "report-layout", "days": [1, 2, 3, 4, 5, 6]], "$.report.days: expected 7 daily numbers"),
      ("report", ["flag": "report-layout", "days": [1, 2, 3, 4, 5, 6, -1]], "$.report.days[6]: -1 is not between 0"),
      ("report", ["flag": "report-layout"], "$.report: missing member \"days\""),
      ("latencies", ["evaluation": "120"], "$.latencies.evaluation: \"120\" is not a duration"),
      ("latencies", ["evaluation": "2h"], "$.latencies.evaluation: is longer than an hour"),
      ("latencies", ["evaluations": "1ms"], "$.latencies.evaluations: unknown member"),
      ("faults", ["analytics": ["kind": "status"]], "$.faults.analytics: missing member \"status\""),
      (
        "faults", ["analytics": ["kind": "status", "status": 99]],
        "$.faults.analytics.status: 99 is not between 100 and 599"
      ),
      ("faults", ["analytics": ["kind": "ofline"]], "$.faults.analytics.kind: unknown word \"ofline\""),
      ("engine", "perl", "$.engine: unknown word \"perl\""),
      ("version", 2, "$.version: this flagsh reads version 1 only"),
      ("format", "world", "$.format: is not \"flagsh-world\""),
      ("name", "", "$.name: is empty"),
      ("region", 3, "$.region: expected a string, found number"),
      ("points", ["homeHero": []], "$.points.homeHero: expected an object, found array"),
      (
        "experiments",
        [["flag": "report-layout", "exposureEvent": "e", "primaryMetric": "m", "start": "2026-02-30T00:00:00Z"]],
        "$.experiments[0].start: \"2026-02-30T00:00:00Z\" is not a moment"
      ),
      (
        "experiments", [["flag": "report-layuot", "exposureEvent": "e", "primaryMetric": "m", "start": nil]],
        "$.experiments[0].flag: there is no flag \"report-layuot\""
      ),
      (
        "experiments",
        [
          [
            "flag": "report-layout", "exposureEvent": "e", "primaryMetric": "m", "start": nil,
            "variants": ["control", "expandet"],
          ]
        ],
        "$.experiments[0].variants[1]: there is no variant \"expandet\""
      ),
      ("flags", [["variants": [:], "segments": []]], "$.flags[0].key: "),
      (
        "flags",
        [["key": "a", "variants": [:], "segments": [["bucket": ["selector": [], "salt": 3, "allocations": []]]]]],
        "$.flags[0].segments[0].bucket.salt: "
      ),
      ("flagSettings", ["report-layuot": [:]], "$.flagSettings.report-layuot: unknown member"),
    ] as [(String, JSONValue, String)]) func `a mistake names its path`(
      member: String, value: JSONValue, message: String
    ) throws
  {
    let bytes = try WorldDriver.file(replacing: [(member, value)])
    let error = #expect(throws: Diagnostic.self) { try WorldFile(parsing: bytes, file: "w.json") }
    #expect(error?.message.hasPrefix(message) ?? false, "\(error?.message ?? "")")
    #expect(error?.code == "badWorld")
    #expect(error?.place?.file == "w.json")
  }

  @Test func `a mistake in meaning has its line and column too`() {
    let text = """
      {
        "format": "flagsh-world", "version": 1, "name": "x",
        "keys": {"apiKey": "", "deploymentKey": ""}, "region": "US",
        "report": {"flag": "a", "days": [1, 2, 3, 4.5, 5, 6, 7]},
        "flags": []
      }
      """
    let error = #expect(throws: Diagnostic.self) { try WorldFile(parsing: Array(text.utf8), file: "w.json") }
    #expect(error?.message == "$.report.days[3]: expected an integer, found 4.5")
    #expect(error?.place == SourcePlace(file: "w.json", line: 4, column: 45))
    #expect(error?.sourceLine?.contains("4.5") ?? false)
  }

  @Test func `a syntax error has its line and column`() {
    let error = #expect(throws: Diagnostic.self) {
      try WorldFile(parsing: Array("{\n  \"format\": flagsh\n}".utf8), file: "w.json")
    }
    #expect(error?.code == "badWorld")
    #expect(error?.place?.line == 2)
    #expect(error?.place?.column == 13 || error?.place?.column == 14)
  }

  @Test func `an unknown member at the top is refused with the nearest name`() throws {
    let bytes = try WorldDriver.file(replacing: [("latency", [:])])
    let error = #expect(throws: Diagnostic.self) { try WorldFile(parsing: bytes, file: "w.json") }
    #expect(error?.message == "$.latency: unknown member")
    #expect(error?.hint?.contains("latencies") ?? false)
  }

  @Test func `a second flag of one key is a mistake`() throws {
    let flag: JSONValue = ["key": "a", "variants": [:], "segments": []]
    let bytes = try WorldDriver.file(replacing: [("flags", [flag, flag]), ("experiments", nil)])
    let error = #expect(throws: Diagnostic.self) { try WorldFile(parsing: bytes, file: "w.json") }
    #expect(error?.message == "$.flags[1].key: a second flag \"a\"")
  }

  @Test func `a world needs little`() throws {
    let text = """
      {"format":"flagsh-world","version":1,"name":"small","keys":{"apiKey":"","deploymentKey":""},"region":"",
       "report":{"flag":"report-layout","days":[0,0,0,0,0,0,0]},"flags":[]}
      """
    let file = try WorldFile(parsing: [0xEF, 0xBB, 0xBF] + Array(text.utf8), file: "w.json")
    #expect(file.configuration(seed: [0, 0], startMicroseconds: 0, platform: "iOS").flagsOff == .apiKeyBlank)
  }

  @Test func `random damage to a world file is a diagnostic or a world, never a crash`() {
    let seed: UInt64 = 4_711
    var random = TestRandom(seed: seed)
    for round in 0..<400 {
      var bytes = WorldDriver.builtInBytes
      for _ in 0...random.below(3) {
        switch random.below(3) {
        case 0: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: random.below(bytes.count))
        default: bytes.removeLast(random.below(bytes.count / 2))
        }
      }
      do {
        _ = try WorldFile(parsing: bytes, file: "w.json")
      } catch {
        #expect(error.place != nil, "seed \(seed) round \(round)")
      }
    }
  }

  @Test func `every value of a world file is found again in its text`() throws {
    let bytes = WorldDriver.builtInBytes
    var count = 0
    func walk(_ node: WorldNode) throws {
      count += 1
      let rest = bytes[JSONLocator.offset(of: node.steps, in: bytes)...]
      switch node.value {
      case .object:
        #expect(rest.first == UInt8(ascii: "{"))
        for (_, member) in try node.members() { try walk(member) }
      case .array:
        #expect(rest.first == UInt8(ascii: "["))
        for element in try node.elements() { try walk(element) }
      default:
        #expect(rest.starts(with: Array(node.value.text.utf8)), "\(WorldNode.path(node.steps))")
      }
    }
    try walk(WorldNode(try JSON.parse(bytes)))
    #expect(count > 150)
  }

  @Test func `places survive escapes, braces in texts and repeated names`() {
    let text = #"{ "a\"}]" : ["}", "\\"] , "b": 1, "b" : {"c": [[], {}, "x"]} }"#
    let bytes = Array(text.utf8)
    func found(_ steps: [WorldNode.Step]) -> String {
      String(decoding: bytes[JSONLocator.offset(of: steps, in: bytes)...], as: UTF8.self)
    }
    #expect(found([.name("a\"}]"), .index(1)]).hasPrefix(#""\\"]"#))
    #expect(found([.name("b"), .name("c"), .index(2)]).hasPrefix(#""x""#))
    #expect(found([.name("b"), .name("missing")]).hasPrefix(#"{"c""#))
  }

  @Test(
    arguments: [
      ("250ms", 250_000), ("5s", 5_000_000), ("2m", 120_000_000), ("1.5s", 1_500_000), ("7us", 7), ("0.001ms", 1),
      ("1h", 3_600_000_000), ("0ms", 0), ("2.50s", 2_500_000),
    ] as [(String, Int64)]) func `durations are read`(text: String, microseconds: Int64)
  {
    #expect((try? DurationText.parse(text)) == Span(microseconds: microseconds))
  }

  @Test(arguments: [
    "", "5", "ms", "1.s", ".5s", "1.2.3s", "-1s", "1 s", "0.5us", "1e3s", "9223372036854775807s", "5S",
  ]) func `other texts are no durations`(text: String) {
    #expect((try? DurationText.parse(text)) == nil)
  }

  /// Values of Python's `datetime`.
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-01-01T00:00:00Z", 1_767_225_600_000_000),
      ("2000-02-29T12:34:56.789Z", 951_827_696_789_000), ("2026-01-01T01:30:00+01:30", 1_767_225_600_000_000),
      ("1969-12-31T23:59:59.999999Z", -1), ("2100-03-01T00:00:00Z", 4_107_542_400_000_000),
    ] as [(String, Int64)]) func `moments are read`(text: String, microseconds: Int64)
  {
    #expect(MomentText.parse(text) == microseconds)
  }

  @Test(arguments: [
    "", "2026-01-01", "2026-01-01T00:00:00", "2026-13-01T00:00:00Z", "2100-02-29T00:00:00Z", "2026-01-01T24:00:00Z",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.1234567Z", "2026-01-01T00:00:00ZZ", "26-01-01T00:00:00Z",
  ]) func `other texts are no moments`(text: String) {
    #expect(MomentText.parse(text) == nil)
  }
}
