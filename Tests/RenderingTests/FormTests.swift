import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

@testable import Rendering

/// Tables, times, JSON lines and reports.
@Suite struct FormTests {
  @Test func tablesAlignByScalarsWithoutTrailingBlanks() {
    var table = Table(header: ["a", "long header", "c"])
    table.add(["1", "é", ""])
    table.add(["22", "x", "y"])
    #expect(table.lines() == ["a   long header  c", "1   é", "22  x            y"])
    #expect(table.lines(indent: "  ").first == "  a   long header  c")
    #expect(Table().lines() == [])
  }

  @Test(
    arguments: [
      (0, "0s"), (1, "1us"), (999, "999us"), (1_000, "1ms"), (1_500, "1.5ms"), (120_000, "120ms"),
      (999_999, "999.999ms"),
      (1_000_000, "1s"), (1_250_000, "1.25s"), (5_000_001, "5.000001s"), (120_000_000, "120s"),
    ] as [(Int64, String)])
  func spansAreExact(microseconds: Int64, text: String) {
    #expect(TimeText.text(Span(microseconds: microseconds)) == text)
  }

  @Test func momentsAreSecondsSinceTheStart() {
    #expect(TimeText.text(Instant(microseconds: 0)) == "+0s")
    #expect(TimeText.text(Instant(microseconds: 120_000)) == "+0.12s")
    #expect(TimeText.text(Instant(microseconds: 61_000_001)) == "+61.000001s")
  }

  private func line(_ outcome: Outcome) -> String {
    var bytes: [UInt8] = []
    JSONLine.append(outcome, at: Instant(microseconds: 5), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func outcomesAreOneLineWithSortedKeys() {
    #expect(
      line(Outcome(command: 1, name: "echo", result: .text("a\n\u{1B}\"é"))) == """
        {"command":"echo","error":null,"message":null,"result":"a\\n\\u001b\\"é","status":0,"time":5}

        """)
    let fault = Diagnostic(
      code: "badArgument", message: "no", place: SourcePlace(file: "f", line: 2, column: 3), sourceLine: "x", hint: "h")
    #expect(
      line(Outcome(command: 1, name: nil, job: 4, status: .usage, failure: fault)) == """
        {"command":null,"error":{"code":"badArgument","column":3,"file":"f","hint":"h","line":2,"message":"no"},\
        "job":4,"message":null,"result":null,"status":2,"time":5}

        """)
  }

  @Test func reportsEscapeWhatXMLCannotHold() {
    var report = JUnitReport(name: "n")
    var suite = JUnitReport.Suite(name: "a&b<\">.flagsh")
    suite.cases.append(.init(name: "line 1: x\u{1}\n\u{1B}", failure: nil))
    suite.cases.append(.init(name: "bad", failure: Diagnostic(code: "c", message: "<&>")))
    report.add(suite)
    #expect(
      report.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="n" tests="2" failures="1">
          <testsuite name="a&amp;b&lt;&quot;&gt;.flagsh" tests="2" failures="1">
            <testcase classname="a&amp;b&lt;&quot;&gt;.flagsh" name="line 1: x\u{FFFD}&#10;\u{FFFD}"/>
            <testcase classname="a&amp;b&lt;&quot;&gt;.flagsh" name="bad">
              <failure type="c" message="&lt;&amp;&gt;">flagsh: error: &lt;&amp;&gt;&#10;</failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func harmlessJSONMeansTheSame() throws {
    let value: JSONValue = ["k\u{9B}": "é\u{202E}\u{2028}\u{E0001}\u{7F}"]
    let shown = ResultText.harmless(json: value.text)
    #expect(shown == "{\"k\\u009b\":\"é\\u202e\\u2028\\udb40\\udc01\\u007f\"}")
    #expect(try JSON.parse(Array(shown.utf8)) == value)
  }
}
