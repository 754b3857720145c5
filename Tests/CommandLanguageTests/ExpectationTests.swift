import CommandLanguage
import Testing
import TextFormats

@Suite struct ExpectationTests {
  static let document: JSONValue = [
    "identity": ["userId": nil, "deviceId": "5C0FFEE0-1", "properties": ["seats": 5, "a.b": "dotted"]],
    "flags": [
      "configured": true, "stale": false, "reason": nil, "revision": 2,
      "variants": ["report-layout": ["value": "expanded"], "count": 7, "1": "one", "a=b": "odd"],
    ],
    "report": ["layout": "expanded", "open": true, "total": 84, "average": .number("12.50")],
    "events": [
      ["type": "$exposure", "sequence": 1, "properties": ["variant": "expanded"]],
      ["type": "Report Previewed", "sequence": 2, "properties": ["layout": "expanded", "n": 1]],
      ["type": "Report Exported", "sequence": 3, "properties": ["layout": "control", "n": .number("1.0")]],
    ],
    "numbers": [1, 2, .number("3.0"), "x"], "big": .number("123456789012345678901234567890"),
    "large": .integer(9_007_199_254_740_993),
    "text": "a\u{301}bc", "empty": [],
  ]

  func outcome(_ text: String) throws -> ExpectationOutcome {
    guard case .expect(let expectation) = try command("expect " + text) else {
      throw Diagnostic(code: "test", message: "no expectation: \(text)")
    }
    return expectation.evaluate(in: Self.document)
  }

  @Test(arguments: [
    "report.layout == expanded", "events[-1].type == \"Report Exported\"", "events[type=$exposure].count == 1",
    "identity.deviceId exists", "identity.userId missing", "identity.nothing missing", "identity.userId == null",
    "identity.userId != alice", "flags.configured", "report.layout", "identity.userId missing", "flags.stale == false",
    "flags.configured == true", "flags.configured != false", "flags.revision == 2", "flags.revision == 2.0",
    "flags.revision == 20e-1",
    "flags.revision != 3", "report.average == 12.5", "report.average > 12.49", "report.average < 12.51",
    "report.total >= 84",
    "report.total <= 84", "report.total > -84", "large == 9007199254740993", "large != 9007199254740992",
    "large > 9007199254740992",
    "big == 123456789012345678901234567890", "big > 123456789012345678901234567889.9", "big < 1e30",
    "report.layout < f", "report.layout >= expanded",
    "events[0].sequence == 1", "events[-3].sequence == 1", "events[1].properties.layout contains pand",
    "numbers contains 2", "numbers contains 3", "numbers contains x", "report contains total",
    "events.count == 3", "text.count == 4", "flags.variants.count == 7", "empty.count == 0",
    "events[type=nothing].count == 0",
    "events[type=nothing] == []", "events[type=nothing][0] missing", "events[type='Report Previewed'][0].sequence == 2",
    "events[sequence=2][0].type == 'Report Previewed'", "events[sequence=2.0].count == 1",
    "events[properties.layout=control].count == 1",
    "events[properties.layout=expanded][type='Report Previewed'].count == 1",
    "flags.variants[report-layout].value == expanded", "'flags.variants[\"report-layout\"].value' == expanded",
    "'flags.variants[\"1\"]' == one", "'flags.variants[\"a=b\"]' == odd", "identity.properties[a.b] == dotted",
    "'identity.properties[\"a.b\"]' == dotted", "'[\"report\"].open' == true",
    "report.layout matches ^exp", "report.layout matches 'and(ed|ing)$'",
    "identity.deviceId matches '^[0-9A-F]{8}-\\d+$'",
    "report.layout matches (?i)EXPANDED", "events[1].properties == '{\"n\":1.0,\"layout\":\"expanded\"}'",
    "events[1].properties != '{\"n\":1}'", "numbers == '[1,2,3,\"x\"]'", "report.layout != ''",
  ])
  func holds(text: String) throws {
    let outcome = try outcome(text)
    #expect(outcome.held, "\(outcome.message)")
  }

  @Test(
    arguments: [
      ("report.layout == compact", .different), ("report.layout != expanded", .different),
      ("report.layout matches ^and", .different),
      ("identity.userId exists", .different), ("identity.userId", .different), ("flags.stale", .different),
      ("report.layout missing", .different),
      ("report.total < 84", .different), ("numbers contains 4", .different), ("report contains layuot", .different),
      ("report.total == many", .typeMismatch), ("report.total != many", .typeMismatch),
      ("report.total < 0x10", .typeMismatch),
      ("flags.configured == yes", .typeMismatch), ("flags.configured < true", .typeMismatch),
      ("identity.userId < a", .typeMismatch),
      ("events == 3", .typeMismatch), ("events == [", .typeMismatch), ("events > 3", .typeMismatch),
      ("report.total contains 8", .typeMismatch),
      ("report.total matches 8", .typeMismatch), ("identity.userId contains a", .typeMismatch),
      ("report.total == 08", .typeMismatch),
      ("text == \u{E1}bc", .different), ("reprot.layout == x", .absent), ("report.layuot exists", .absent),
      ("events[3] exists", .absent),
      ("events[-4].type != x", .absent), ("events.type == x", .absent), ("report.layout.count.x == 1", .absent),
      ("report.count == 1", .absent),
      ("report[0] exists", .absent), ("report[a=b] exists", .absent), ("report.total.x == 1", .absent),
      ("empty[0] exists", .absent),
    ] as [(String, ExpectationOutcome.Reason)])
  func fails(text: String, reason: ExpectationOutcome.Reason) throws {
    let outcome = try outcome(text)
    #expect(outcome.reason == reason, "\(outcome.message)")
    #expect(!outcome.message.isEmpty)
  }

  @Test func aFailureSaysWhatWasFoundAndWhatWasMeant() throws {
    let different = try outcome("report.layout == compact")
    #expect(different.message == "expected report.layout == compact, found \"expanded\"")
    #expect(different.found == "expanded")
    #expect(different.expected == "== compact")
    let near = try outcome("report.layuot == compact")
    #expect(near.near == ["layout"])
    #expect(near.hint == "did you mean layout?")
    #expect(near.brokenAfter == "report")
    #expect(try outcome("reprot.layout exists").near == ["report"])
    #expect(try outcome("reprot.layout exists").brokenAfter == "")
    #expect(try outcome("events[-1].typ == x").near == ["type"])
    #expect(try outcome("report.zzz == x").hint == "there is layout, open, total, average")
    #expect(try outcome("events[7] exists").hint == "there is a list of 3")
  }

  @Test func knowsTheSectionOfAPath() throws {
    guard case .expect(let one) = try command("expect events[-1].type exists"),
      case .expect(let other) = try command("expect '[\"report\"].open'")
    else {
      Issue.record("no expectation")
      return
    }
    #expect(one.path.firstName == "events")
    #expect(one.text == "events[-1].type exists")
    #expect(other.path.firstName == "report")
  }

  @Test func isFastOverManyEventsAndNeverHangs() throws {
    let events = (0..<10_000).map {
      JSONValue.object(JSONObject(uniqueMembers: [JSONMember("sequence", .integer($0))]))
    }
    let text = String(repeating: "a", count: 50_000)
    let document: JSONValue = ["events": .array(events), "text": .string(text)]
    guard case .expect(let filter) = try command("expect events[sequence=9999].count == 1"),
      case .expect(let slow) = try command("expect text matches '(a+)+(a|aa)*(a*)*b'"),
      case .expect(let part) = try command("expect text contains \(String(repeating: "a", count: 20_000))b")
    else { return }
    #expect(filter.evaluate(in: document).held)
    #expect(slow.evaluate(in: document).reason == .different)
    #expect(part.evaluate(in: document).reason == .different)
  }

  @Test func aTextBeyondTheLimitIsNotSearched() throws {
    guard case .expect(let expectation) = try command("expect text matches a") else { return }
    let text = String(repeating: "b", count: TextPattern.longestText + 1)
    #expect(expectation.evaluate(in: ["text": .string(text)]).reason == .tooLong)
  }

  // Each literal with its neighbours, ordered by hand.
  @Test func ordersNumbersExactly() throws {
    let ordered = [
      "-1e400", "-123456789012345678901234567890", "-2", "-1.5", "-1e-400", "0", "1e-400", "0.1",
      "0.10000000000000000001", "9.99", "10",
      "1.0000001e1", "9007199254740992", "9007199254740993", "1e30", "1e400",
    ]
    for (left, one) in ordered.enumerated() {
      for (right, other) in ordered.enumerated() {
        guard case .expect(let less) = try command("expect n < \(other)"),
          case .expect(let equal) = try command("expect n == \(other)")
        else { return }
        let document: JSONValue = ["n": try JSON.parse(one)]
        #expect(less.evaluate(in: document).held == (left < right), "\(one) < \(other)")
        #expect(equal.evaluate(in: document).held == (left == right), "\(one) == \(other)")
      }
    }
    for (one, other) in [
      ("1.0", "1"), ("0.0", "-0"), ("100", "1e2"), ("1E+2", "100.00"), ("0e99999999999999999999", "0"),
    ] {
      guard case .expect(let equal) = try command("expect n == \(other)") else { return }
      #expect(equal.evaluate(in: ["n": try JSON.parse(one)]).held, "\(one) == \(other)")
    }
  }
}
