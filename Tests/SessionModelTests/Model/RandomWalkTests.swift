import SessionModel
import TestSupport
import Testing

@Suite("Sessions under random use")
struct RandomWalkTests {
  /// The walks of one test; each has its seed from here.
  static let first: UInt64 = 20_261

  @Test("Rules hold in every order of commands and answers", arguments: 0..<8)
  func holds(block: Int) {
    for walk in 0..<250 {
      let seed = Self.first &+ UInt64(block * 1_000 + walk)
      let violations = RandomWalk.violations(seed: seed, steps: 60)
      #expect(violations == [], "seed \(seed)")
      if !violations.isEmpty { return }
    }
  }

  @Test("Rules hold in long sessions, past the thirtieth event", arguments: 0..<8)
  func holdsLong(block: Int) {
    for walk in 0..<2 {
      let seed = Self.first &+ UInt64(100_000 + block * 100 + walk)
      let violations = RandomWalk.violations(seed: seed, steps: 400)
      #expect(violations == [], "seed \(seed)")
      if !violations.isEmpty { return }
    }
  }

  @Test(
    "Walks notice a missing rule",
    arguments: [
      Rule.firstOpenRefreshes, .flagsOff, .newRevisionHides, .oneFetchAtATime, .olderAnswersAreDiscarded,
      .assignedIsExact,
      .exposureIsDeduplicated, .exportNeedsTheReport, .eventsKeepTheirIdentity,
    ])
  func notices(rule: Rule) {
    let rules = Set(Rule.allCases).subtracting([rule])
    let found = (0..<100).contains {
      !RandomWalk.violations(seed: Self.first &+ UInt64($0), steps: 60, rules: rules).isEmpty
    }
    #expect(found, "first seed \(Self.first)")
  }
}
