import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@Suite("The evaluation request")
struct EvaluationRequestTests {
  private let identity = Identity(
    userId: "ué/\"", deviceId: "D-1",
    properties: JSONObject(members: [
      JSONMember("b", [1, .number("2.5"), nil]), JSONMember("a", "x"),
    ]))

  @Test func itIsAGetWithKeyAndUserInHeaders() {
    let request = EvaluationRequest.build(for: identity, tracksAssignment: true)
    #expect(request.service == .evaluation)
    #expect(request.method == "GET")
    #expect(request.path == "/sdk/v2/vardata?v=0")
    #expect(request.body == nil)
    // The user's JSON is what Python's json.dumps gives with sorted keys, compact separators and ensure_ascii off.
    #expect(
      request.headers == [
        HTTPHeader("Authorization", "Api-Key {{AMPLITUDE_DEPLOYMENT_KEY}}"),
        HTTPHeader(
          "X-Amp-Exp-User",
          #"{"device_id":"D-1","library":"experiment-ios-client/1.20.1","user_id":"ué/\"","user_properties":{"a":"x","b":[1,2.5,null]}}"#
        ),
      ])
  }

  @Test func whatIsNotSetIsLeftOut() {
    let request = EvaluationRequest.build(for: Identity(deviceId: "D-2"), tracksAssignment: true)
    #expect(
      request.header("x-amp-exp-user") == #"{"device_id":"D-2","library":"experiment-ios-client/1.20.1"}"#)
  }

  @Test func notTrackingTheAssignmentIsSaidInAHeader() {
    let request = EvaluationRequest.build(for: identity, tracksAssignment: false)
    #expect(request.header("X-Amp-Exp-Track") == "no-track")
    #expect(EvaluationRequest.build(for: identity, tracksAssignment: true).header("X-Amp-Exp-Track") == nil)
  }

  @Test func headersStandSortedByName() {
    let request = HTTPRequest(
      service: .analytics, method: "POST", path: "/", headers: [HTTPHeader("B", "1"), HTTPHeader("A", "2")])
    #expect(request.headers.map(\.name) == ["A", "B"])
    #expect(request.header("b") == "1")
    #expect(request.header("c") == nil)
  }

  @Test func theAppWaitsFiveSeconds() { #expect(EvaluationRequest.timeout == .seconds(5)) }
}
