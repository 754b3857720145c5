import CWaiting
import EmbeddedServices
import LiveServices
import ServiceMessages
import SessionModel
import TextFormats
import Transcripts
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What live sessions are made of: the project's settings, the services' addresses, the secrets to keep, and one pool of
/// connections for all sessions of a run (product.md section 8).
struct LiveSetup {
  let project: ProjectSettings
  let endpoints: LiveEndpoints
  /// Everything that must stand in no file that a session writes.
  let secrets: [NamedSecret]
  private let client: HTTPClient
  private let proxies: ProxyVariables

  /// - Throws: A diagnostic: `unreadableFile` (exit status 5), a mistake in a text (3), or an address that is none (2).
  init(_ options: LaunchOptions, environment: [String: String]) throws(Diagnostic) {
    let project = try ProjectSettings.find(options, environment)
    try self.init(options, environment, project, endpoint: try project.endpoint())
  }

  /// - Parameter endpoint: the tenant's, when it is known to be one.
  /// - Throws: As the other.
  init(
    _ options: LaunchOptions, _ environment: [String: String], _ project: ProjectSettings,
    endpoint: PersonalizationEndpoint?
  ) throws(Diagnostic) {
    self.project = project
    endpoints = try LiveEndpoints(
      region: project[.region].value, evaluationURL: options.evaluationURL, analyticsURL: options.analyticsURL,
      decisions: endpoint)
    proxies = ProxyVariables(environment: environment)
    secrets = try SecretSources.read(environment, config: project.file) + proxies.namedSecrets
    client = HTTPClient(
      HTTPClient.Settings(userAgent: ToolVersion.userAgent, certificates: CertificateSettings(environment: environment))
    )
  }

  /// What a session knows before its first input, but for its identifiers and its start.
  ///
  /// - Throws: As `init`.
  func configuration(_ options: LaunchOptions) throws(Diagnostic) -> SessionConfiguration {
    let builtIn = try ChosenWorld.parse(ChosenWorld.builtIn, options).configuration(
      seed: [0, 0], startMicroseconds: 0, platform: options.platform)
    return SessionConfiguration(
      platform: options.platform, world: .live, isSending: options.sends, flagsOff: project.flagsOff,
      dailyActions: builtIn.dailyActions, reportFlagKey: builtIn.reportFlagKey, knownFlags: [builtIn.reportFlagKey],
      personalization: try project.personalization(isTestMode: options.isTestMode), retries: options.retries,
      region: project.flagsOff == nil ? project[.region].value : nil, customEndpoints: customEndpoints(options))
  }

  private func customEndpoints(_ options: LaunchOptions) -> [CustomEndpoint] {
    var custom: [CustomEndpoint] = []
    if options.evaluationURL != nil, let url = endpoints.evaluation {
      custom.append(CustomEndpoint(service: .evaluation, url: url.text))
    }
    if options.analyticsURL != nil, let url = endpoints.analytics {
      custom.append(CustomEndpoint(service: .analytics, url: url.text))
    }
    return custom
  }

  /// A session that begins now, with identifiers of its own.
  func makeRunner(
    _ setup: SessionSetup, _ context: ProcessContext, reporter: Reporter, recorder: TranscriptRecorder?
  ) -> SessionRunner {
    var random = SystemRandomNumberGenerator()
    var header = setup.header
    header.configuration.seed = [random.next(), random.next()]
    header.configuration.startMicroseconds = Self.wallMicroseconds()
    let redaction = Redaction(secrets)
    let world = makeWorld()
    let signals = context.signals
    let clock = SessionClock(start: cwaiting_now()) { _ = signals.wait(for: -1, microseconds: $0) }
    let runner = SessionRunner(
      session: Session(header.configuration), world: world, header: header, reporter: reporter, recorder: recorder,
      temporaryFolder: context.temporaryFolder)
    runner.clock = clock
    runner.redaction = redaction
    signals.transfers = LiveTransfers(world: world, clock: clock)
    signals.onProgress = { [weak runner] in
      guard let runner else { return }
      let before = runner.inputCount
      runner.keepUp()
      // What came while a slow script is waited for is seen at once.
      if runner.inputCount != before { reporter.out.flush() }
    }
    openOutbox(for: runner, context, reporter)
    return runner
  }

  /// Undelivered events of earlier sessions go in before the first command; those of this one are kept on disk.
  private func openOutbox(for runner: SessionRunner, _ context: ProcessContext, _ reporter: Reporter) {
    guard let folder = StateFolder.path("outbox", context.environment) else {
      if runner.session.configuration.isSending { runner.outboxFailed("there is no home folder to keep it in") }
      return
    }
    // Whoever only explores makes no folder.
    guard runner.session.configuration.isSending || SystemCalls.isFolder(folder) else { return }
    do throws(Diagnostic) {
      let store = try OutboxStore(folder: folder, name: "\(getpid())-\(cwaiting_now())")
      let adoption = try store.adopt()
      for notice in adoption.notices { reporter.note("note: " + notice.message) }
      runner.begin(with: adoption.records)
      runner.onOutbox = { request in
        do throws(Diagnostic) {
          try store.perform(request)
          return nil
        } catch {
          return error.message
        }
      }
      runner.onLeft = { store.close() }
    } catch {
      runner.outboxFailed(error.message)
      runner.onOutbox = { _ in error.message }
    }
  }

  /// The services over the network; its connections are those of all worlds made here.
  func makeWorld() -> LiveWorld {
    let redaction = Redaction(secrets)
    return LiveWorld(
      endpoints: endpoints,
      keys: LiveKeys(apiKey: project[.apiKey].value, deploymentKey: project[.deploymentKey].value), client: client,
      proxies: proxies, redact: { redaction.redacted(bytes: $0) })
  }

  private static func wallMicroseconds() -> Int64 {
    var now = timespec()
    guard clock_gettime(CLOCK_REALTIME, &now) == 0 else { return 0 }
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
  }
}

/// The connections of a live world in the shell's one wait.
final class LiveTransfers: Transfers {
  private let world: LiveWorld
  private let clock: SessionClock

  init(world: LiveWorld, clock: SessionClock) {
    self.world = world
    self.clock = clock
  }

  func entries() -> [cwaiting_entry] { world.descriptors }

  var microsecondsLeft: Int64 { world.microsecondsLeft ?? -1 }

  func drive(_ entries: ArraySlice<cwaiting_entry>) { world.drive(Array(entries), at: clock.now()) }
}

extension ProxyVariables {
  /// User names and passwords of proxies, as secrets.
  fileprivate var namedSecrets: [NamedSecret] {
    secrets.enumerated().map { NamedSecret(name: "PROXY_SECRET_\($0.offset + 1)", value: $0.element) }
  }
}
