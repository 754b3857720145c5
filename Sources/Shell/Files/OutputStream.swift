#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A buffered stream of bytes to a descriptor: standard output, standard error, a transcript.
///
/// What is written becomes visible only by `flush`, so that a transcript can be handed to the operating system before
/// its effect is seen.
final class OutputStream {
  private static let bufferBytes = 1 << 16

  let descriptor: Int32
  private var buffer: [UInt8] = []
  /// Why writing failed; nothing is written any more after that.
  private(set) var failure: SystemCalls.Failure?
  /// Called before bytes become visible; false keeps them from it, and they are dropped.
  var beforeFlush: () -> Bool = { true }

  init(descriptor: Int32) {
    self.descriptor = descriptor
    buffer.reserveCapacity(Self.bufferBytes + 4096)
  }

  /// Whether the reader has gone, which ends a program quietly.
  var isReaderGone: Bool { failure?.code == EPIPE }

  /// Whether a signal that ends the process came while nobody took the bytes.
  var isCutShort: Bool { failure?.code == EINTR }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    flushIfFull()
  }

  func write(line: String) {
    buffer.append(contentsOf: line.utf8)
    buffer.append(0x0A)
    flushIfFull()
  }

  /// Hands the buffer to a function that appends to it.
  func append(_ body: (inout [UInt8]) -> Void) {
    body(&buffer)
    flushIfFull()
  }

  private func flushIfFull() {
    if buffer.count >= Self.bufferBytes { flush() }
  }

  /// Forgets what has not become visible.
  func drop() { buffer.removeAll(keepingCapacity: true) }

  func flush() {
    guard !buffer.isEmpty else { return }
    let isAllowed = beforeFlush()
    if failure == nil, isAllowed { failure = buffer.withUnsafeBytes { SystemCalls.write(descriptor, $0) } }
    buffer.removeAll(keepingCapacity: true)
  }
}
