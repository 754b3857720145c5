import LiveServices
import ServiceMessages
import TestSupport
import Testing
import Vocabulary

/// Answers that no server sends on purpose.
@Suite struct GarbageTests {
  static let answers = [
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}",
    "HTTP/1.1 429 No\r\nTransfer-Encoding: chunked\r\nRetry-After: 3\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\nX: 1\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 500 No\r\nConnection: close\r\n\r\nall that is left",
  ].map { Array($0.utf8) }

  @Test func everyMutationEndsInAnAnswerOrAFailure() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let server = try LoopbackServer { _, number in
      [.send(Self.mutation(seed: seed, number: number)), .close]
    }
    let loop = try ClientLoop()
    for number in 0..<400 {
      let answer = try loop.exchange(.get(server.url + "/\(number)"), id: number).answer
      switch answer {
      case .response(let response):
        #expect(response.body.count < 1_000, "seed \(seed), number \(number)")
        #expect(response.headers.allSatisfy { $0.name == $0.name.lowercased() }, "seed \(seed), number \(number)")
      case .failure(let failure):
        #expect(!failure.detail.isEmpty, "seed \(seed), number \(number)")
      }
      #expect(loop.client.transferCount == 0)
    }
  }

  /// An answer with up to eight bytes changed, left out or doubled, and perhaps cut.
  private static func mutation(seed: UInt64, number: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed &+ UInt64(number))
    var bytes = answers[Int.random(in: 0..<answers.count, using: &random)]
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      default: bytes[place] = Array("0 \r\n:9".utf8)[Int.random(in: 0..<6, using: &random)]
      }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
    }
    return bytes
  }
}
