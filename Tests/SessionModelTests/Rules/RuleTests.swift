import SessionModel
import Testing

@Suite("Rules of a session")
struct RuleTests {
  @Test("Each rule holds when all are in force", arguments: Rule.allCases)
  func holds(rule: Rule) { #expect(RuleChecks.violations(of: rule) == []) }

  @Test("Taking a rule away is noticed by its check", arguments: Rule.allCases)
  func isGuarded(rule: Rule) {
    #expect(RuleChecks.violations(of: rule, rules: Set(Rule.allCases).subtracting([rule])) != [])
  }
}
