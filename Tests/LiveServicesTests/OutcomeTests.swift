import LiveServices
import ServiceMessages
import TestSupport
import Testing
import Vocabulary

/// What becomes of a request at servers that misbehave: every row of the table of outcomes that one machine can make.
@Suite struct OutcomeTests {
  struct Misbehaviour: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var kind: TransportFailure.Kind
    var words: String
    var steps: [LoopbackStep]

    init(_ name: String, _ kind: TransportFailure.Kind, _ words: String, _ steps: [LoopbackStep]) {
      testDescription = name
      self.kind = kind
      self.words = words
      self.steps = steps
    }
  }

  static let misbehaviours = [
    Misbehaviour("closed without a word", .reset, "broke off", [.close]),
    Misbehaviour("cut without a word", .reset, "broke off", [.reset]),
    Misbehaviour("closed within the head", .reset, "broke off", [.send("HTTP/1.1 200 OK\r\nContent-Le"), .close]),
    Misbehaviour(
      "closed within the body", .reset, "broke off",
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"), .close]),
    Misbehaviour(
      "cut within the body", .reset, "broke off", [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"), .reset]),
    Misbehaviour(
      "half closed within the body", .reset, "broke off",
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"), .halfClose]),
    Misbehaviour(
      "closed within a chunk", .reset, "broke off",
      [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nA\r\n12345"), .close]),
    Misbehaviour(
      "closed before the last chunk", .reset, "broke off",
      [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n"), .close]),
    Misbehaviour("no HTTP", .other, "no valid HTTP answer", [.send("220 mail.example ESMTP\r\n"), .close]),
    Misbehaviour(
      "no gzip", .other, "no valid HTTP answer",
      [.answer(200, headers: [("Content-Encoding", "gzip")], body: "this is no gzip")]),
    Misbehaviour(
      "a body above the limit", .other, "larger than 16 MiB",
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 16777217\r\n\r\n"), .flood(0x20, count: 16_777_217)]),
    Misbehaviour(
      "an endless body", .other, "larger than 16 MiB",
      [.send("HTTP/1.1 200 OK\r\n\r\n"), .flood(0x20, count: 1 << 30)]),
    Misbehaviour(
      "a small body that grows above the limit", .other, "larger than 16 MiB",
      [.answer(200, headers: [("Content-Encoding", "gzip")], body: Gzip.runs(of: 0x20, 65_029))]),
    Misbehaviour(
      "an endless head", .other, "its head than 256 KiB",
      [.send("HTTP/1.1 200 OK\r\n")]
        + (0..<40).map { .send("X-\($0): " + String(repeating: "x", count: 10_000) + "\r\n") }),
  ]

  @Test(arguments: misbehaviours)
  func everyMisbehaviourHasItsKind(_ misbehaviour: Misbehaviour) throws {
    let server = try LoopbackServer { _, _ in misbehaviour.steps }
    let loop = try ClientLoop()
    let failure = try #require(try loop.get(server.url + "/").answer.failure)
    #expect(failure.kind == misbehaviour.kind, "\(failure)")
    #expect(failure.detail.contains(misbehaviour.words), "\(failure)")
    #expect(loop.client.transferCount == 0)
  }

  @Test func bodyOfExactlyTheLimitIsTaken() throws {
    let server = try LoopbackServer { _, _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 16777216\r\n\r\n"), .flood(0x20, count: 16_777_216)]
    }
    let response = try #require(try ClientLoop().get(server.url + "/").answer.response)
    #expect(response.body.count == 16_777_216)
  }

  @Test func connectionsThatAreCutAtOnceAreResets() throws {
    var settings = LoopbackServer.Settings()
    settings.onConnection = { _ in [.reset] }
    let server = try LoopbackServer(settings) { _, _ in [] }
    // Whether the connection counts as made when the cut is noticed depends on which of the two is faster.
    for _ in 0..<50 {
      let answer = try ClientLoop().get(server.url + "/").answer
      #expect(answer.failure?.kind == .reset, "\(answer)")
    }
  }

  @Test func nobodyListeningIsOffline() throws {
    var server: LoopbackServer? = try LoopbackServer { _, _ in [] }
    let url = try #require(server?.url)
    let loop = try ClientLoop()
    // The listener is gone as soon as the server's thread has seen that nobody needs it.
    var kinds: [TransportFailure.Kind?] = [nil]
    server = nil
    while kinds.last == .some(nil) || kinds.last == .reset {
      kinds.append(try loop.get(url + "/", backstop: .milliseconds(500)).answer.failure?.kind)
    }
    #expect(kinds.last == .offline)
    #expect(server == nil)
  }

  @Test func namesThatNobodyKnowsAreOffline() throws {
    let failure = try #require(try ClientLoop().get("https://\(Surroundings.exempt)/").answer.failure)
    #expect(failure.kind == .offline)
    #expect(failure.detail.contains("no address is known"))
  }

  @Test func serversThatNeverAnswerTimeOut() throws {
    let server = try LoopbackServer { _, _ in [.silence] }
    let loop = try ClientLoop()
    let failure = try #require(try loop.get(server.url + "/", backstop: .milliseconds(50)).answer.failure)
    #expect(failure.kind == .timeout)
    try server.wait(for: "the closed connection") { $0.closedByClient == [0] }
  }

  @Test(arguments: ["ftp://127.0.0.1:1/", "file:///etc/passwd", "http://127.0.0.1:1/", "https://127.0.0.1:70000/"])
  func otherAddressesAreRefusedBeforeAnyConnection(url: String) throws {
    let request = WireRequest(method: "GET", url: url, host: "server")
    let completion = try ClientLoop().exchange(request)
    #expect(completion.answer.failure?.kind == .other)
    #expect(completion.answer.failure?.detail.contains("refuses") == true)
    #expect(completion.facts.connected == nil)
  }

  @Test func proxiesThatRefuseAreResetsAndTheirPasswordStaysHidden() throws {
    let loop = try ClientLoop()
    let proxy = try #require(Surroundings.proxy)
    let failure = try #require(try loop.get("https://behind-the-proxy.invalid/path").answer.failure)
    #expect(failure.kind == .reset)
    #expect(!failure.detail.contains(Surroundings.password))
    let request = try #require(proxy.requests.last { $0.target == "behind-the-proxy.invalid:443" })
    #expect(request.method == "CONNECT")
    // someone:pa55-w0rd, from python3's base64.
    #expect(request.header("Proxy-Authorization") == "Basic c29tZW9uZTpwYTU1LXcwcmQ=")
  }

  @Test func plainRequestsToThisMachineUseNoProxy() throws {
    let server = try LoopbackServer { _, _ in [.answer(200)] }
    let before = try #require(Surroundings.proxy).requests.count { $0.method == "GET" }
    #expect(try ClientLoop().get(server.url + "/").answer.response?.status == 200)
    #expect(Surroundings.proxy?.requests.count { $0.method == "GET" } == before)
  }

  @Test func missingLibraryIsAFailureWithAHint() throws {
    let loop = try ClientLoop(HTTPClient.Settings(libraryName: "libno-such-thing.so.4"))
    let failure = try #require(loop.client.start(id: 1, .get("http://127.0.0.1:1/"), backstop: .seconds(1)))
    #expect(failure.kind == .other)
    #expect(failure.detail.contains("libcurl cannot be used"))
    #expect(failure.detail.contains("apt-get install libcurl4"))
    #expect(loop.client.descriptors.isEmpty)
    #expect(loop.client.microsecondsLeft == nil)
    #expect(!loop.client.cancel(id: 1))
  }

  @Test func libraryOfAnotherKindIsNoLibcurl() throws {
    let loop = try ClientLoop(HTTPClient.Settings(libraryName: "libm.so.6"))
    let failure = try #require(loop.client.start(id: 1, .get("http://127.0.0.1:1/"), backstop: .seconds(1)))
    #expect(failure.detail.contains("missing from libcurl"))
  }
}
