import CWaiting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading and writing whole pieces on descriptors, whatever mode they are in.
enum Descriptors {
  enum ReadOutcome: Equatable {
    case bytes(Int)
    case end
    /// A signal or an empty non-blocking descriptor: ask again.
    case nothing
    case failed(Int32)
  }

  /// One `read`. A terminal whose other side is gone counts as the end.
  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    #if canImport(Darwin)
      let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    switch errno {
    case EINTR, EAGAIN: return .nothing
    case EIO: return .end
    default: return .failed(errno)
    }
  }

  /// Writes all bytes; false with errno when that is impossible. A full non-blocking descriptor is waited for.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, piece.baseAddress, piece.count)
        #else
          let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
        #endif
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var entry = cwaiting_entry(descriptor: descriptor, wanted: Int32(CWAITING_WRITABLE), ready: 0)
          if cwaiting_wait(&entry, 1, -1) < 0 { return false }
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    write(Array(text.utf8), to: descriptor)
  }

  /// Whether reading would return at once.
  static func isReadable(_ descriptor: Int32) -> Bool {
    var entry = cwaiting_entry(descriptor: descriptor, wanted: Int32(CWAITING_READABLE), ready: 0)
    return cwaiting_wait(&entry, 1, 0) > 0
  }

  /// Returns when there is something to read, or after a signal.
  static func waitUntilReadable(_ descriptor: Int32) {
    var entry = cwaiting_entry(descriptor: descriptor, wanted: Int32(CWAITING_READABLE), ready: 0)
    _ = cwaiting_wait(&entry, 1, -1)
  }

  static func pause(microseconds: Int64) {
    _ = cwaiting_wait(nil, 0, microseconds)
  }

  /// The system's sentence for an error number.
  static func sentence(for number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}
