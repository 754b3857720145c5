import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@testable import Rendering

@Suite("Live sessions as text")
struct LiveTextTests {
  private func session(isSending: Bool, _ change: (inout SessionConfiguration) -> Void = { _ in }) -> RenderedSession {
    var configuration = SessionConfiguration(world: .live, isSending: isSending, region: "EU")
    configuration.dailyActions = [12, 21, 14, 13, 11, 6, 7]
    change(&configuration)
    return RenderedSession(configuration)
  }

  @Test func thePromptSaysWhetherEventsGoOutAndHowManyWait() {
    var holding = session(isSending: false)
    #expect(holding.prompt == "live holding anonymous not-fetched> ")
    holding.run("open")
    #expect(holding.prompt == "live holding 2 anonymous expanded/assignment> ")
    var sending = session(isSending: true) {
      $0.customEndpoints = [CustomEndpoint(service: .analytics, url: "http://127.0.0.1:1")]
    }
    #expect(sending.prompt == "live custom sending anonymous not-fetched> ")
    sending.run("open")
    #expect(sending.prompt == "live custom sending 2 anonymous expanded/assignment> ")
  }

  @Test func flushKeepsItsSentenceAndAddsTheTruth() {
    var session = session(isSending: false)
    #expect(session.lines("flush").last == "0 events are held: this session uploads nothing (--send does)")
    session.run("open")
    let lines = session.lines("flush")
    #expect(lines[0].hasSuffix("; flush requested"))
    #expect(lines[1] == "2 events are held: this session uploads nothing (--send does)")
  }

  @Test func statusShowsRegionEndpointsAndOutbox() {
    var session = session(isSending: true) {
      $0.customEndpoints = [CustomEndpoint(service: .analytics, url: "http://127.0.0.1:1/\u{1B}[2J")]
    }
    session.run("open")
    let lines = session.lines("status")
    #expect(lines.contains("Region    EU"))
    #expect(lines.contains("Endpoint  analytics at http://127.0.0.1:1/\\u{1b}[2J (not the region's own)"))
    #expect(lines.contains("Outbox    2 undelivered events: outbox list"))
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test func whySaysWhatTheAnswerCarriedAndWhatToCheck() {
    var session = session(isSending: false)
    session.run("refresh")
    let text = session.lines("why report-layout").joined(separator: "\n")
    for word in [
      "value: expanded", "The service evaluated the rules", "key", "value", "deployment", "active", "targeting",
      "region EU",
    ] {
      #expect(text.contains(word), "\(word)")
    }
    #expect(session.lines("why other").contains("  received   report-layout"))
  }

  @Test func worldIsTheContractAsFarAsKnown() {
    var session = session(isSending: false)
    let lines = session.lines("world")
    #expect(lines.first == "World live")
    #expect(lines.contains("  region       EU"))
    #expect(lines.contains("  sending      no: events are held (--send sends them)"))
  }

  @Test func theOutboxIsATable() {
    var session = session(isSending: true)
    #expect(session.lines("outbox list") == ["The outbox is empty"])
    session.run("open")
    let lines = session.lines("outbox list")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("insert id"))
    #expect(
      lines[1].contains("2026-01-01T00:00:00Z") && lines[1].contains("$exposure")
        && lines[1].hasSuffix("this     queued"))
    #expect(session.lines("outbox discard").first == "Discarded 2 events:")
    #expect(session.lines("outbox discard") == ["Nothing to discard"])
    var embedded = RenderedSession()
    #expect(embedded.lines("outbox")[0].contains("embedded session keeps none"))
  }
}
