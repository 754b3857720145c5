package import TextFormats
package import Vocabulary

/// A command whose words have been understood: what the session acts on (product.md section 3).
package enum Command: Equatable, Sendable {
  case signIn(userId: String)
  case logout
  case identity
  case setDeviceId(String)
  case property([PropertyChange])
  case refresh
  case variants
  case variant(key: String)
  case override(key: String, variant: String)
  /// Without a key all overrides go.
  case clearOverride(key: String?)
  case why(key: String, wanted: String?)
  case open
  case close
  case export
  case events(last: Int?)
  case suppressed
  case flush
  case outbox(OutboxCommand)
  case profile(deviceId: String?)
  case experiment(key: String?)
  case requests(last: Int?)
  case consent
  case setConsent(Consent)
  case fetchDecisions(FetchDecisions)
  /// What the last answers brought: all points, one of them, or what a path inside of one leads to.
  case decisions(point: String?, path: DocumentPath?)
  case engage(EngagementAction, point: String, index: Int?)
  case jobs
  case wait(WaitTarget)
  case cancel(job: Int)
  case world(WorldCommand)
  case expect(Expectation)
  case status(all: Bool)
  case record(file: String)
  case stopRecording
  case source(file: String)
  case echo(text: String)
  case output(OutputForm)
  case history(HistoryRequest)
  case help(topic: String?)
  case quit(code: Int?)
}

/// One change of a user property.
package enum PropertyChange: Equatable, Sendable {
  case set(name: String, value: JSONValue)
  case unset(name: String)
}

/// What `wait` waits for.
package enum WaitTarget: Equatable, Sendable {
  case allJobs
  case job(Int)
  case duration(Span)
}

/// The form in which results are printed.
package enum OutputForm: String, Sendable, CaseIterable {
  case text
  case json
}

/// What `history` is asked for.
package enum HistoryRequest: Equatable, Sendable {
  case show(last: Int?)
  case clear
}

/// What `outbox` is asked for; no insert id means all.
package enum OutboxCommand: Equatable, Sendable {
  case list
  case send(insertIds: [String])
  case discard(insertIds: [String])
}

/// What `world` is asked for (product.md section 6); a service is one of `Service.ofTheApp`.
package enum WorldCommand: Equatable, Sendable {
  case show
  case latency(Service, Span)
  case fault(Service, FaultKind, times: Int?)
  case clearFault(Service)
  case hold(Service)
  /// Names of requests (their numbers, as `requests` shows them); none means all, oldest first.
  case deliver(requests: [Int])
  case flag(key: String, FlagCondition)
  case assign(key: String, userId: String, variant: String)
  case configure
  case unconfigure
}

/// The condition in which `world flag` puts a flag.
package enum FlagCondition: String, Sendable, CaseIterable {
  case active
  case inactive
  case undeployed
  case absent
}
