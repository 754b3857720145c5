import LiveServices
import ServiceMessages
import SessionModel
import TestSupport
import Testing
import TextFormats
import Vocabulary

/// The live world as a session sees it.
@Suite struct LiveWorldTests {
  static let request = HTTPRequest(service: .decisions, method: "GET", path: "/")

  static func request(_ path: String) -> HTTPRequest { HTTPRequest(service: .decisions, method: "GET", path: path) }

  @Test func answersComeBackUnderTheirIdAndTime() throws {
    let server = try LoopbackServer { request, _ in [.answer(200, body: request.target)] }
    let loop = try WorldLoop(server)
    #expect(loop.world.nextDue == nil)
    loop.perform(3, Self.request("/three"))
    #expect(loop.world.pendingCount == 1)
    loop.now = Instant(microseconds: 1_500)
    let input = try loop.nextInput()
    #expect(input.time == Instant(microseconds: 1_500))
    let expected = HTTPResponse(
      status: 200, headers: [HTTPHeader("content-type", "application/json")], body: Array("/three".utf8))
    #expect(input.kind == .answer(request: 3, .response(expected)))
    #expect(loop.world.nextDue == nil)
    #expect(loop.world.pendingCount == 0)
    #expect(loop.world.facts(of: 3)?.host == "127.0.0.1")
  }

  @Test func answersKeepTheOrderInWhichTheyCame() throws {
    let server = try LoopbackServer { request, _ in [.wait(LoopbackGate(request.target)), .answer(200)] }
    let loop = try WorldLoop(server)
    for id in 1...3 { loop.perform(id, Self.request("/\(id)")) }
    try loop.run(for: "all requests") { server.requests.count == 3 }
    for id in [2, 3, 1] {
      server.open(LoopbackGate("/\(id)"))
      loop.now = loop.now.advanced(by: .milliseconds(1))
      guard case .answer(let request, _) = try loop.nextInput().kind else { throw ClientLoop.Fault(description: "") }
      #expect(request == id)
    }
  }

  @Test func deadlineComesBeforeAnAnswerThatNeverDoes() throws {
    let server = try LoopbackServer { _, _ in [.trickle("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n1234"), .silence] }
    let loop = try WorldLoop(server)
    loop.perform(1, Self.request)
    loop.world.perform(.startTimer(id: 7, due: Instant(microseconds: 5_000_000)), at: loop.now)
    #expect(loop.world.nextDue == Instant(microseconds: 5_000_000))
    try loop.run(for: "most of the answer") { server.log.bytesSent == 42 }
    loop.now = Instant(microseconds: 4_999_999)
    #expect(loop.world.next(notAfter: loop.now) == nil)
    loop.now = Instant(microseconds: 5_000_400)
    #expect(loop.world.next(notAfter: loop.now) == Input(time: Instant(microseconds: 5_000_000), .timer(id: 7)))
    loop.world.perform(.cancelRequest(id: 1), at: loop.now)
    try server.wait(for: "the closed connection") { $0.closedByClient == [0] }
    #expect(loop.world.pendingCount == 0)
    #expect(loop.world.nextDue == nil)
  }

  @Test func answersGoBeforeTimersAndTimeNeverGoesBack() throws {
    let loop = try WorldLoop()
    loop.world.perform(.startTimer(id: 2, due: Instant(microseconds: 90)), at: loop.now)
    loop.world.perform(.startTimer(id: 9, due: Instant(microseconds: 90)), at: loop.now)
    loop.world.perform(.startTimer(id: 1, due: Instant(microseconds: 95)), at: loop.now)
    loop.world.perform(.startTimer(id: 4, due: Instant(microseconds: 80)), at: loop.now)
    loop.world.perform(.startTimer(id: 5, due: Instant(microseconds: 85)), at: loop.now)
    loop.world.perform(.cancelTimer(id: 5), at: loop.now)
    loop.world.perform(.cancelTimer(id: 99), at: loop.now)
    loop.now = Instant(microseconds: 100)
    loop.perform(1, HTTPRequest(service: .world, method: "GET", path: "/flagsh/why"))
    var seen: [String] = []
    while let input = loop.world.next(notAfter: loop.now) {
      switch input.kind {
      case .answer(let id, _): seen.append("answer \(id) at \(input.time.microseconds)")
      case .timer(let id): seen.append("timer \(id) at \(input.time.microseconds)")
      default: break
      }
    }
    #expect(seen == ["answer 1 at 100", "timer 4 at 100", "timer 2 at 100", "timer 9 at 100", "timer 1 at 100"])
  }

  @Test func timersStartedAgainMove() throws {
    let loop = try WorldLoop()
    loop.world.perform(.startTimer(id: 1, due: Instant(microseconds: 10)), at: loop.now)
    loop.world.perform(.startTimer(id: 1, due: Instant(microseconds: 20)), at: loop.now)
    #expect(loop.world.nextDue == Instant(microseconds: 20))
    #expect(loop.world.next(notAfter: Instant(microseconds: 19)) == nil)
    #expect(loop.world.next(notAfter: Instant(microseconds: 20))?.kind == .timer(id: 1))
    #expect(loop.world.next(notAfter: Instant(microseconds: 99)) == nil)
  }

  @Test func answerThatWasNotTakenYetCanBeCancelled() throws {
    let server = try LoopbackServer { _, _ in [.answer(200)] }
    let loop = try WorldLoop(server)
    loop.perform(1, Self.request)
    try loop.run(for: "the answer") { loop.world.nextDue != nil }
    loop.world.perform(.cancelRequest(id: 1), at: loop.now)
    #expect(loop.world.nextDue == nil)
    #expect(loop.world.next(notAfter: Instant(microseconds: .max)) == nil)
  }

  @Test func liveHasNoServicesOfTheWorld() throws {
    let answer = try WorldLoop().answer(HTTPRequest(service: .world, method: "GET", path: "/flagsh/profile"))
    #expect(answer.response?.status == 404)
  }

  @Test(arguments: [Service.evaluation, .analytics, .decisions])
  func serviceWithoutAnAddressFails(service: Service) throws {
    let failure = try WorldLoop().answer(HTTPRequest(service: service, method: "GET", path: "/")).failure
    #expect(
      failure == TransportFailure(kind: .other, detail: "no address is known for the \(service.rawValue) service"))
  }

  @Test func nothingThatComesBackHoldsAKey() throws {
    let server = try LoopbackServer { request, _ in
      let echo = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n") + request.bodyText
      return [
        .answer(
          400, headers: [("Location", "/?key=\(WorldLoop.keys.deployment)"), ("Content-Type", "text/plain")], body: echo
        )
      ]
    }
    let loop = try WorldLoop(server)
    let requests = [
      EvaluationRequest.build(for: WireTests.identity, tracksAssignment: true), UploadRequest.build([WireTests.event]),
    ]
    for (id, request) in requests.enumerated() {
      let response = try #require(try loop.answer(request, id: id).response)
      let text = String(decoding: response.body, as: UTF8.self) + response.headers.map(\.value).joined()
      #expect(!text.contains(WorldLoop.keys.api))
      #expect(!text.contains(WorldLoop.keys.deployment))
      #expect(text.contains(id == 0 ? SecretPlaceholder.deploymentKey : SecretPlaceholder.apiKey))
    }
    #expect(server.requests.count == 2)
    #expect(
      server.requests.allSatisfy { $0.bodyText.contains(WorldLoop.keys.api) || $0.header("Authorization") != nil })
  }

  @Test func onlyHeadersThatSomebodyNeedsAreKept() throws {
    let long = String(repeating: "x", count: 1_025)
    let server = try LoopbackServer { _, _ in
      [
        .answer(
          429,
          headers: [
            ("Date", "Tue, 01 Dec 2026 00:00:00 GMT"), ("Set-Cookie", "a=b"), ("RETRY-AFTER", "30"), ("Server", "x"),
            ("Content-Type", "application/json"), ("X-Flagsh-Unused-Attributes", "a"), ("Location", long),
            ("WWW-Authenticate", "one"), ("www-authenticate", "two"),
          ], body: "{}")
      ]
    }
    let response = try #require(try WorldLoop(server).answer(Self.request).response)
    #expect(
      response.headers == [
        HTTPHeader("content-type", "application/json"), HTTPHeader("retry-after", "30"),
        HTTPHeader("www-authenticate", "one"), HTTPHeader("www-authenticate", "two"),
        HTTPHeader("x-flagsh-unused-attributes", "a"),
      ])
  }

  @Test func missingLibraryIsTheAnswerOfEveryRequest() throws {
    let settings = HTTPClient.Settings(libraryName: "libno-such-thing.so.4")
    let loop = try WorldLoop(region: "EU", settings: settings)
    let request = EvaluationRequest.build(for: WireTests.identity, tracksAssignment: false)
    for id in 1...2 {
      let failure = try #require(try loop.answer(request, id: id).failure)
      #expect(failure.kind == .other)
      #expect(failure.detail.contains("apt-get install libcurl4"))
    }
  }

  @Test func descriptionsOfWhatHoldsAKeyShowNone() throws {
    let keys = LiveKeys(apiKey: "api-secret", deploymentKey: "client-secret")
    var dumped = ""
    dump(keys, to: &dumped)
    let wire = WireRequest(
      method: "GET", url: "https://a.example/?k=secret", host: "a.example", headers: [HTTPHeader("A", "secret")])
    dump(wire, to: &dumped)
    #expect(!(dumped + "\(keys) \(wire)" + String(reflecting: keys) + String(reflecting: wire)).contains("secret"))
  }
}
