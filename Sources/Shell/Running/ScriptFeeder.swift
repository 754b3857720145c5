import CommandLanguage
import TextFormats

/// Where the statements of a run come from: a script, and the scripts that it sources, innermost first.
///
/// `source` is expanded here, before the session (product.md section 7): the session sees each line with its place.
final class ScriptFeeder {
  /// How deep scripts may source each other.
  static let depthLimit = 64

  private struct Level {
    var reader: StatementReader
    var bytes: any ChunkSource
    /// Its path, or a name that is none.
    var file: String
    /// The folder that relative paths in this script start from; empty is the current folder.
    var folder: String
  }

  private var levels: [Level] = []
  /// Called before a read that may block: what was printed becomes visible.
  var beforeRead: () -> Void = {}

  private let signals: SignalWatch

  init(_ bytes: any ChunkSource, file: String, folder: String, signals: SignalWatch) {
    self.signals = signals
    levels = [Level(reader: StatementReader(file: file), bytes: bytes, file: file, folder: folder)]
  }

  /// The next statement or fault; nil at the end of everything.
  /// - Throws: A diagnostic when a script cannot be read on.
  func next() throws(Diagnostic) -> StatementReader.Item? {
    while !levels.isEmpty {
      let top = levels.count - 1
      if let item = levels[top].reader.next() { return item }
      if levels[top].bytes.isAtEnd {
        levels.removeLast()
        continue
      }
      if levels[top].bytes.mayBlock { beforeRead() }
      guard let chunk = try levels[top].bytes.next() else {
        levels[top].reader.finish()
        continue
      }
      chunk.withUnsafeBytes { levels[top].reader.feed($0) }
    }
    return nil
  }

  /// Goes on with a script; a relative path is taken from the folder of the script that sources it.
  /// - Throws: A diagnostic of exit status 5.
  func source(_ file: String) throws(Diagnostic) {
    guard levels.count < Self.depthLimit else {
      throw Diagnostic(
        code: "sourceTooDeep", message: "scripts source each other more than \(Self.depthLimit) deep",
        hint: "does a script source itself?")
    }
    let folder = levels.last?.folder ?? ""
    let path = file.hasPrefix("/") || folder.isEmpty ? file : folder + "/" + file
    guard !isRunning(path) else {
      throw Diagnostic(
        code: "sourceCycle", message: "\(PrintableText.ascii(path)) is being run already",
        hint: "a script that sources itself would never end")
    }
    let bytes = try FileChunks(path: path, as: "script", signals: signals)
    levels.append(Level(reader: StatementReader(file: path), bytes: bytes, file: path, folder: Self.folder(of: path)))
  }

  private func isRunning(_ path: String) -> Bool {
    guard case .success(.file) = SystemCalls.kind(of: path), let own = SystemCalls.fileNumber(of: path) else {
      return false
    }
    return levels.contains { level in SystemCalls.fileNumber(of: level.file).map { $0 == own } ?? false }
  }

  /// The folder part of a path; empty for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// Bytes that come in pieces.
protocol ChunkSource {
  /// Whether nothing more can come.
  var isAtEnd: Bool { get }
  /// Whether the next piece may have to be waited for.
  var mayBlock: Bool { get }
  /// The next piece; nil at the end.
  mutating func next() throws(Diagnostic) -> [UInt8]?
}

/// Bytes that are there already, such as the texts of `-c`.
struct ReadyChunk: ChunkSource {
  private var bytes: [UInt8]?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private(set) var isAtEnd = false
  let mayBlock = false

  mutating func next() -> [UInt8]? {
    defer {
      if bytes == nil { isAtEnd = true }
      bytes = nil
    }
    return bytes
  }
}
