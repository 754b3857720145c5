import TestSupport
import Testing

/// The same failures and shapes in the embedded world, through the executable.
@Suite struct EmbeddedDecisionTests {
  private func status(_ commands: String) throws -> (Int32?, String) {
    let run = try Flagsh().run("-c", commands)
    return (run.status, run.output + run.errors)
  }

  @Test(
    arguments: [
      ("400", "network"), ("429", "network"), ("503", "network"), ("offline", "network"), ("reset", "network"),
      ("timeout", "timeout"), ("malformed", "responseInvalid"),
    ])
  func aFaultIsAnErrorOfItsKind(fault: String, kind: String) throws {
    let (status, text) = try status(
      """
      consent opt-in; world fault decisions \(fault) --times 1; ! fetch-decisions homeHero --timeout 2s
      expect personalization.error.kind == \(kind); fetch-decisions homeHero
      expect personalization.error missing; expect decisions.homeHero.outcome == content
      """)
    #expect(status == 0, "\(text)")
  }

  @Test func theThreeTextsOfAnUnavailableServiceComeInTurn() throws {
    let (status, text) = try status(
      """
      consent opt-in; world fault decisions 503
      ! fetch-decisions homeHero; expect personalization.error.reason contains 'Timeout Exceeded'
      ! fetch-decisions homeHero; expect personalization.error.reason contains 'Failed to lookup tenant metadata'
      ! fetch-decisions homeHero; expect personalization.error.reason contains 'Empty response from Query Service'
      """)
    #expect(status == 0, "\(text)")
  }

  @Test func aSlowServiceIsGivenUpAfterTheTimeOfTheCommand() throws {
    let (status, text) = try status(
      """
      consent opt-in; world latency decisions 4s; ! fetch-decisions homeHero --timeout 3s
      expect personalization.error.kind == timeout; fetch-decisions homeHero --timeout 5s
      """)
    #expect(status == 0, "\(text)")
  }

  @Test func noPersonalizationsAreASuccessUnlessContentIsRequired() throws {
    let (status, text) = try status(
      """
      consent opt-in; world fault decisions empty --times 2; fetch-decisions homeHero
      expect decisions.homeHero.outcome == missing; ! fetch-decisions homeHero --require-content
      """)
    #expect(status == 0, "\(text)")
  }

  @Test func aNameThatIsRepeatedIsToldOnce() throws {
    let run = try Flagsh().run("-c", "consent opt-in; fetch-decisions homeHero ' homeHero' product_recs homeHero")
    #expect(run.errors == "note: asked for once although named more often: homeHero\n")
    #expect(run.status == 0)
  }

  @Test func recommendationsThatFindNothingSaySo() throws {
    let run = try Flagsh().run(
      "-c", "consent opt-in; fetch-decisions product_recs --attribute category=boats; decisions product_recs")
    #expect(run.status == 0)
    #expect(run.output.contains("product_recs: content, 0 items"), "\(run.output)")
  }

  @Test func aMisspeltAttributeIsToldAndMakesTheAnswerBroader() throws {
    let run = try Flagsh().run(
      "-c",
      """
      consent opt-in; fetch-decisions product_recs --attribute category=tents
      expect decisions.product_recs.data.count == 4
      fetch-decisions product_recs --attribute catgory=tents; expect decisions.product_recs.data.count == 12
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("catgory"))
  }
}
