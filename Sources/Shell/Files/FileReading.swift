import TextFormats
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading of whole files that the user named.
enum FileReading {
  /// The bytes of a file.
  /// - Throws: A diagnostic with the code `unreadableFile` (exit status 5).
  static func bytes(of path: String, as what: String) throws(Diagnostic) -> [UInt8] {
    let descriptor = try open(path, as: what)
    defer { SystemCalls.close(descriptor) }
    var bytes: [UInt8] = []
    try forEachChunk(of: descriptor, path, as: what) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Hands over the bytes of an open file a piece at a time.
  static func forEachChunk(
    of descriptor: Int32, _ path: String, as what: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(Diagnostic) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      switch chunk.withUnsafeMutableBytes({ SystemCalls.read(descriptor, into: $0) }) {
      case .failure(let failure): throw unreadable(path, as: what, failure)
      case .success(0): return
      case .success(let count):
        chunk.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }
  }

  /// Opens a file for reading; a folder is no file.
  static func open(_ path: String, as what: String) throws(Diagnostic) -> Int32 {
    if case .success(.folder) = SystemCalls.kind(of: path) {
      throw unreadable(path, as: what, SystemCalls.Failure(code: EISDIR))
    }
    switch SystemCalls.open(path, O_RDONLY) {
    case .success(let descriptor): return descriptor
    case .failure(let failure): throw unreadable(path, as: what, failure)
    }
  }

  static func unreadable(_ path: String, as what: String, _ failure: SystemCalls.Failure) -> Diagnostic {
    let hint =
      switch failure.code {
      case ENOENT: "check the path; it is taken relative to the current folder, in a script relative to the script"
      case EISDIR: "name a file in it"
      case EACCES: "check the file's permissions"
      default: "check the file"
      }
    return Diagnostic(
      code: "unreadableFile", message: "cannot read the \(what) \(PrintableText.ascii(path)): \(failure.text)",
      hint: hint)
  }
}
