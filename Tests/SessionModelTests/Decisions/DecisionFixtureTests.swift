import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

/// Every answer of the reference's list, as a session takes it (personalization.md 8.1).
@Suite("Answers of the decisions service")
struct DecisionFixtureTests {
  @Test("It is taken for what it is", arguments: DecisionFixture.all)
  func taken(fixture: DecisionFixture) {
    var session = ScriptedSession { request in
      request.service == .decisions ? fixture.behaviour.answer : Answers.usual(for: request, layout: "expanded")
    }
    for command in fixture.script {
      if case .staysSilent = fixture.behaviour, command == fixture.script[1] {
        session.start(command)
        session.advance(by: .milliseconds(150))
        let outcome = ScriptedSession.outcomes(session.outputs).last
        #expect(outcome?.failure?.code == fixture.error)
        #expect(outcome?.failure?.message.contains(fixture.message) == true)
        continue
      }
      let outcome = session.run(command)
      #expect(outcome.status == .success, "\(command): \(outcome.failure?.message ?? "")")
      guard command == fixture.script[1], let error = fixture.error else { continue }
      #expect(outcome.failure?.code == error)
      #expect(outcome.failure?.message.contains(fixture.message) == true, "\(outcome.failure?.message ?? "")")
      #expect(outcome.failure?.hint?.isEmpty == false, "every error says what to do")
    }
    for notice in fixture.notices { #expect(session.notices.contains(notice)) }
    if !fixture.asked.isEmpty { #expect(session.askedPoints == [fixture.asked]) }
  }
}

extension DecisionFixture.Behaviour {
  /// What comes back; a silent service gives nothing.
  var answer: Answer {
    switch self {
    case .answers(let status, let headers, let body):
      let headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader($0.key, $0.value) }
      return .response(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    case .staysSilent: return .failure(TransportFailure(kind: .timeout))
    case .refusesConnections: return .failure(TransportFailure(kind: .offline))
    }
  }
}
