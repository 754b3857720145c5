import Foundation

/// An empty folder that is gone, with everything in it, when this object is.
package final class ScratchFolder {
  package let path: String

  package init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("flagsh-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of something in it.
  package func path(of name: String) -> String { path + "/" + name }

  /// Writes a file in it, making folders on the way, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
    try write(bytes: Array(text.utf8), to: name, mode: mode)
  }

  @discardableResult
  package func write(bytes: [UInt8], to name: String, mode: Int = 0o644) throws -> String {
    let file = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    return file.path
  }

  /// The bytes of a file in it.
  package func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(of: name))))
  }

  /// The text of a file in it.
  package func text(of name: String) throws -> String {
    String(decoding: try bytes(of: name), as: UTF8.self)
  }
}
