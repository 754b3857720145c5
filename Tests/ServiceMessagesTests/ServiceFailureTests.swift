import ServiceMessages
import Testing
import Vocabulary

@Suite("A service's failure")
struct ServiceFailureTests {
  /// amplitude.md 2.6: below 400, 429 and from 500; everything else from 400 to 499 is final.
  @Test(
    "Retrying helps with some statuses",
    arguments: [
      (201, true), (204, true), (304, true), (400, false), (401, false), (403, false), (404, false), (408, false),
      (413, false), (429, true), (500, true), (503, true), (599, true),
    ])
  func retryable(status: Int, isRetryable: Bool) {
    #expect(ServiceFailure(code: .httpStatus, status: status).isRetryable == isRetryable)
  }

  @Test("Retrying helps with transport failures and unreadable bodies", arguments: ServiceFailure.Code.allCases)
  func retryableCodes(code: ServiceFailure.Code) {
    guard code != .httpStatus else { return }
    #expect(ServiceFailure(code: code).isRetryable == (code != .cancelled))
  }

  @Test func theAdviceNamesTheSettingToCompare() {
    let unknown = ServiceFailure(code: .httpStatus, status: 401)
    #expect(unknown.advice(for: .evaluation)?.contains("AMPLITUDE_DEPLOYMENT_KEY") == true)
    #expect(unknown.advice(for: .evaluation)?.contains("region") == true)
    #expect(unknown.advice(for: .analytics)?.contains("AMPLITUDE_API_KEY") == true)
  }

  @Test("Every status of the reference has an advice", arguments: [201, 301, 400, 401, 403, 404, 413, 429, 500, 503])
  func advice(status: Int) {
    #expect(ServiceFailure(code: .httpStatus, status: status).advice(for: .evaluation) != nil)
  }
}
