import CommandLanguage
import Testing

@Suite struct CompletionTests {
  static let vocabulary: CompletionVocabulary = {
    var vocabulary = CompletionVocabulary()
    vocabulary.flagKeys = ["report-layout", "other flag"]
    vocabulary.variants = ["report-layout": ["control", "expanded"]]
    vocabulary.userIds = ["tester-control", "it's me"]
    vocabulary.deviceIds = ["D-1"]
    vocabulary.propertyNames = ["plan"]
    vocabulary.jobs = [1, 2]
    vocabulary.documentPaths = ["report.layout", "report.open", "identity"]
    return vocabulary
  }()

  /// The `|` in the line is the cursor.
  func complete(_ line: String) -> Completion {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
    let cursor = parts[0].unicodeScalars.count
    return Completion.complete(line: parts.joined(), cursorScalars: cursor, vocabulary: Self.vocabulary)
  }

  @Test(arguments: [
    ("re|", ["refresh", "requests", "record"]), ("! lo|", ["logout"]), ("!lo|", ["logout"]),
    ("open; ex|", ["export", "experiment", "expect", "exit"]),
    ("refresh & op|en", ["open"]), ("world l|", ["latency"]),
    ("world |", ["latency", "fault", "hold", "deliver", "flag", "assign", "configure", "unconfigure"]),
    ("world hold |", ["evaluation", "analytics", "decisions"]), ("world fault evaluation o|", ["offline"]),
    ("world fault evaluation --|", ["--times", "--clear"]),
    ("world flag report-layout un|", ["undeployed"]), ("world assign report-layout t|", ["tester-control"]),
    ("world assign report-layout tester-control e|", ["expanded"]),
    ("why |", ["report-layout", "\"other flag\""]), ("why o|", ["\"other flag\""]), ("why 'o|", ["'other flag'"]),
    ("why \"o|", ["\"other flag\""]),
    ("why report-layout |", ["--want"]), ("why report-layout --want |", ["control", "expanded"]),
    ("why report-layout --want=e|", ["expanded"]),
    ("why report-layout --want expanded --|", []), ("override report-layout c|", ["control"]),
    ("override --clear r|", ["report-layout"]),
    ("sign-in i|", ["\"it's me\""]), ("sign-in 'i|", ["\"it's me\""]), ("identity --device-id |", ["D-1"]),
    ("profile |", ["D-1"]),
    ("property p|", ["plan="]), ("property --unset p|", ["plan"]), ("cancel |", ["%1", "%2"]),
    ("wait %|", ["%1", "%2"]), ("output j|", ["json"]),
    ("status |", ["--all"]), ("status --a|", ["--all"]), ("help tr|", ["troubleshooting", "transcripts"]),
    ("help world c|", ["configure"]),
    ("expect rep|", ["report", "report.layout", "report.open"]),
    ("expect report.layout |", ["==", "!=", "<", "<=", ">", ">=", "contains", "matches", "exists", "missing"]),
    ("expect report.layout m|", ["matches", "missing"]), ("echo |", []), ("# op|", []), ("open # cl|", []),
    ("nonsense |", []), ("events --last |", []), ("open --|", []),
  ])
  func offers(line: String, expected: [String]) {
    let found = complete(line).candidates.map(\.text)
    #expect(found.sorted() == expected.sorted())
  }

  @Test(arguments: [
    ("re|", 0, 2), ("öö; re|", 4, 6), ("  op|en", 2, 4), ("why 'o|", 4, 6), ("why report-layout --want=e|", 25, 26),
    ("!lo|", 1, 3), ("why |", 4, 4),
  ])
  func replacesTheWordBeforeTheCursor(line: String, from: Int, to: Int) {
    #expect(complete(line).replaced == from..<to)
  }

  @Test func asksForFileNames() {
    #expect(complete("source |").needsFiles == "")
    #expect(complete("source \"my fo|").needsFiles == "my fo")
    #expect(complete("source \"my fo|").quoted("my folder") == "\"my folder\"")
    #expect(complete("record a\\ b|").needsFiles == "a b")
    #expect(complete("record a\\ b|").quoted("a b.jsonl") == "\"a b.jsonl\"")
    #expect(complete("open |").needsFiles == nil)
  }

  @Test func everyCandidateIsReadBackAsItself() throws {
    for text in [
      "plain", "", "a b", "it's", "say \"x\"", "both ' and \"", "back\\slash", "#x", "a;b", "a&", "--x", "!x", "tab\t",
      "\u{85}x", "§", "a#b",
    ] {
      guard case .echo(let read) = try command("echo " + ShellQuoting.quoted(text)) else {
        Issue.record("no echo")
        continue
      }
      #expect(read == text)
      #expect(texts("why " + ShellQuoting.quoted(text)) == ["why " + ShellQuoting.quoted(text)])
    }
  }

  @Test func anyLineAndCursorIsFine() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let alphabet = [
      "why ", "world ", "expect ", "--want", "=", " ", "'", "\"", "\\", "#", ";", "&", "!", "ö", "👩", "report", "[",
      "%", "\u{0}", "\n",
    ]
    for _ in 0..<3_000 {
      let line = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }.joined()
      let cursor = Int.random(in: -1...20, using: &random)
      let completion = Completion.complete(line: line, cursorScalars: cursor, vocabulary: Self.vocabulary)
      let end = min(max(cursor, 0), line.unicodeScalars.count)
      #expect(completion.replaced.upperBound == end, "seed \(seed): \(line)")
      #expect(completion.replaced.lowerBound >= 0, "seed \(seed): \(line)")
    }
  }
}
