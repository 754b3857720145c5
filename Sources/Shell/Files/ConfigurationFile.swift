import TextFormats

/// Reading xcconfig files from the disk (product.md section 8).
enum ConfigurationFile {
  /// - Throws: A diagnostic: `unreadableFile` (exit status 5) for the file itself, or a mistake in a text (3).
  static func read(_ path: String) throws(Diagnostic) -> XCConfig {
    let root = try FileReading.contents(of: path, as: "configuration file")
    return try XCConfig.read(path) { file in
      file == path ? root : try? FileReading.bytes(of: file, as: "configuration file")
    }
  }
}
