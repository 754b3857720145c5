import Foundation

/// The files of this repository, found from where this file stands.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static let sources: [SourceFile] = swiftFiles(below: "Sources")
  static let tests: [SourceFile] = swiftFiles(below: "Tests")

  static func text(of path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  /// The paths of all files below a folder, in order, relative to the root.
  static func files(below folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root + "/" + folder)?.allObjects as? [String] ?? []
    return found.map { folder + "/" + $0 }.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  private static func swiftFiles(below folder: String) -> [SourceFile] {
    files(below: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
      (try? text(of: path)).map { SourceFile(path: path, text: $0) }
    }
  }
}
