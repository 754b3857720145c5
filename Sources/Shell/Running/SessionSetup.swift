import CBuiltInWorld
import CommandLanguage
import EmbeddedServices
import SessionModel
import TextFormats
import Transcripts
import Vocabulary

/// What a session is made of: world, keys and region, seed, start (product.md sections 6 and 8).
struct SessionSetup {
  let world: WorldFile
  let configuration: SessionConfiguration
  let header: TranscriptHeader

  /// - Throws: A diagnostic: `unreadableFile` (exit status 5) or a mistake in a text (3).
  init(_ options: LaunchOptions, environment: [String: String]) throws(Diagnostic) {
    let contents = try Self.worldBytes(options)
    world = try Self.world(contents, options)
    var configuration = world.configuration(
      seed: [0, options.seed], startMicroseconds: options.start, platform: options.platform)
    if let path = options.config {
      let project = ProjectSettings(try ConfigurationFile.read(path), file: path, environment: environment)
      configuration.flagsOff = project.flagsOff
      configuration.personalization = try project.personalization(isTestMode: false)
    }
    self.configuration = configuration
    let checksum = String(CRC32.of(contents), radix: 16)
    header = TranscriptHeader(
      toolVersion: ToolVersion.text, configuration: configuration, worldName: world.name,
      worldChecksum: String(repeating: "0", count: 8 - checksum.count) + checksum)
  }

  /// The text of the world that the options name, else of the built-in one.
  private static func worldBytes(_ options: LaunchOptions) throws(Diagnostic) -> [UInt8] {
    guard let path = options.world else { return builtInWorld }
    return try FileReading.contents(of: path, as: "world file")
  }

  private static func world(_ contents: [UInt8], _ options: LaunchOptions) throws(Diagnostic) -> WorldFile {
    try WorldFile(parsing: contents, file: options.world ?? "built-in world", engine: options.engine)
  }

  /// The world that the options name, for a use without a session.
  static func world(_ options: LaunchOptions) throws(Diagnostic) -> WorldFile {
    try world(worldBytes(options), options)
  }

  /// The world that the binary carries.
  static var builtInWorld: [UInt8] {
    var count = 0
    let bytes = cbuiltinworld_bytes(&count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  func makeSession() -> Session { Session(configuration) }

  func makeWorld() -> EmbeddedWorld {
    EmbeddedWorld(world, startMicroseconds: configuration.startMicroseconds)
  }
}
