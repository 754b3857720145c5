import CWaiting
import LiveServices
import ServiceMessages
import SessionModel
import TestSupport
import TextFormats
import Vocabulary

/// A live world in front of loopback servers, in a loop whose session time only the test moves.
final class WorldLoop {
  static let keys = (api: "api-key-0123456789abcdef", deployment: "client-HARNESS1")

  let world: LiveWorld
  /// What time it is.
  var now = Instant.start

  init(
    evaluation: String? = nil, analytics: String? = nil, decisions: String? = nil, region: String = "",
    keys: LiveKeys = LiveKeys(apiKey: keys.api, deploymentKey: keys.deployment),
    settings: HTTPClient.Settings = HTTPClient.Settings()
  ) throws {
    guard Surroundings.proxy != nil else { throw ClientLoop.Fault(description: "there is no proxy") }
    let endpoints = try LiveEndpoints(
      region: region, evaluationURL: evaluation, analyticsURL: analytics,
      decisions: try decisions.map { try PersonalizationEndpoint(parsing: $0) })
    world = LiveWorld(
      endpoints: endpoints, keys: keys, client: HTTPClient(settings),
      proxies: ProxyVariables(environment: ["https_proxy": "http://someone:\(Surroundings.password)@127.0.0.1:1"])
    ) { Self.redacted($0) }
  }

  /// All three services behind one server.
  convenience init(_ server: LoopbackServer) throws {
    try self.init(evaluation: server.url, analytics: server.url, decisions: server.url)
  }

  static func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    text = text.replacing(keys.api, with: SecretPlaceholder.apiKey)
    return Array(text.replacing(keys.deployment, with: SecretPlaceholder.deploymentKey).utf8)
  }

  func perform(_ id: Int, _ request: HTTPRequest) { world.perform(.request(id: id, request), at: now) }

  func run(for what: String, until isDone: () -> Bool) throws {
    let limit = cwaiting_now() + ClientLoop.patience
    while !isDone() {
      guard cwaiting_now() < limit else { throw ClientLoop.Fault(description: "waited in vain for \(what)") }
      var entries = world.descriptors
      _ = cwaiting_wait(&entries, entries.count, min(world.microsecondsLeft ?? 2_000, 2_000))
      world.drive(entries, at: now)
    }
  }

  /// The next input, which has come by now or comes while waiting.
  func nextInput() throws -> Input {
    try run(for: "an input") { self.world.nextDue.map { $0 <= self.now } ?? false }
    guard let input = world.next(notAfter: now) else { throw ClientLoop.Fault(description: "nothing was due") }
    return input
  }

  /// Performs a request and waits for its answer.
  func answer(_ request: HTTPRequest, id: Int = 1) throws -> Answer {
    perform(id, request)
    let input = try nextInput()
    guard case .answer(id, let answer) = input.kind else {
      throw ClientLoop.Fault(description: "another input: \(input)")
    }
    return answer
  }
}
