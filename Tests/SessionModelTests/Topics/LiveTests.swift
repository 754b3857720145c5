import CommandLanguage
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

@Suite("Live sessions")
struct LiveTests {
  @Test(
    "What only the embedded world can do is refused, with a hint",
    arguments: [
      "profile", "experiment", "world hold analytics", "world configure", "world fault analytics 503",
    ])
  func refused(command: String) {
    var session = ScriptedSession(ScriptedSession.sending)
    let outcome = session.run(command)
    #expect(outcome.status == .commandFailed)
    #expect(outcome.failure?.code == "embeddedOnly")
    #expect(outcome.failure?.hint?.isEmpty == false)
    #expect(session.sent.isEmpty)
  }

  @Test func whyAsksNobodyAndShowsWhatTheAnswerCarried() {
    var session = ScriptedSession(ScriptedSession.sending)
    session.run("refresh")
    let count = session.sent.count
    let body = session.run("why report-layout --want control").result.document
    #expect(session.sent.count == count)
    #expect(body["evaluation"] == "remote")
    #expect(body["region"] == "EU")
    #expect(body["wanted"] == "control")
    #expect(body["session"]?["fetched"]?["value"] == "expanded")
    #expect(body["session"]?["verdict"] == "assigned")
    let other = session.run("why report-layouts").result.document
    #expect(other["session"]?["fetched"] == .null)
    #expect(other["received"] == ["report-layout"])
  }

  @Test func worldShowsTheContractAsFarAsKnown() {
    var configuration = ScriptedSession.holding
    configuration.customEndpoints = [CustomEndpoint(service: .analytics, url: "http://127.0.0.1:4000")]
    var session = ScriptedSession(configuration)
    let body = session.run("world").result.document
    #expect(body["evaluation"] == "remote")
    #expect(body["configured"] == true)
    let world: JSONValue = [
      "endpoints": ["analytics": "http://127.0.0.1:4000"], "kind": "live", "region": "EU", "retries": false,
      "sending": false,
    ]
    #expect(body["world"] == world)
    #expect(session.value("world") == world)
    #expect(session.run("status").result.document["world"] == world)
    #expect(session.sent.isEmpty)
  }

  @Test func anEmbeddedSessionsDocumentIsAsItWas() {
    let session = ScriptedSession()
    #expect(session.value("world") == ["kind": "embedded", "sending": true])
    #expect(session.value("outbox") == nil)
  }
}
