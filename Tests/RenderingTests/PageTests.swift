import Rendering
import SessionModel
import Testing
import TextFormats
import Vocabulary

/// Pages made of documents, and the machine-readable forms.
@Suite struct PageTests {
  private func page(_ question: String, _ json: String, name: String? = nil) throws -> [String] {
    let body = try JSON.parse(json)
    return ResultText.lines(Outcome(command: 1, name: name ?? question, result: .world(question, body)), .plain)
  }

  @Test func whyShowsHashAndRanges() throws {
    let lines = try page(
      "why",
      #"""
      {"session":{"flag":"f","user":{"device_id":"d"},"revision":2,"verdict":"defaultVariant",
       "fetched":{"key":"off"}},
       "conditions":{"served":false,"active":false,"deployed":true,"inDeployment":true},
       "trace":{"flags":[{"flag":"f","segments":[
         {"number":0,"name":"Team","matched":false,"hasConditions":true,"groups":[[{"selector":["context","user","plan"],
           "op":"is","values":["team"],"missing":true,"verdict":false}]]},
         {"number":1,"matched":true,"hasConditions":false,"outcome":"variant","variant":"off",
          "bucket":{"selector":["context","user","device_id"],"hashedText":"salt/d","hash":123456,"allocation":56,
           "distribution":1234,"allocations":[{"range":[0,50],"contains":false,
             "distributions":[{"variant":"on","range":[0,42949673],"contains":true}]}]}}],
         "variant":{"name":"off","result":{"value":null}}}]},
       "want":{"wanted":"on","code":"change","changes":[{"property":"plan","from":null,"to":"team"}],
        "obstacles":["inactive"]}}
      """#)
    #expect(
      lines == [
        "Flag f", "  identity   anonymous, device ID d", "  value      off, from the fetch of revision 2",
        "  counts as  not assigned: it is the service's default variant",
        "  served     no: the flag is inactive; what follows is what it would give", "Evaluation of f",
        "  segment 1 \"Team\": does not match", "    no  context.user.plan (missing) is [\"team\"]",
        "  segment 2: matches", "    no conditions: matches everyone",
        "    bucket by context.user.device_id: murmur3 of \"salt/d\" = 123456; allocation number 56 (mod 100), "
          + "distribution number 1234 (div 100)", "      allocation 0..<50: not in",
        "        on 0..<42949673: in", "      no distribution takes it: the segment's own variant", "    gives off",
        "  variant off: value nothing", "To get on, change (verified by evaluation):", "  plan: nothing -> team",
        "  in the way: the flag is inactive",
      ])
  }

  @Test func profileShowsEventsAndHowManyWait() throws {
    let waiting = try page(
      "profile",
      #"{"deviceId":"d","userIds":["u"],"events":[{"type":"$exposure","userId":null,"properties":{"variant":"a"}}],"#
        + #""waiting":2}"#)
    #expect(
      waiting == [
        "Profile of device d, user u", "  $exposure  anonymous  variant=a", "  2 still waiting to be processed",
      ])
    #expect(
      try page("profile", #"{"deviceId":"d","events":[],"userProperties":{"plan":"team"},"waiting":0}"#) == [
        "Profile of device d", "  no processed events", "  user property plan = team",
        "  0 still waiting to be processed",
      ])
  }

  @Test func experimentClaimsNoWinner() throws {
    let lines = try page(
      "experiment",
      #"""
      {"flag":"f","state":"draft","exposureEvent":"$exposure","primaryMetric":"Report Exported",
       "variants":[{"variant":"control","exposed":10,"converted":2},{"variant":"expanded","exposed":0,"converted":0}],
       "missing":["notStarted","noProcessedExposure:expanded","noConversion:control"],"severalVariants":1}
      """#)
    #expect(
      lines == [
        "Experiment on flag f: draft, not started", "Exposure event: $exposure", "Primary metric: Report Exported",
        "  variant   users exposed  of them converted", "  control   10             2",
        "  expanded  0              0", "Missing: the experiment has not been started",
        "Missing: no processed exposure of expanded", "Missing: nobody who saw control has converted",
        "1 of the users met more than one variant", "Synthetic traffic: no significance, no winner",
      ])
  }

  @Test func contractShowsFlagServicesAndHeldAnswers() throws {
    let lines = try page(
      "world",
      #"""
      {"configured":true,"contract":{"name":"w","region":"EU","engine":"javascript","reportFlag":"f",
       "flags":[{"key":"f","evaluation":"remote","inDeployment":true,"deployed":true,"active":false,
        "values":["a","b"],"rollout":{"variants":[{"variant":"a","percent":50}],"otherwise":"off"}}],
       "assignments":[{"flag":"f","userId":"u","variant":"b"}],
       "latencies":{"evaluation":120000,"analytics":0,"decisions":1500000},
       "faults":{"evaluation":{"status":503},"decisions":{"kind":"reset","times":1}},
       "holds":["analytics"],"held":[{"request":4,"service":"analytics"}]}}
      """#)
    #expect(
      lines == [
        "World w, region EU, engine javascript", "The app has its keys", "Flag f (decides the report's layout)",
        "  evaluation  remote", "  deployment  deployed", "  state       inactive", "  values      a, b",
        "  all others  50% a, otherwise off", "  assigned    u: b", "Services",
        "  evaluation  latency 120ms  fault: HTTP 503",
        "  analytics   latency 0s     no fault                 answers are held",
        "  decisions   latency 1.5s   fault: reset, once more", "Held answers: requests 4 (analytics)",
      ])
  }

  @Test(arguments: ["why", "profile", "experiment", "world"])
  func anyDocumentGivesAPage(_ question: String) throws {
    for json in ["null", "{}", "[]", "1", #""x""#, #"{"contract":1,"session":[],"trace":{"flags":[null,1,{}]}}"#] {
      _ = try page(question, json)
    }
  }

  @Test(
    arguments: [
      (0, "0s"), (1, "1us"), (999, "999us"), (1_000, "1ms"), (1_500, "1.5ms"), (999_999, "999.999ms"),
      (1_000_000, "1s"),
      (1_000_001, "1.000001s"), (-1_500_000, "-1.5s"), (Int64.max, "9223372036854.775807s"),
    ] as [(Int64, String)])
  func spansAreExact(_ microseconds: Int64, text: String) {
    #expect(TimeText.text(Span(microseconds: microseconds)) == text)
  }

  @Test(arguments: [(0, "+0s"), (1, "+0.000001s"), (1_250_000, "+1.25s"), (60_000_000, "+60s")] as [(Int64, String)])
  func instantsAreExact(_ microseconds: Int64, text: String) {
    #expect(TimeText.text(Instant(microseconds: microseconds)) == text)
  }

  @Test func jsonLineHasItsKeysInOrder() {
    var bytes: [UInt8] = []
    let fault = Diagnostic(
      code: "c", message: "m", place: SourcePlace(file: "f", line: 1, column: 2), hint: "h")
    JSONLine.append(fault, command: nil, status: .badText, at: Instant(microseconds: 5), to: &bytes)
    JSONLine.append(
      Outcome(command: 1, name: "echo", job: 3, result: .text("\u{1B}\"é\n")), at: .start, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self) == #"""
        {"command":null,"error":{"code":"c","column":2,"file":"f","hint":"h","line":1,"message":"m"},"message":null,"result":null,"status":3,"time":5}
        {"command":"echo","error":null,"job":3,"message":null,"result":"\u001b\"é\n","status":0,"time":0}

        """#)
  }

  @Test func junitReportIsEscapedAndCounted() {
    var report = JUnitReport(name: "flagsh")
    var suite = JUnitReport.Suite(name: "a<b>&\"c\".flagsh")
    suite.cases = [
      JUnitReport.Case(name: "1: open\t\n\u{1B}[2J\u{FFFE}", failure: nil),
      JUnitReport.Case(name: "2", failure: Diagnostic(code: "x", message: "5 < 6 & 'so'")),
    ]
    report.add(suite)
    report.add(JUnitReport.Suite(name: "empty"))
    #expect(
      report.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="flagsh" tests="2" failures="1">
          <testsuite name="a&lt;b&gt;&amp;&quot;c&quot;.flagsh" tests="2" failures="1">
            <testcase classname="a&lt;b&gt;&amp;&quot;c&quot;.flagsh" name="1: open&#9;&#10;\u{FFFD}[2J\u{FFFD}"/>
            <testcase classname="a&lt;b&gt;&amp;&quot;c&quot;.flagsh" name="2">
              <failure type="x" message="5 &lt; 6 &amp; 'so'">flagsh: error: 5 &lt; 6 &amp; 'so'&#10;</failure>
            </testcase>
          </testsuite>
          <testsuite name="empty" tests="0" failures="0">
          </testsuite>
        </testsuites>

        """)
  }
}
