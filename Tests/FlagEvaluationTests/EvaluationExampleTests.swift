import Testing

@testable import FlagEvaluation

/// Examples of patterns, held against the matcher, which knows nothing of how they are made.
@Suite struct EvaluationExampleTests {
  @Test(arguments: [
    "abc", "^abc$", "a|b", "^(red|green)-[0-9]+$", "[^a-z]", "\\d{3}", "x{2,5}y?", "(a)(b)\\1", "^\\w+@\\w+\\.com$",
    "(?:a|b){3}$", "[A-F0-9]{8}", "^.{4}$", "\\s", "", "é+", "(?=a)a", "^(?:(?:a))$", "colou?r",
  ])
  func anExampleIsFoundByItsPattern(pattern: String) throws {
    for dialect in Dialect.all {
      let examples = PatternExamples.texts(for: pattern, dialect: dialect)
      #expect(!examples.isEmpty)
      let compiled = Pattern(pattern, syntax: dialect.patternSyntax)
      let found = try examples.contains { text in
        var budget = 1_000_000
        return try compiled.isFound(in: SubjectText(text, dialect: dialect), budget: &budget)
      }
      #expect(found, "\(pattern): \(examples)")
    }
  }

  @Test func hostilePatternsGiveFewAndShortExamples() {
    for pattern in ["(((a|b){9}){9}){9}", "a{100000}", "(", "[", String(repeating: "(a|b)", count: 1_000)] {
      for dialect in Dialect.all {
        let examples = PatternExamples.texts(for: pattern, dialect: dialect)
        #expect(examples.count <= PatternExamples.limit)
        #expect(examples.allSatisfy { $0.utf8.count <= 1_000 })
      }
    }
  }
}
