import CWaiting
import TextFormats

/// The bytes of a descriptor, a piece at a time.
final class FileChunks: ChunkSource {
  private static let chunkBytes = 1 << 16

  private let descriptor: Int32
  private let path: String
  private let what: String
  private let ownsDescriptor: Bool
  private(set) var isAtEnd = false
  let mayBlock: Bool
  private var buffer = [UInt8](repeating: 0, count: chunkBytes)
  /// Asked while nothing can be read yet; true ends the reading (a signal to terminate).
  private let isInterrupted: () -> Bool

  /// Opens a file. - Throws: A diagnostic of exit status 5.
  init(path: String, as what: String) throws(Diagnostic) {
    descriptor = try FileReading.open(path, as: what)
    self.path = path
    self.what = what
    ownsDescriptor = true
    mayBlock = false
    isInterrupted = { false }
  }

  /// Reads a stream that is open already, and looks up for signals while it waits.
  init(descriptor: Int32, name: String, isInterrupted: @escaping () -> Bool) {
    self.descriptor = descriptor
    path = name
    what = "stream"
    ownsDescriptor = false
    mayBlock = true
    self.isInterrupted = isInterrupted
  }

  deinit { if ownsDescriptor { SystemCalls.close(descriptor) } }

  func next() throws(Diagnostic) -> [UInt8]? {
    guard !isAtEnd, !waitIsInterrupted() else {
      isAtEnd = true
      return nil
    }
    switch buffer.withUnsafeMutableBytes({ SystemCalls.read(descriptor, into: $0) }) {
    case .failure(let failure):
      isAtEnd = true
      throw FileReading.unreadable(path, as: what, failure)
    case .success(0):
      isAtEnd = true
      return nil
    case .success(let count):
      return count == buffer.count ? buffer : Array(buffer[..<count])
    }
  }

  /// Waits until there is something to read; true when a signal came first.
  private func waitIsInterrupted() -> Bool {
    guard mayBlock else { return false }
    while true {
      if isInterrupted() { return true }
      var entries = [
        cwaiting_entry(descriptor: descriptor, wanted: Int32(CWAITING_READABLE), ready: 0),
        cwaiting_entry(descriptor: cwaiting_wake_descriptor(), wanted: Int32(CWAITING_READABLE), ready: 0),
      ]
      let ready = cwaiting_wait(&entries, entries.count, -1)
      if ready < 0 || entries[0].ready != 0 { return isInterrupted() }
    }
  }
}
