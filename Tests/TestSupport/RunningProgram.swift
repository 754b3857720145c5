import CPseudoTerminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program running on pipes, without a terminal, whose input a test sends and whose output it reads.
///
/// Nothing is inherited: the environment is exactly what is given. The program is killed and reaped at the latest when
/// this object goes.
package final class RunningProgram {
  package typealias Ending = PseudoTerminal.Ending

  /// What stands behind a standard stream.
  package enum Stream: Equatable, Sendable {
    case pipe
    case closed
    case file(String)
  }

  package enum Fault: Error, CustomStringConvertible {
    case cannotStart(path: String, error: Int32)
    case timeout(what: String, output: String, errors: String)

    package var description: String {
      switch self {
      case .cannotStart(let path, let error): "\(path) cannot be started: error \(error)"
      case .timeout(let what, let output, let errors):
        "waited in vain for \(what); output:\n\(output)\nerrors:\n\(errors)"
      }
    }
  }

  package let process: Int32
  package private(set) var outputBytes: [UInt8] = []
  package private(set) var errorBytes: [UInt8] = []
  package private(set) var ending: Ending?

  private var input: Int32 = -1
  private var output: Int32 = -1
  private var errors: Int32 = -1
  private var unsent: ArraySlice<UInt8> = []
  private var closesInput = false

  package init(
    _ path: String, arguments: [String] = [], environment: [String: String] = [:], folder: String? = nil,
    input: Stream = .pipe, output: Stream = .pipe, errors: Stream = .pipe
  ) throws {
    ignoreBrokenPipes()
    let words = ([path] + arguments).map { strdup($0) }
    let settings = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
    defer { for pointer in words + settings { free(pointer) } }
    var streams: [Int32] = []
    streams.append(Self.open(input, isInput: true, ours: &self.input))
    streams.append(Self.open(output, isInput: false, ours: &self.output))
    streams.append(Self.open(errors, isInput: false, ours: &self.errors))
    process = cpseudoterminal_spawn_on_streams(path, words + [nil], settings + [nil], folder, streams)
    let error = errno
    for stream in streams where stream >= 0 { close(stream) }
    guard process > 0 else { throw Fault.cannotStart(path: path, error: error) }
  }

  deinit {
    if ending == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
  }

  package var outputText: String { String(decoding: outputBytes, as: UTF8.self) }
  package var errorText: String { String(decoding: errorBytes, as: UTF8.self) }

  // MARK: Doing

  /// Sends bytes to standard input, as fast as the program takes them.
  package func send(_ bytes: [UInt8]) {
    unsent += bytes
    pump(milliseconds: 0)
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  /// The end of standard input, once everything is sent.
  package func endInput() {
    closesInput = true
    pump(milliseconds: 0)
  }

  /// Stops reading standard output, as `head` does when it has enough.
  package func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  package func signal(_ number: Int32) { kill(process, number) }

  // MARK: Waiting

  package func wait(
    for what: String, patience: Double = PseudoTerminal.patience, until condition: () -> Bool
  ) throws {
    let deadline = Self.now + patience
    while true {
      pump(milliseconds: 0)
      if condition() { return }
      guard Self.now < deadline else {
        throw Fault.timeout(what: what, output: String(outputText.suffix(4000)), errors: String(errorText.suffix(4000)))
      }
      pump(milliseconds: 10)
    }
  }

  package func wait(forOutput text: String) throws {
    try wait(for: "'\(text)'") { outputText.contains(text) }
  }

  /// Waits until a file that the program writes has so many bytes.
  package func wait(forFile path: String, bytes: Int) throws {
    try wait(for: "\(bytes) bytes in \(path)") {
      var status = stat()
      return stat(path, &status) == 0 && status.st_size >= bytes
    }
  }

  /// Waits until the program has ended and everything it wrote was read.
  package func waitForEnd(patience: Double = PseudoTerminal.patience) throws -> Ending {
    try wait(for: "the end of the program", patience: patience) {
      reap()
      return ending != nil
    }
    while output >= 0 || errors >= 0, pump(milliseconds: 0) {}
    guard let ending else { throw Fault.timeout(what: "the end", output: outputText, errors: errorText) }
    return ending
  }

  private func reap() {
    guard ending == nil else { return }
    var code: Int32 = 0
    switch cpseudoterminal_poll_child(process, &code) {
    case 1: ending = .exited(code)
    case 2: ending = .killed(signal: code)
    default: break
    }
  }

  /// Moves what can be moved; false when there was nothing.
  @discardableResult
  private func pump(milliseconds: Int32) -> Bool {
    if input >= 0, unsent.isEmpty, closesInput {
      close(input)
      input = -1
    }
    var entries: [pollfd] = []
    if input >= 0, !unsent.isEmpty { entries.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
    for descriptor in [output, errors] where descriptor >= 0 {
      entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return false }
    for entry in entries where entry.revents != 0 {
      switch entry.fd {
      case input: write()
      case output: if !Self.read(output, &outputBytes) { closeOutput() }
      default:
        if !Self.read(errors, &errorBytes) {
          close(errors)
          errors = -1
        }
      }
    }
    return true
  }

  private func write() {
    let count = unsent.withUnsafeBytes { Self.write(input, $0) }
    if count > 0 {
      unsent = unsent.dropFirst(count)
    } else if errno != EAGAIN, errno != EINTR {
      // The program reads no more.
      unsent = []
      closesInput = true
    }
  }

  private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Reads once; false at the end.
  private static func read(_ descriptor: Int32, _ bytes: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    #if canImport(Darwin)
      let count = Darwin.read(descriptor, &buffer, buffer.count)
    #else
      let count = Glibc.read(descriptor, &buffer, buffer.count)
    #endif
    if count > 0 { bytes += buffer[..<count] }
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))
  }

  private static func open(_ stream: Stream, isInput: Bool, ours: inout Int32) -> Int32 {
    switch stream {
    case .closed: return -1
    case .file(let path):
      #if canImport(Darwin)
        return Darwin.open(path, isInput ? O_RDONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      #else
        return Glibc.open(path, isInput ? O_RDONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      #endif
    case .pipe:
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return -1 }
      let (theirs, own) = isInput ? (ends[0], ends[1]) : (ends[1], ends[0])
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(own, F_SETFL, O_NONBLOCK)
      ours = own
      return theirs
    }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Writing to a program that has gone must not end the tests; programs start with every signal at its default.
private func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
