import Rendering
import ServiceMessages
import SessionModel
import Testing
import TextFormats
import Vocabulary

/// Whatever a service or a file says, nothing of it moves a terminal's cursor or turns text around.
@Suite struct HostileTextTests {
  /// A control sequence in both its forms, a title, a bell, a line end, and a mark that turns text around.
  static let hostile = "x\u{1B}[2J\u{9B}2J\u{1B}]0;t\u{7}\r\n\u{202E}\u{2028}\u{7F}y"

  static func isHarmless(_ lines: [String]) -> Bool {
    lines.allSatisfy { line in
      line.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
    }
  }

  @Test(arguments: [200, 400, 500])
  func answersOfTheService(_ status: Int) {
    let text = JSONValue.string(Self.hostile)
    let variant: JSONValue = [
      "key": text, "payload": .object(JSONObject(uniqueMembers: [JSONMember(Self.hostile, text)])), "value": text,
    ]
    let answer = RenderedSession.json(
      .object(JSONObject(uniqueMembers: [JSONMember("report-layout", variant), JSONMember(Self.hostile, variant)])),
      status: status)
    var session = RenderedSession(answer: answer)
    for command in [
      "open", "variants", "variant report-layout", "requests", "status", "status --all", "events", "refresh",
    ] {
      let lines = session.lines(command)
      #expect(Self.isHarmless(lines), "\(command): \(lines)")
    }
    #expect(Self.isHarmless([session.prompt]))
  }

  @Test func nonsenseForAnAnswer() {
    let bytes: [UInt8] = [0x1B, 0x5B, 0x32, 0x4A, 0xC2, 0x9B, 0xFF, 0x00, 0x7B]
    var session = RenderedSession(answer: .response(HTTPResponse(status: 200, body: bytes)))
    for command in ["open", "requests", "status"] { #expect(Self.isHarmless(session.lines(command))) }
    session.answer = .response(HTTPResponse(status: 502, body: bytes))
    for command in ["refresh", "requests", "status"] { #expect(Self.isHarmless(session.lines(command))) }
  }

  @Test func whatThePersonTyped() {
    var session = RenderedSession()
    for command in [
      "sign-in 'user\u{9B}2J\u{202E}'", "identity --device-id 'dev\u{9B}2J\u{202E}'",
      "property 'a\u{9B}=b\u{9B}' 'c:=[\"\u{9B}\"]'",
      "override 'f\u{9B}' 'v\u{9B}'", "identity", "status", "open", "events", "suppressed", "variants",
      "variant 'f\u{9B}'", "flush",
      "status --all", "override --clear",
    ] {
      let lines = session.lines(command)
      #expect(Self.isHarmless(lines), "\(command): \(lines)")
    }
    #expect(session.prompt.utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }

  @Test func documentStaysTheSameJSON() throws {
    let document: JSONValue = ["a": .string(Self.hostile + "😀"), "b": .array([1, .null])]
    let lines = ResultText.lines(Outcome(command: 1, name: "status", result: .document(document)), .plain)
    #expect(Self.isHarmless(lines))
    #expect(try JSON.parse(lines.joined(separator: "\n")) == document)
  }

  @Test(arguments: ["why", "profile", "experiment", "world"])
  func answersOfTheWorld(_ question: String) throws {
    // Every member that any page reads, each holding hostile text.
    let names = [
      "accounts", "active", "adjusted", "assignments", "allocations", "bucket", "changed", "changes", "code",
      "conditions", "contract", "dataspace",
      "decisions", "dependencies", "deviceId", "engine", "evaluation", "events", "exposureEvent", "fault", "faults",
      "fetched", "flag", "flags", "flagsOff", "from", "groups", "hashedText", "held", "holds", "key", "known",
      "metadata", "missing", "name", "obstacles", "op", "points", "primaryMetric", "properties", "property", "region",
      "result", "segments", "selector", "service", "session", "start", "state", "to", "trace", "type", "user",
      "userId", "userIds", "userProperties", "user_id", "user_properties", "value", "values", "variant", "variants",
      "verdict", "want", "wanted", "when",
    ]
    let text = JSONValue.string(Self.hostile)
    var level: JSONValue = text
    for depth in 0..<3 {
      let inner = level
      let element: JSONValue = depth % 2 == 0 ? .array([inner, text]) : inner
      level = .object(
        JSONObject(uniqueMembers: names.map { JSONMember($0, element) } + [JSONMember(Self.hostile, text)]))
      let lines = ResultText.lines(Outcome(command: 1, name: question, result: .world(question, level)), .plain)
      #expect(Self.isHarmless(lines), "\(lines.filter { !Self.isHarmless([$0]) })")
    }
  }
}
