import ServiceMessages
import Testing
import TextFormats
import Vocabulary

@Suite("Questions to the world itself")
struct WorldRequestTests {
  @Test func aQuestionIsAPostUnderFlagsh() {
    let request = WorldRequest.build("why", ["want": nil, "flag": "a"])
    #expect(request.service == .world)
    #expect(request.method == "POST")
    #expect(request.path == "/flagsh/why")
    #expect(request.body == #"{"flag":"a","want":null}"#)
  }

  @Test func aSuccessIsItsBody() {
    let read = WorldRequest.read(.response(HTTPResponse(status: 200, json: "[1]")))
    #expect((try? read.get()) == [1])
  }

  @Test func aRefusalIsADiagnostic() {
    let body = #"{"error":{"code":"unknownFlag","message":"no such flag","hint":"world"}}"#
    guard case .failure(let failure) = WorldRequest.read(.response(HTTPResponse(status: 404, json: body))) else {
      Issue.record("taken")
      return
    }
    #expect(failure.code == "unknownFlag")
    #expect(failure.message == "no such flag")
    #expect(failure.hint == "world")
  }

  @Test(
    "An answer that cannot be read is a failure of the world",
    arguments: [
      Answer.failure(TransportFailure(kind: .offline)), .response(HTTPResponse(status: 200, json: "{")),
      .response(HTTPResponse(status: 500, json: "{}")),
      .response(HTTPResponse(status: 404, json: #"{"error":"text"}"#)),
    ])
  func unreadable(answer: Answer) {
    guard case .failure(let failure) = WorldRequest.read(answer) else {
      Issue.record("taken")
      return
    }
    #expect(failure.code == "worldFailed")
  }
}
