import CPseudoTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program running in a terminal of its own, whose keys a test types and whose screen it reads.
///
/// Nothing is inherited: the environment is exactly what is given. The program is killed and reaped at the latest when
/// this object goes.
package final class PseudoTerminal {
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  package enum Fault: Error, CustomStringConvertible {
    case cannotStart(path: String, error: Int32)
    /// What was waited for did not come in time; with everything the terminal showed.
    case timeout(what: String, screen: String)

    package var description: String {
      switch self {
      case .cannotStart(let path, let error): "\(path) cannot be started: error \(error)"
      case .timeout(let what, let screen): "waited in vain for \(what); the screen:\n\(screen)"
      }
    }
  }

  /// How long `wait` functions wait, in seconds: long enough for a loaded machine.
  package static let patience: Double = 20

  package let process: Int32
  /// Everything the program wrote.
  package private(set) var output: [UInt8] = []
  /// What a person would see.
  package private(set) var screen: ScreenEmulator
  /// How the program ended, as far as is known.
  package private(set) var ending: Ending?

  private var terminal: Int32
  /// Where the next search in `output` begins.
  private var searched = 0

  package init(
    _ path: String, arguments: [String] = [], environment: [String: String], folder: String? = nil, rows: Int = 24,
    columns: Int = 80
  ) throws {
    let words = ([path] + arguments).map { strdup($0) }
    let settings = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    defer { for pointer in words + settings { free(pointer) } }
    var end: Int32 = -1
    process = cpseudoterminal_spawn(
      path, words + [nil], settings + [nil], folder, Int32(rows), Int32(columns), &end)
    guard process > 0 else { throw Fault.cannotStart(path: path, error: errno) }
    terminal = end
    screen = ScreenEmulator(rows: rows, columns: columns)
  }

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    hangUp()
  }

  // MARK: Doing

  /// Types text.
  package func type(_ text: String) { type(bytes: Array(text.utf8)) }

  package func type(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, terminal >= 0 {
      let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The program's side is full: let it go on.
        collect(milliseconds: 10)
      } else if errno != EINTR {
        return
      }
    }
  }

  package func resize(rows: Int, columns: Int) {
    screen.resize(rows: rows, columns: columns)
    _ = cpseudoterminal_resize(terminal, Int32(rows), Int32(columns))
  }

  package func signal(_ number: Int32) { kill(process, number) }

  /// Closes the terminal, as a window that is closed or a connection that breaks.
  package func hangUp() {
    if terminal >= 0 { close(terminal) }
    terminal = -1
  }

  // MARK: Waiting

  /// Waits until the program wrote this text, after what an earlier call found.
  package func wait(for text: String, patience: Double = PseudoTerminal.patience) throws {
    let needle = Array(text.utf8)
    try wait(for: "'\(text)'", patience: patience) {
      guard let end = self.end(of: needle) else { return false }
      searched = end
      return true
    }
  }

  /// Waits until the screen fulfils a condition.
  package func wait(
    for what: String, patience: Double = PseudoTerminal.patience, until condition: () -> Bool
  ) throws {
    let deadline = Self.now + patience
    while true {
      collect(milliseconds: 0)
      if condition() { return }
      guard Self.now < deadline else {
        throw Fault.timeout(what: what, screen: screen.text + "\nbytes: " + visibleOutput)
      }
      collect(milliseconds: 20)
    }
  }

  /// Waits until the program ended, and says how.
  package func waitForEnd(patience: Double = PseudoTerminal.patience) throws -> Ending {
    try wait(for: "the end of the program", patience: patience) {
      reap()
      return ending != nil
    }
    collect(milliseconds: 0)
    guard let ending else { throw Fault.timeout(what: "the end of the program", screen: screen.text) }
    return ending
  }

  /// Waits until the program is stopped by a signal.
  package func waitUntilStopped(patience: Double = PseudoTerminal.patience) throws {
    try wait(for: "the program to stop", patience: patience) {
      reap()
      return isStopped
    }
    isStopped = false
  }

  /// Whether the terminal is as a shell leaves it: whole lines, echoed.
  package var isInLineMode: Bool { cpseudoterminal_is_in_line_mode(terminal) }

  /// The output as text, control characters made visible.
  package var visibleOutput: String {
    var result = ""
    for scalar in String(decoding: output, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x1B: result += "␛"
      case 0x0A: result += "␊\n"
      case 0..<0x20: result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private var isStopped = false

  private func reap() {
    guard ending == nil else { return }
    var code: Int32 = 0
    switch cpseudoterminal_poll_child(process, &code) {
    case 1: ending = .exited(code)
    case 2: ending = .killed(signal: code)
    case 3: isStopped = true
    default: break
    }
  }

  private func end(of needle: [UInt8]) -> Int? {
    guard let first = needle.first else { return searched }
    var start = searched
    while let found = output[start...].firstIndex(of: first) {
      if output[found...].starts(with: needle) { return found + needle.count }
      start = found + 1
    }
    return nil
  }

  private func collect(milliseconds: Int32) {
    guard terminal >= 0 else {
      if milliseconds > 0 { usleep(1000) }
      return
    }
    guard cpseudoterminal_wait_readable(terminal, milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else {
        // EIO on Linux, 0 elsewhere: the program is gone. Do not spin on a readable end.
        if milliseconds > 0, count == 0 || errno == EIO { usleep(1000) }
        return
      }
      output += buffer[..<count]
      screen.feed(buffer[..<count])
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
