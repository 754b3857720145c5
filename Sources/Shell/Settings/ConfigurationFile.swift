import TextFormats

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading xcconfig files from the disk, and finding the project's (product.md section 8).
enum ConfigurationFile {
  /// Where the app keeps it, from the project's folder.
  static let projectPath = "Config/Amplitude.xcconfig"

  /// - Throws: A diagnostic: `unreadableFile` (exit status 5) for the file itself, or a mistake in a text (3).
  static func read(_ path: String) throws(Diagnostic) -> XCConfig {
    let root = try FileReading.contents(of: path, as: "configuration file")
    return try XCConfig.read(path) { file in
      file == path ? root : try? FileReading.bytes(of: file, as: "configuration file")
    }
  }

  /// The project's file in the current folder or the nearest one above; nil when there is none.
  static func find() -> String? {
    // Shown as it is from here, so that messages name it as one would type it.
    if case .success(.file) = SystemCalls.kind(of: projectPath) { return projectPath }
    guard var folder = SystemCalls.currentFolder() else { return nil }
    while let slash = folder.lastIndex(of: "/"), folder != "/" {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      let path = folder == "/" ? "/" + projectPath : folder + "/" + projectPath
      if case .success(.file) = SystemCalls.kind(of: path) { return path }
    }
    return nil
  }
}
