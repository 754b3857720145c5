import ServiceMessages
import TestSupport
import Testing
import TextFormats
import Vocabulary

@Suite("Whatever JSON the decisions service answers")
struct ResponsePropertyTests {
  @Test("Nothing crashes, and every personalization and every item is either used or told to be left out")
  func nothingIsHidden() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = RandomDecisions(seed: seed)
    for round in 0..<3_000 {
      let body = random.body()
      let answer = Answer.response(HTTPResponse(status: 200, json: body.text))
      let response: DecisionsResponse
      do throws(DecisionsError) { response = try DecisionsResponse(answer) } catch {
        let isAnswer = body["personalizations"]?.array != nil
        #expect(!isAnswer, "seed \(seed), round \(round): \(body.text)")
        continue
      }
      let entries = body["personalizations"]?.array ?? []
      let used = response.decisions.map { ($0.place, $0.received) }
      let lost = response.dropped.filter { $0.item == nil }.map { ($0.entry, $0.received) }
      let kept = (used + lost).sorted { $0.0 < $1.0 }
      #expect(kept.map(\.0) == Array(entries.indices), "seed \(seed), round \(round): \(body.text)")
      #expect(kept.map(\.1) == entries, "seed \(seed), round \(round): \(body.text)")
      for decision in response.decisions {
        let data = entries[decision.place]["data"]?.array ?? []
        let lost = response.dropped.filter { $0.entry == decision.place }.compactMap(\.item)
        let indexes = (decision.items.map(\.index) + lost).sorted()
        #expect(indexes == Array(data.indices), "seed \(seed), round \(round): \(body.text)")
      }
    }
  }
}
