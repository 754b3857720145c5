import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

/// The sentences of product.md rule 10, word by word.
@Suite struct SessionSentenceTests {
  @Test func reportInEachLayout() {
    var expanded = RenderedSession()
    #expect(
      expanded.lines("open") == [
        "Usage report", "Assigned layout: expanded", "7-day report: 84 sample actions", "Layout: expanded",
        "Daily average: 12 actions", "Most active day: Tuesday",
      ])
    var control = RenderedSession(answer: RenderedSession.layout("control"))
    #expect(
      control.lines("open") == [
        "Usage report", "Assigned layout: control", "7-day report: 84 sample actions", "Layout: compact",
      ])
  }

  @Test func reportOfAnOverrideSaysThatNothingIsTracked() {
    var session = RenderedSession(answer: RenderedSession.layout("control"))
    session.run("override report-layout expanded")
    #expect(
      session.lines("open").suffix(3) == [
        "Layout: expanded (override; nothing is tracked)", "Daily average: 12 actions", "Most active day: Tuesday",
      ])
  }

  @Test func flagsOff() {
    var session = RenderedSession(RenderedSession.configuration(flagsOff: .regionUnknown))
    #expect(
      session.lines("open") == [
        "Usage report", "Flags off: check both client keys and region", "7-day report: 84 sample actions",
        "Layout: compact",
      ])
    #expect(session.prompt == "embedded anonymous flags-off> ")
    #expect(session.lines("export") == ["Report exported; not tracked (flags off)"])
  }

  @Test func flagsNotFetched() {
    var session = RenderedSession()
    #expect(session.lines("status")[1] == "Flags     Flags not fetched; compact fallback")
    #expect(session.prompt == "embedded anonymous not-fetched> ")
  }

  @Test(arguments: [
    (RenderedSession.json(["x": 1], status: 503), "Compact fallback: fetch failed ("),
    (Answer.failure(TransportFailure(kind: .offline)), "Compact fallback: fetch failed ("),
    (RenderedSession.json([:]), "Compact fallback: no supported variant ("),
    (RenderedSession.layout("grid"), "Compact fallback: no supported variant ("),
    (RenderedSession.layout("Expanded"), "Compact fallback: no supported variant ("),
    (
      RenderedSession.json(["report-layout": ["key": "off", "value": "expanded", "metadata": ["default": true]]]),
      "Compact fallback: no supported variant ("
    ),
  ])
  func fallbackGivesItsReason(_ answer: Answer, beginning: String) throws {
    var session = RenderedSession(answer: answer)
    let lines = session.lines("open")
    try #require(lines.count == 4)
    #expect(lines[1].hasPrefix(beginning) && lines[1].hasSuffix(")") && lines[1].count > beginning.count + 2)
    #expect(lines[3] == "Layout: compact")
    #expect(session.prompt == "embedded anonymous compact/fallback> ")
  }

  @Test func deadlineIsAFetchThatFailed() {
    var session = RenderedSession(answer: nil)
    session.run("refresh")
    #expect(session.lines("status")[1].hasPrefix("Flags     Compact fallback: fetch failed (no answer within 5s)"))
  }

  @Test func flushNamesTheDevice() {
    var session = RenderedSession()
    session.run("identity --device-id 0123-abc")
    #expect(session.lines("flush") == ["Device ID: 0123-abc; flush requested"])
  }

  @Test func fetchClaimsNoExposure() {
    var session = RenderedSession()
    let lines = session.lines("refresh")
    #expect(lines.first == "Assigned layout: expanded (revision 1)")
    #expect(lines.last?.contains("no exposure") == true)
    #expect(session.lines("events") == ["Nothing was tracked"])
  }

  @Test func aChangeSaysWhatChangedAndHowMuchStands() {
    var session = RenderedSession()
    session.run("refresh")
    #expect(
      session.lines("property plan=pro seats:=5") == [
        "Property  plan = \"pro\"", "Property  seats = 5", "2 properties are set; flags are stale: refresh",
      ])
    #expect(
      session.lines("property --unset seats") == [
        "Property  seats removed", "1 property is set; flags are stale: refresh",
      ])
    #expect(session.lines("override report-layout control") == ["Override: report-layout = control"])
    #expect(session.lines("override other x") == ["Override: other = x", "2 overrides are set"])
    #expect(session.lines("override --clear other") == ["Override of other taken away", "1 override is set"])
    #expect(session.lines("override --clear") == ["Override of report-layout taken away"])
    #expect(session.lines("override --clear") == ["No overrides"])
  }

  @Test func staleFlagsSaySo() {
    var session = RenderedSession()
    session.run("refresh")
    session.run("property plan=team")
    #expect(session.lines("status")[1] == "Flags     Assigned layout: expanded (revision 1, stale: refresh)")
    #expect(session.prompt == "embedded anonymous expanded/assignment stale> ")
  }

  @Test(arguments: [
    ("12345678901234567890", "12345678901234567890"), ("123456789012345678901", "1234567890123456789~"),
    ("a\\\\b\\\\c", #"a\\b\\c"#), ("é́é́é́é́é́", #"\u{e9}\u{301}\u{e9}~"#),
  ])
  func promptShowsTheIdentityCutAndInASCII(_ userId: String, shown: String) {
    var session = RenderedSession()
    session.run("sign-in \(userId)")
    #expect(session.prompt == "embedded \(shown) expanded/assignment> ")
    #expect(session.prompt.utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }
}
