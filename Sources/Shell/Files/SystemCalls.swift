import CWaiting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The few calls of the operating system that the shell makes, each in one place. One that a signal cut short is made
/// again, unless the signal ends the process: a pipe that nobody opens or reads must not keep it.
enum SystemCalls {
  /// What a failed call said, in the system's words but never in its locale.
  struct Failure: Error, Equatable {
    var code: Int32

    /// The words of the C locale, since messages must not depend on the user's.
    var text: String {
      switch code {
      case ENOENT: "no such file or folder"
      case EACCES, EPERM: "permission denied"
      case EISDIR: "it is a folder"
      case ENOTDIR: "a part of the path is not a folder"
      case ENOSPC: "no space left on the device"
      case EROFS: "the file system is read-only"
      case ENAMETOOLONG: "the name is too long"
      case ELOOP: "too many symbolic links"
      case EMFILE, ENFILE: "too many open files"
      case EIO: "input/output error"
      case EPIPE: "the reader has gone"
      case EFBIG: "the file is too large"
      case EBADF: "the stream is closed"
      case EINVAL: "invalid argument"
      case EINTR: "interrupted by a signal"
      case ENXIO: "nobody reads it"
      default: "system error \(code)"
      }
    }
  }

  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0o644) -> Result<Int32, Failure> {
    guard !path.utf8.contains(0) else { return .failure(Failure(code: ENOENT)) }
    while true {
      #if canImport(Darwin)
        let descriptor = Darwin.open(path, flags | O_CLOEXEC, mode)
      #else
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
      #endif
      if descriptor >= 0 { return .success(descriptor) }
      if !isMadeAgain(errno) { return .failure(Failure(code: errno)) }
    }
  }

  static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, Failure> {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return .success(count) }
      if !isMadeAgain(errno) { return .failure(Failure(code: errno)) }
    }
  }

  /// How long, once the process has to end, a stream may take to accept more, in milliseconds.
  private static let lastPatience: Int32 = 1_000
  /// What a pipe that takes anything at all takes without blocking: the least `PIPE_BUF` that POSIX allows.
  private static let unblockedBytes = 512

  /// Writes all of the bytes, or says why not.
  ///
  /// Once a signal has come that ends the process, a reader who does not read keeps it no longer than a moment.
  static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Failure? {
    var rest = bytes
    while !rest.isEmpty {
      var size = rest.count
      if cwaiting_is_ending() {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&entry, 1, lastPatience) == 0 { return Failure(code: EINTR) }
        size = min(size, unblockedBytes)
      }
      #if canImport(Darwin)
        let count = Darwin.write(descriptor, rest.baseAddress, size)
      #else
        let count = Glibc.write(descriptor, rest.baseAddress, size)
      #endif
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EAGAIN {
        // A stream that somebody else made non-blocking: wait until it takes more.
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&entry, 1, -1) < 0, !isMadeAgain(errno) { return Failure(code: errno) }
      } else if !isMadeAgain(errno) {
        return Failure(code: errno)
      }
    }
    return nil
  }

  private static func isMadeAgain(_ code: Int32) -> Bool { code == EINTR && !cwaiting_is_ending() }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  /// What stands at a path.
  enum FileKind { case file, folder, other }

  static func kind(of path: String) -> Result<FileKind, Failure> {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return .failure(Failure(code: errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .success(.file)
    case S_IFDIR: return .success(.folder)
    default: return .success(.other)
    }
  }

  /// The absolute path of the current folder; nil when it has gone.
  static func currentFolder() -> String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }

  /// Whether an open file has no bytes.
  static func isEmpty(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// Whether a path is itself a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func isFolder(_ path: String) -> Bool {
    if case .success(.folder) = kind(of: path) { true } else { false }
  }

  /// Device and number of the file behind a path, which tell whether two paths mean the same file.
  static func fileNumber(of path: String) -> (device: UInt64, number: UInt64)? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Puts something unusable in the place of closed standard streams, so that no file that is opened later takes the
  /// number of one: results would run into a transcript, and reading would wait for a pipe of our own.
  static func occupyStandardStreams() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The other direction, so that reading or writing fails as on a closed stream.
      guard case .success(let taken) = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) else { continue }
      // Numbers are given out from the lowest.
      if taken != descriptor { close(taken) }
    }
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }
}
