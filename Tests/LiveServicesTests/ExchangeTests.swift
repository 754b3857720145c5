import LiveServices
import ServiceMessages
import TestSupport
import Testing
import Vocabulary

/// Requests and answers that go well, in all their forms.
@Suite struct ExchangeTests {
  @Test(arguments: [200, 201, 204, 301, 302, 304, 307, 400, 401, 403, 404, 413, 429, 500, 502, 503, 504])
  func everyStatusIsAnAnswer(status: Int) throws {
    let hasBody = status != 204 && status != 304
    let server = try LoopbackServer { _, _ in
      [
        .answer(
          status, headers: [("Location", "/elsewhere"), ("Retry-After", "7"), ("Content-Type", "text/plain")],
          body: hasBody ? "text of \(status)" : "")
      ]
    }
    let completion = try ClientLoop().get(server.url + "/here")
    let response = try #require(completion.answer.response)
    #expect(response.status == status)
    #expect(response.body == Array((hasBody ? "text of \(status)" : "").utf8))
    #expect(response.header("retry-after") == "7")
    #expect(completion.facts.httpVersion == "HTTP/1.1")
    // No redirect is followed.
    #expect(server.requests.map(\.target) == ["/here"])
  }

  @Test(arguments: [0, 5, 2_000_000])
  func bodiesOfAnySizeArrive(size: Int) throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    // A NUL at the start, which would end a text.
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let completion = try ClientLoop().exchange(.post(server.url + "/2/httpapi", body))
    #expect(completion.answer.response?.status == 200)
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.header("Content-Length") == "\(size)")
    #expect(request.header("Expect") == nil)
    #expect(request.header("Content-Type") == nil)
    #expect(request.body == body)
  }

  @Test func requestsCarryWhatIsAskedAndLittleElse() throws {
    let server = try LoopbackServer { _, _ in [.answer(200)] }
    var request = WireRequest.get(server.url + "/sdk/v2/vardata?v=0")
    request.headers = [HTTPHeader("X-Empty", ""), HTTPHeader("X-Text", "grün, \"quoted\"; a: b")]
    _ = try ClientLoop(HTTPClient.Settings(userAgent: "flagsh/9.9")).exchange(request)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "GET")
    #expect(seen.target == "/sdk/v2/vardata?v=0")
    #expect(seen.version == "HTTP/1.1")
    #expect(seen.body.isEmpty)
    #expect(seen.header("Host") == "127.0.0.1:\(server.port)")
    #expect(seen.header("X-Empty") == "")
    #expect(seen.header("X-Text") == "grün, \"quoted\"; a: b")
    #expect(seen.header("User-Agent") == "flagsh/9.9")
    #expect(seen.header("Accept") == "*/*")
    #expect(seen.header("Accept-Encoding") == "gzip")
    let names = Set(seen.headers.map { $0.name.lowercased() })
    #expect(names == ["host", "x-empty", "x-text", "user-agent", "accept", "accept-encoding"])
  }

  @Test func compressedAnswersAreDecoded() throws {
    let text = Array(String(repeating: "Übung macht den Meister. ", count: 5_000).utf8)
    // From python3: gzip.compress(b"hello hello hello hello\n", 9, mtime=0).
    let hello: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27,
      0xB9, 0x00, 0x00, 0x88, 0x59, 0x0B, 0x18, 0x00, 0x00, 0x00,
    ]
    let server = try LoopbackServer { request, _ in
      let body = request.target == "/text" ? Gzip.stored(text) : hello
      return [.answer(200, headers: [("Content-Encoding", "gzip")], body: body)]
    }
    let loop = try ClientLoop()
    #expect(try loop.get(server.url + "/text").answer.response?.body == text)
    #expect(try loop.get(server.url + "/hello").answer.response?.body == Array("hello hello hello hello\n".utf8))
  }

  @Test func chunksAreJoined() throws {
    let server = try LoopbackServer { _, _ in [.chunked(200, ["{\"a\"", ":", "1}"])] }
    #expect(try ClientLoop().get(server.url + "/").answer.response?.body == Array("{\"a\":1}".utf8))
  }

  @Test func answersMayEndWithTheConnection() throws {
    let server = try LoopbackServer { _, _ in
      [.send("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nall of it"), .close]
    }
    let completion = try ClientLoop().get(server.url + "/")
    #expect(completion.answer.response?.body == Array("all of it".utf8))
    #expect(completion.facts.httpVersion == "HTTP/1.0")
  }

  @Test func answerLongerThanItSaysIsCutAndItsConnectionNotTrusted() throws {
    let server = try LoopbackServer { _, _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n12345678")] }
    let loop = try ClientLoop()
    for _ in 0..<2 { #expect(try loop.get(server.url + "/").answer.response?.body == Array("12345".utf8)) }
    #expect(server.log.connections == 2)
  }

  @Test func onlyTheLastHeadCountsAndNoTrailer() throws {
    let server = try LoopbackServer { _, _ in
      [
        .send("HTTP/1.1 100 Continue\r\nX-Early: 1\r\n\r\n"), .send("HTTP/1.1 103 Early Hints\r\nX-Early: 2\r\n\r\n"),
        .send("HTTP/1.1 200 OK\r\nX-Late: 3\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Trailer: 4\r\n\r\n"),
      ]
    }
    let response = try #require(try ClientLoop().get(server.url + "/").answer.response)
    #expect(response.header("x-early") == nil)
    #expect(response.header("x-late") == "3")
    #expect(response.header("x-trailer") == nil)
    #expect(response.body == Array("{}".utf8))
  }

  @Test func slowAnswersAreWaitedFor() throws {
    let head = LoopbackGate("head")
    let body = LoopbackGate("body")
    let server = try LoopbackServer { _, _ in
      [
        .trickle("HTTP/1.1 200 OK\r\nContent-"), .wait(head), .trickle("Length: 8\r\n\r\n1234"), .wait(body),
        .trickle("5678"),
      ]
    }
    let loop = try ClientLoop()
    #expect(loop.client.start(id: 1, .get(server.url + "/"), backstop: .seconds(60)) == nil)
    try loop.run(for: "the first half of the head") { server.log.bytesSent == 25 }
    #expect(loop.completions.isEmpty)
    server.open(head)
    try loop.run(for: "the first half of the body") { server.log.bytesSent == 42 }
    #expect(loop.completions.isEmpty)
    server.open(body)
    try loop.run(for: "the answer") { !loop.completions.isEmpty }
    #expect(loop.completions.first?.answer.response?.body == Array("12345678".utf8))
  }

  @Test func serverMayRefuseABodyThatIsStillBeingSent() throws {
    var settings = LoopbackServer.Settings()
    settings.answersAtHead = true
    let server = try LoopbackServer(settings) { _, _ in
      [.answer(413, headers: [("Connection", "close")], body: "too much")]
    }
    let body = [UInt8](repeating: 0x20, count: 20_000_000)
    let completion = try ClientLoop().exchange(.post(server.url + "/", body))
    #expect(completion.answer.response?.status == 413)
    #expect(completion.answer.response?.body == Array("too much".utf8))
  }

  @Test func fiftyRequestsShareOneConnection() throws {
    let server = try LoopbackServer { _, number in [.answer(number % 2 == 0 ? 200 : 503, body: "\(number)")] }
    let loop = try ClientLoop()
    for number in 0..<50 {
      let completion = try loop.get(server.url + "/\(number)")
      #expect(completion.answer.response?.body == Array("\(number)".utf8))
      #expect(completion.facts.reusedConnection == (number > 0))
    }
    #expect(server.log.connections == 1)
  }

  @Test func connectionClosedMeanwhileIsMadeAnew() throws {
    let server = try LoopbackServer { _, number in number == 0 ? [.answer(200, body: "first"), .close] : [.answer(200)]
    }
    let loop = try ClientLoop()
    #expect(try loop.get(server.url + "/").answer.response?.body == Array("first".utf8))
    #expect(try loop.exchange(.post(server.url + "/", [1, 2, 3])).answer.response?.status == 200)
    #expect(server.log.connections == 2)
  }

  @Test func hundredRequestsAtATimeAllEnd() throws {
    let gate = LoopbackGate("all")
    let server = try LoopbackServer { request, _ in [.wait(gate), .answer(200, body: request.target)] }
    let loop = try ClientLoop()
    for id in 1...100 { #expect(loop.client.start(id: id, .get(server.url + "/\(id)"), backstop: .seconds(60)) == nil) }
    #expect(loop.client.transferCount == 100)
    try loop.run(for: "a full house") { server.requests.count == 64 }
    #expect(loop.client.descriptors.count <= 64)
    server.open(gate)
    try loop.run(for: "all answers") { loop.completions.count == 100 }
    for completion in loop.completions {
      #expect(completion.answer.response?.body == Array("/\(completion.id)".utf8))
    }
    #expect(Set(loop.completions.map(\.id)) == Set(1...100))
  }

  @Test func cancelledRequestIsSeenByTheServerAsAClosedConnection() throws {
    let server = try LoopbackServer { request, _ in
      request.target == "/slow" ? [.trickle("HTTP/1.1 200 "), .silence] : [.answer(200)]
    }
    let loop = try ClientLoop()
    #expect(loop.client.start(id: 7, .get(server.url + "/slow"), backstop: .seconds(60)) == nil)
    try loop.run(for: "the request") { server.log.bytesSent == 13 }
    #expect(loop.client.cancel(id: 7))
    #expect(!loop.client.cancel(id: 7))
    #expect(loop.client.transferCount == 0)
    try server.wait(for: "the closed connection") { $0.closedByClient == [0] }
    // The client is as good as new.
    #expect(try loop.get(server.url + "/next").answer.response?.status == 200)
    #expect(loop.completions.map(\.id) == [1])
  }

  @Test func clientThatGoesClosesItsConnections() throws {
    let server = try LoopbackServer { request, _ in request.target == "/slow" ? [.silence] : [.answer(200)] }
    var loop: ClientLoop? = try ClientLoop()
    _ = try loop?.get(server.url + "/")
    #expect(loop?.client.start(id: 2, .get(server.url + "/slow"), backstop: .seconds(60)) == nil)
    try loop?.run(for: "the request") { server.requests.count == 2 }
    loop = nil
    try server.wait(for: "the closed connection") { $0.closedByClient == [0] }
  }

  @Test func factsTellTheStages() throws {
    let server = try LoopbackServer { _, _ in [.answer(200, body: "{}")] }
    let facts = try ClientLoop().get(server.url + "/").facts
    #expect(facts.host == "server")
    #expect(facts.tls == nil)
    #expect(facts.secured == nil)
    let connected = try #require(facts.connected)
    let firstByte = try #require(facts.firstByte)
    #expect(connected <= firstByte)
    #expect(firstByte <= facts.total)
  }
}

extension HTTPResponse {
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
