/// The rules of a session, as `Rules.md` beside this file words them (product.md section 4).
///
/// The reducer asks for each at the one place where it decides. All of them hold in every session that ships; tests
/// take one away to see that something then fails.
package enum Rule: Int, CaseIterable, Sendable {
  case firstOpenRefreshes = 0
  case flagsOff = 1
  case newRevisionHides = 2
  case oneFetchAtATime = 3
  case olderAnswersAreDiscarded = 4
  case assignedIsExact = 5
  case exposureIsDeduplicated = 6
  case exportNeedsTheReport = 7
  case eventsNameTheirLayout = 8
  case eventsKeepTheirIdentity = 9
  case onlyExpandedHasDetails = 10
  case pointNamesAreTrimmed = 11
  case outcomeForEachPoint = 12
  case cancellationIsNoError = 13
  case consentGate = 14
}
