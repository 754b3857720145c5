import LineEditing
import TextFormats

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The bytes of a script file, a piece at a time.
final class FileChunks: ChunkSource {
  private let descriptor: Int32
  private let path: String
  private let source: ByteSource
  private(set) var isAtEnd = false
  let mayBlock: Bool

  /// Opens the file; while a pipe or a device has nothing to read, signals are noticed.
  /// - Throws: A diagnostic of exit status 5.
  init(path: String, as what: String, signals: SignalWatch) throws(Diagnostic) {
    self.path = path
    if case .success(.other) = SystemCalls.kind(of: path) {
      descriptor = try FileReading.open(path, as: what, flags: O_NONBLOCK)
      mayBlock = true
      source = ByteSource(descriptor: descriptor) { signals.wait(for: $0) }
    } else {
      descriptor = try FileReading.open(path, as: what)
      if SystemCalls.isEmpty(descriptor) {
        SystemCalls.close(descriptor)
        throw FileReading.empty(path, as: what)
      }
      mayBlock = false
      source = ByteSource(descriptor: descriptor)
    }
  }

  deinit { SystemCalls.close(descriptor) }

  func next() throws(Diagnostic) -> [UInt8]? {
    switch source.next() {
    case .bytes(let bytes): return bytes
    case .failed(let code):
      isAtEnd = true
      throw FileReading.unreadable(path, as: "script", SystemCalls.Failure(code: code))
    case .end, .signal:
      isAtEnd = true
      return nil
    }
  }
}

/// The bytes of standard input; a signal ends them.
final class StreamChunks: ChunkSource {
  private let source: ByteSource
  private let signals: SignalWatch
  private(set) var isAtEnd = false
  let mayBlock = true

  init(descriptor: Int32, signals: SignalWatch) {
    self.signals = signals
    source = ByteSource(descriptor: descriptor) { signals.wait(for: $0) }
  }

  func next() throws(Diagnostic) -> [UInt8]? {
    switch source.next() {
    case .bytes(let bytes): return bytes
    case .failed(let code):
      isAtEnd = true
      throw FileReading.unreadable("<stdin>", as: "stream", SystemCalls.Failure(code: code))
    case .end, .signal:
      isAtEnd = true
      return nil
    }
  }
}
