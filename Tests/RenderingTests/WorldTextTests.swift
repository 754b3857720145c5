import TestSupport
import Testing
import TextFormats

@testable import Rendering

/// The world's documents as text.
@Suite struct WorldTextTests {
  private func parse(_ text: String) throws -> JSONValue { try JSON.parse(Array(text.utf8)) }

  @Test func whyShowsEverythingThatIsNeededToRecompute() throws {
    let body = try parse(
      """
      {"session":{"flag":"f","user":{"user_id":"u\\u001b[2J","device_id":"d","user_properties":{"plan":"x"}},
        "fetched":{"key":"on","value":"on"},"revision":3,"verdict":"assigned"},
       "conditions":{"served":true,"evaluationMode":"remote"},
       "trace":{"flags":[{"flag":"f","segments":[
         {"number":0,"name":"Team","matched":false,"hasConditions":true,"groups":[[{"selector":["context","user","plan"],
           "value":"x","op":"is","values":["team"],"verdict":false}]]},
         {"number":1,"matched":true,"hasConditions":false,"bucket":{"selector":["context","user","device_id"],
           "hashedText":"salt/d","hash":12345,"allocation":45,"distribution":123,"variant":"on",
           "allocations":[{"range":[0,50],"contains":true,"distributions":[
             {"variant":"on","range":[0,42949673],"contains":true}]}]},"outcome":"variant","variant":"on"}],
         "variant":{"name":"on","result":{"value":"on"}}}]},
       "want":{"wanted":"off","code":"noSegment","obstacles":["inactive"]}}
      """)
    #expect(
      WorldText.lines("why", body, name: "why", .plain) == [
        "Flag f", "  identity   u\\u{1b}[2J, device ID d", "             plan = x",
        "  value      on, from the fetch of revision 3",
        "  counts as  assigned: a successful fetch, a known value, not the service's default",
        "  served     yes: active, deployed, in this deployment, remote", "Evaluation of f",
        "  segment 1 \"Team\": does not match", "    no  context.user.plan (\"x\") is [\"team\"]",
        "  segment 2: matches", "    no conditions: matches everyone",
        "    bucket by context.user.device_id: murmur3 of \"salt/d\" = 12345; allocation number 45 (mod 100), "
          + "distribution number 123 (div 100)",
        "      allocation 0..<50: in", "        on 0..<42949673: in", "    gives on", "  variant on: value on",
        "No change of at most two properties gives off: no segment leads to it", "  in the way: the flag is inactive",
      ])
  }

  @Test func profileListsEventsAndWhatWaits() throws {
    let body = try parse(
      """
      {"deviceId":"d","userIds":["u"],"events":[{"type":"Report Exported","userId":null,"properties":{"days":7}}],
       "userProperties":{"[Experiment] f":"on"},"waiting":2}
      """)
    #expect(
      WorldText.lines("profile", body, name: "profile", .plain) == [
        "Profile of device d, user u", "  Report Exported  anonymous  days=7", "  user property [Experiment] f = on",
        "  2 still waiting to be processed",
      ])
  }

  @Test func experimentsEndWithoutAWinner() throws {
    let body = try parse(
      """
      {"flag":"f","state":"draft","exposureEvent":"E","primaryMetric":"M","missing":["notStarted",
       "noProcessedExposure:control","noConversion:expanded"],
       "variants":[{"variant":"control","exposed":0,"converted":0},{"variant":"expanded","exposed":10,"converted":3}]}
      """)
    #expect(
      WorldText.lines("experiment", body, name: "experiment", .plain) == [
        "Experiment on flag f: draft, not started", "Exposure event: E", "Primary metric: M",
        "  variant   users exposed  of them converted", "  control   0              0", "  expanded  10             3",
        "Missing: the experiment has not been started", "Missing: no processed exposure of control",
        "Missing: nobody who saw expanded has converted", "Synthetic traffic: no significance, no winner",
      ])
  }

  @Test func theContractNamesFlagsServicesAndFaults() throws {
    let body = try parse(
      """
      {"configured":true,"contract":{"name":"w","region":"EU","engine":"javascript","reportFlag":"f",
       "flags":[{"key":"f","evaluation":"remote","inDeployment":true,"deployed":false,"active":false,
         "values":["control","expanded"],"rollout":{"otherwise":"off","variants":[{"variant":"on","percent":50}]}}],
       "assignments":[{"flag":"f","userId":"u\\u009b","variant":"on"}],
       "latencies":{"evaluation":120000,"analytics":80000,"decisions":1500},
       "faults":{"evaluation":{"status":503,"times":1},"analytics":null,"decisions":null},"holds":["analytics"],
       "held":[{"request":4,"service":"analytics"}]}}
      """)
    let lines = WorldText.lines("world", body, name: "world", .plain)
    for line in [
      "World w, region EU, engine javascript", "The app has its keys", "Flag f (decides the report's layout)",
      "  deployment  not deployed", "  state       inactive", "  values      control, expanded",
      "  all others  50% on, otherwise off", "  assigned    u\\u{9b}: on",
      "  evaluation  latency 120ms  fault: HTTP 503, once more",
      "  analytics   latency 80ms   no fault                    answers are held",
      "  decisions   latency 1.5ms  no fault", "Held answers: requests 4 (analytics)",
    ] { #expect(lines.contains(line), "\(line)\n\(lines.joined(separator: "\n"))") }
  }

  @Test(arguments: [
    (#"[{"flag":"f","userId":"user-1","variant":"on"}]"#, 1, ["  assigned    user-1: on"]),
    (
      #"[{"flag":"f","userId":"user-1","variant":"on"}]"#, 2,
      ["  assigned    user-1: on", "              and 1 other (`world` lists them)"]
    ),
    (
      #"[{"flag":"f","userId":"user-1","variant":"on"}]"#, 4,
      ["  assigned    user-1: on", "              and 3 others (`world` lists them)"]
    ),
    ("[]", 1, ["  assigned    1 user (`world` lists them)"]), ("[]", 7, ["  assigned    7 users (`world` lists them)"]),
    ("[]", 0, []),
  ])
  func aChangedFlagSaysHowManyUsersAreAssigned(_ assignments: String, _ count: Int, _ expected: [String]) throws {
    let body = try parse(
      """
      {"changed":{"action":"assign","key":"f"},"contract":{"assignments":\(assignments),
       "flags":[{"key":"f","assigned":\(count)}]}}
      """)
    let lines = WorldText.lines("world", body, name: "world assign", .plain)
    #expect(Array(lines.drop { !$0.hasPrefix("  assigned") }) == expected)
  }

  @Test func documentsOfAnyShapeGiveLinesAndNoCrash() throws {
    let shapes: [JSONValue] = [.null, [], [:], "x", ["contract": 5], ["events": [1]], ["session": []], ["trace": "t"]]
    for shape in shapes {
      for question in ["why", "profile", "experiment", "world"] {
        for line in WorldText.lines(question, shape, name: question, .plain) { #expect(!line.contains("\n")) }
      }
    }
  }
}
