import CommandLanguage
import Foundation
import Testing

@Suite struct TextPatternTests {
  @Test(arguments: [
    ("", "", true), ("", "x", true), ("a", "bab", true), ("^a", "ba", false), ("a$", "ba", true), ("^$", "", true),
    ("^$", "a", false),
    ("a.c", "abc", true), ("a.c", "a\nc", false), ("a|b", "b", true), ("^(a|b)c$", "bc", true), ("^(a|)c$", "c", true),
    ("^a*$", "aaa", true), ("^a+$", "", false), ("^a?b$", "b", true), ("^a{2}$", "aa", true), ("^a{2}$", "aaa", false),
    ("^a{2,}$", "aaaa", true),
    ("^a{1,2}$", "aaa", false), ("^a{,2}$", "a{,2}", true), ("^x{a}$", "x{a}", true), ("^(ab){2}$", "abab", true),
    ("^a*?b$", "aab", true),
    ("[a-c]", "b", true), ("[^a-c]", "b", false), ("[]]", "]", true), ("[^]]", "]", false), ("[a-]", "-", true),
    ("[\\d_]", "_", true),
    ("[\\]x]", "]", true), ("\\d+", "a12", true), ("^\\D$", "1", false), ("\\w", "_", true), ("\\W", "a_1", false),
    ("\\s", "a b", true),
    ("\\S", " ", false), ("\\bcat\\b", "a cat!", true), ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true),
    ("a\\.b", "axb", false),
    ("\\x41\\u00e9", "Aé", true), ("(?i)äB", "ÄB", true), ("(?i)^[a-z]$", "Q", true), ("(?i)^[A-Z]$", "q", true),
    ("(?:ab)+c", "ababc", true),
    ("(a*)*b", "aaab", true), ("(a*)+$", "b", true), ("^(a?){3}$", "aa", true), ("☃.👩", "☃x👩", true),
    ("\\$exposure", "$exposure", true),
    ("^(\\d{4})-(0[1-9]|1[0-2])$", "2026-11", true),
  ])
  func findsWhatOthersFind(pattern: String, text: String, expected: Bool) throws {
    #expect(try TextPattern(pattern).isFound(in: text) == expected)
  }

  @Test(arguments: [
    "(", ")", "[", "[b-a]", "*", "a**", "a{2}{3}", "a{3,2}", "\\", "\\1", "\\k", "(?=a)", "(?<n>a)", "a++", "^*",
    "\\xZZ", "\\u12", "a{1001}",
    "((a{100}){100}){100}", "(((((){1000}){1000}){1000}){1000}){1000}",
  ])
  func refusesWrongPatterns(pattern: String) {
    #expect(throws: TextPattern.Fault.self) { try TextPattern(pattern) }
  }

  @Test func limitsHold() {
    #expect(throws: TextPattern.Fault.self) {
      try TextPattern(String(repeating: "a", count: TextPattern.longestPattern + 1))
    }
    let deep = TextPattern.deepestGroup
    let open = String(repeating: "(", count: deep)
    let close = String(repeating: ")", count: deep)
    #expect(throws: Never.self) { try TextPattern(open + "a" + close) }
    #expect(throws: TextPattern.Fault.self) { try TextPattern("(" + open + "a" + close + ")") }
  }

  /// Random patterns of the shared grammar, judged by another engine.
  @Test func agreesWithAnotherEngine() throws {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed: seed)
    func node(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 0 ? 9 : 3), using: &random) {
      case 0: return "a"
      case 1: return "b"
      case 2: return ["[ab]", "[^a]", ".", "\\d", "\\b", "$", "(?:)"][Int.random(in: 0..<7, using: &random)]
      case 3, 4: return node(depth - 1) + node(depth - 1)
      case 5: return "(?:\(node(depth - 1))|\(node(depth - 1)))"
      default:
        let count = ["*", "+", "?", "{2}", "{1,2}", "{0,}"][Int.random(in: 0..<6, using: &random)]
        return "(?:\(node(depth - 1)))\(count)"
      }
    }
    for _ in 0..<1_500 {
      let pattern = node(4)
      guard pattern.utf8.count < 200 else { continue }
      let other = try NSRegularExpression(pattern: pattern)
      let mine = try TextPattern(pattern)
      for _ in 0..<4 {
        let text = String(
          (0..<Int.random(in: 0...7, using: &random)).map { _ in "ab1 ".randomElement(using: &random) ?? "a" })
        let found = other.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
        #expect(mine.isFound(in: text) == found, "seed \(seed): \(pattern) in \(text)")
      }
    }
  }
}
