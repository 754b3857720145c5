import CommandLanguage
import EmbeddedServices
import SessionModel
import TextFormats
import Transcripts
import Vocabulary

/// What a session is made of: its world, the configuration that its header holds, and where time comes from
/// (product.md sections 6 and 8).
struct SessionSetup {
  /// What answers the session's requests.
  enum Source {
    case embedded(WorldFile)
    case live(LiveSetup)
  }

  let source: Source
  let configuration: SessionConfiguration
  /// What must stand in no file that a session writes: the values of a configuration that was named.
  private let secrets: [NamedSecret]
  let header: TranscriptHeader

  /// - Throws: A diagnostic: `unreadableFile` (exit status 5) or a mistake in a text (3).
  init(_ options: LaunchOptions, environment: [String: String]) throws(Diagnostic) {
    var worldName: String
    var checksum: String?
    if options.isLive {
      let live = try LiveSetup(options, environment: environment)
      source = .live(live)
      configuration = try live.configuration(options)
      secrets = []
      worldName = "live"
    } else {
      let contents = try ChosenWorld.bytes(options)
      let world = try ChosenWorld.parse(contents, options)
      var configuration = world.configuration(
        seed: [0, options.seed], startMicroseconds: options.start, platform: options.platform)
      secrets = options.config == nil ? [] : try SecretSources.read(environment, config: options.config)
      if let path = options.config {
        let project = ProjectSettings(try ConfigurationFile.read(path), file: path, environment: environment)
        configuration.flagsOff = project.flagsOff
        configuration.personalization = try project.personalization(isTestMode: false)
      }
      source = .embedded(world)
      self.configuration = configuration
      worldName = world.name
      let digits = String(CRC32.of(contents), radix: 16)
      checksum = String(repeating: "0", count: 8 - digits.count) + digits
    }
    header = TranscriptHeader(
      toolVersion: ToolVersion.text, configuration: configuration, worldName: worldName, worldChecksum: checksum)
  }

  /// A session with the world that answers it, ready to run.
  func makeRunner(
    _ context: ProcessContext, reporter: Reporter, recorder: TranscriptRecorder?
  ) -> SessionRunner {
    switch source {
    case .embedded(let world):
      let runner = SessionRunner(
        session: Session(configuration),
        world: EmbeddedWorld(world, startMicroseconds: configuration.startMicroseconds), header: header,
        reporter: reporter, recorder: recorder, temporaryFolder: context.temporaryFolder)
      if !secrets.isEmpty { runner.redaction = Redaction(secrets) }
      return runner
    case .live(let live):
      return live.makeRunner(self, context, reporter: reporter, recorder: recorder)
    }
  }
}
