import CBuiltInWorld
import EmbeddedServices
import TextFormats

/// The world that a session runs in: the one that the options name, else the one that the binary carries.
enum ChosenWorld {
  /// The text of the world that the options name, else of the built-in one.
  ///
  /// - Throws: A diagnostic: `unreadableFile` (exit status 5).
  static func bytes(_ options: LaunchOptions) throws(Diagnostic) -> [UInt8] {
    guard let path = options.world else { return builtIn }
    return try FileReading.contents(of: path, as: "world file")
  }

  /// - Throws: A diagnostic about a mistake in the text (3).
  static func parse(_ contents: [UInt8], _ options: LaunchOptions) throws(Diagnostic) -> WorldFile {
    try WorldFile(
      parsing: contents, file: options.world ?? "built-in world", engine: options.engine,
      isKnownToWork: options.world == nil)
  }

  /// The world that the options name, for a use without a session.
  static func world(_ options: LaunchOptions) throws(Diagnostic) -> WorldFile { try parse(bytes(options), options) }

  /// The world that the binary carries.
  static var builtIn: [UInt8] {
    var count = 0
    let bytes = cbuiltinworld_bytes(&count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}
