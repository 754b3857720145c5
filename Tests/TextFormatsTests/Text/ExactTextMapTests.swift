import TestSupport
import Testing

@testable import TextFormats

struct ExactTextMapTests {
  @Test func namesThatOnlyLookAlikeAreDifferent() {
    var map = ExactTextMap<Int>()
    map["\u{E9}"] = 1
    map["e\u{301}"] = 2
    #expect(map.count == 2)
    #expect(map["\u{E9}"] == 1)
    #expect(map["e\u{301}"] == 2)
  }

  /// Beside a plain list that is searched from its beginning.
  @Test(arguments: 0..<20) func behavesLikeAListOfPairs(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var map = ExactTextMap<Int>()
    var list: [(name: String, value: Int)] = []
    for step in 0..<2_000 {
      let name = "k\(Int.random(in: 0..<150, using: &random))"
      let place = list.firstIndex { $0.name == name }
      if Int.random(in: 0..<5, using: &random) < (step / 300 % 2 == 0 ? 4 : 1) {
        map[name] = step
        if let place { list[place].value = step } else { list.append((name, step)) }
      } else {
        map[name] = nil
        if let place { list.remove(at: place) }
      }
      #expect(map[name] == list.first { $0.name == name }?.value, "seed \(seed), step \(step)")
      #expect(map.count == list.count, "seed \(seed), step \(step)")
    }
    #expect(map.elements.map(\.name) == list.map(\.name), "seed \(seed)")
    #expect(map.elements.map(\.value) == list.map(\.value), "seed \(seed)")
  }
}
