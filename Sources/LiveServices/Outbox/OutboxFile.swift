#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An open outbox file whose lock this process holds.
final class OutboxFile {
  /// More than this is not read; a file grows so large only when nothing was ever delivered.
  static let sizeLimit = 256 << 20

  let name: String
  private let descriptor: Int32
  private let afterStep: () -> Void
  /// The bytes of whole lines; nothing behind them counts.
  private var length: off_t
  private var isOpen = true

  init(name: String, descriptor: Int32, length: off_t, afterStep: @escaping () -> Void) {
    self.name = name
    self.descriptor = descriptor
    self.length = length
    self.afterStep = afterStep
  }

  deinit { close() }

  /// Adds whole lines, or nothing.
  func append(_ bytes: [UInt8]) throws(SystemFault) {
    do throws(SystemFault) {
      try write(bytes)
    } catch {
      // A part of a line would spoil the next one.
      _ = ftruncate(descriptor, length)
      afterStep()
      throw error
    }
    length += off_t(bytes.count)
  }

  private func write(_ bytes: [UInt8]) throws(SystemFault) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
        #if canImport(Darwin)
          return Darwin.write(descriptor, rest.baseAddress, rest.count)
        #else
          return Glibc.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      done += count
      afterStep()
    }
  }

  /// Returns once everything written would survive a loss of power.
  func sync() throws(SystemFault) {
    do throws(SystemFault) {
      _ = try SystemFault.call { fsync(descriptor) }
    } catch {
      // Some file systems cannot; what they have taken is as safe as it gets there.
      guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
    afterStep()
  }

  /// Everything in it was acknowledged.
  func empty() throws(SystemFault) {
    _ = try SystemFault.call { ftruncate(descriptor, 0) }
    length = 0
    afterStep()
  }

  func read() throws(SystemFault) -> [UInt8] {
    guard length <= off_t(Self.sizeLimit) else { throw SystemFault(code: EFBIG) }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done, off_t(done))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      if count == 0 { break }
      done += count
    }
    return Array(bytes.prefix(done))
  }

  /// Gives the lock back.
  func close() {
    guard isOpen else { return }
    isOpen = false
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }
}
