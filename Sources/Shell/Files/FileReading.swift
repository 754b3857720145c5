import TextFormats
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading of whole files that the user named.
enum FileReading {
  /// How many bytes a file may have that is read as a whole: a device without end is none.
  private static let wholeLimit = 256 << 20

  /// The bytes of a file that holds some.
  /// - Throws: A diagnostic with the code `unreadableFile` (exit status 5), also for an empty file.
  static func contents(of path: String, as what: String) throws(Diagnostic) -> [UInt8] {
    let bytes = try bytes(of: path, as: what)
    if bytes.isEmpty, case .success(.file) = SystemCalls.kind(of: path) { throw empty(path, as: what) }
    return bytes
  }

  static func empty(_ path: String, as what: String) -> Diagnostic {
    Diagnostic(
      code: "unreadableFile", message: "the \(what) \(PrintableText.ascii(path)) is empty", hint: "check the path")
  }

  /// The bytes of a file.
  /// - Throws: A diagnostic with the code `unreadableFile` (exit status 5).
  static func bytes(of path: String, as what: String) throws(Diagnostic) -> [UInt8] {
    let descriptor = try open(path, as: what)
    defer { SystemCalls.close(descriptor) }
    var bytes: [UInt8] = []
    try forEachChunk(of: descriptor, path, as: what) {
      bytes.append(contentsOf: $0)
      return bytes.count <= wholeLimit
    }
    guard bytes.count <= wholeLimit else { throw unreadable(path, as: what, SystemCalls.Failure(code: EFBIG)) }
    return bytes
  }

  /// Hands over the bytes of an open file a piece at a time, until the closure wants no more.
  static func forEachChunk(
    of descriptor: Int32, _ path: String, as what: String, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(Diagnostic) {
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      switch chunk.withUnsafeMutableBytes({ SystemCalls.read(descriptor, into: $0) }) {
      case .failure(let failure): throw unreadable(path, as: what, failure)
      case .success(0): return
      case .success(let count):
        guard chunk.withUnsafeBytes({ body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }) else { return }
      }
    }
  }

  /// Opens a file for reading; a folder is no file.
  ///
  /// - Parameter flags: `O_NONBLOCK` for whoever waits for the writer of a pipe by other means.
  static func open(_ path: String, as what: String, flags: Int32 = 0) throws(Diagnostic) -> Int32 {
    if case .success(.folder) = SystemCalls.kind(of: path) {
      throw unreadable(path, as: what, SystemCalls.Failure(code: EISDIR))
    }
    switch SystemCalls.open(path, O_RDONLY | flags) {
    case .success(let descriptor): return descriptor
    case .failure(let failure): throw unreadable(path, as: what, failure)
    }
  }

  static func unreadable(_ path: String, as what: String, _ failure: SystemCalls.Failure) -> Diagnostic {
    let hint =
      switch failure.code {
      case ENOENT where what == "script":
        "check the path; it is taken relative to the current folder, in a script relative to the script"
      case ENOENT: "check the path; it is taken relative to the current folder"
      case EISDIR: "name a file in it"
      case EACCES: "check the file's permissions"
      default: "check the file"
      }
    return Diagnostic(
      code: "unreadableFile", message: "cannot read the \(what) \(PrintableText.ascii(path)): \(failure.text)",
      hint: hint)
  }
}
