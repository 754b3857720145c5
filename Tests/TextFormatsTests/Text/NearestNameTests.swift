import Testing

@testable import TextFormats

struct NearestNameTests {
  private let commands = [
    "sign-in", "logout", "identity", "property", "refresh", "variants", "variant", "override", "why", "open", "close",
    "export", "events", "suppressed", "flush", "profile", "experiment", "requests", "consent", "status", "expect",
  ]

  @Test(arguments: [
    ("refrehs", "refresh"), ("rfresh", "refresh"), ("refreshh", "refresh"), ("REFRESH", "refresh"),
    ("signin", "sign-in"),
    ("stauts", "status"), ("evnets", "events"), ("opne", "open"), ("wyh", "why"), ("variatns", "variants"),
    ("logut", "logout"), ("exprot", "export"), ("experimnet", "experiment"),
  ])
  func findsTheNameThatWasMeant(_ typed: String, _ meant: String) {
    #expect(NearestName.nearestName(to: typed, in: commands) == meant)
  }

  @Test(arguments: ["", "x", "zzz", "frobnicate", "日本語"])
  func suggestsNothingFarAway(_ typed: String) {
    #expect(NearestName.nearestName(to: typed, in: commands) == nil)
  }

  @Test func choosesAmongEquallyNearByBytesWhateverTheOrder() {
    #expect(NearestName.nearestName(to: "bat", in: ["cat", "hat", "bar"]) == "bar")
    #expect(NearestName.nearestName(to: "bat", in: ["bar", "hat", "cat"]) == "bar")
    #expect(NearestName.nearestName(to: "bat", in: ["hat", "cat"]) == "cat")
  }

  /// Published examples of the edit distance, and one of a swap.
  @Test(arguments: [
    ("kitten", "sitting", 3), ("saturday", "sunday", 3), ("ca", "ac", 1), ("", "abc", 3), ("abc", "", 3), ("a", "a", 0),
    ("ca", "abc", 3), ("gumbo", "gambol", 2), ("flaw", "lawn", 2),
  ])
  func countsEdits(_ one: String, _ other: String, _ edits: Int) {
    #expect(NearestName.distance(from: one, to: other, atMost: 10) == edits)
    #expect(NearestName.distance(from: other, to: one, atMost: 10) == edits)
    #expect(NearestName.distance(from: one, to: other, atMost: edits) == edits)
    if edits > 0 { #expect(NearestName.distance(from: one, to: other, atMost: edits - 1) == nil) }
  }

  @Test func givesUpOnHugeNames() {
    let huge = String(repeating: "a", count: 100_000)
    #expect(NearestName.nearestName(to: huge, in: [huge + "b"]) == nil)
  }
}
