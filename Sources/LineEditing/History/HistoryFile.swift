#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The lines typed in this and earlier sessions, in a file that only its owner can read.
///
/// Several sessions may use the file at once: an entry is appended in one piece under a lock. A file that cannot be
/// used gives one warning, and the history then lives in memory only.
package final class HistoryFile {
  /// Entries longer than this many bytes stay out of the file.
  package static let longestEntry = 64 * 1024
  /// Of a larger file only the newest bytes are read.
  package static let largestFile = 16 * 1024 * 1024

  package let path: String
  /// Entries that are loaded, and kept when the file is compacted.
  package let limit: Int
  /// Oldest first: those of earlier sessions, then this one's.
  package private(set) var entries: [String] = []

  /// What was wrong with the file, told once.
  private var isUsable = true
  /// Entries in the file, as far as this session knows.
  private var count = 0

  /// `path` is the whole path (`$XDG_STATE_HOME/flagsh/history`); missing folders are made when the first entry is
  /// written, for the owner only.
  package init(path: String, limit: Int = 1000) {
    self.path = path
    self.limit = max(limit, 1)
  }

  /// Whether a line is remembered at all: an empty one is not, nor one that begins with a space, which is how users
  /// keep a line private.
  package static func isKept(_ line: String) -> Bool {
    guard let first = line.utf8.first else { return false }
    return first != UInt8(ascii: " ") && line.utf8.contains { $0 > 0x20 }
  }

  /// Reads the newest entries into `entries`. Returns a warning when the file cannot be used; a missing one is no fault.
  package func load() -> String? {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else {
      return errno == ENOENT || errno == ENOTDIR ? nil : giveUp("cannot be read", errno)
    }
    defer { close(opened) }
    if let warning = check(opened) { return warning }
    guard let bytes = Self.contents(of: opened) else { return giveUp("cannot be read", errno) }
    let all = HistoryCoding.entries(of: bytes)
    count = all.count
    entries = Array(all.suffix(limit))
    return nil
  }

  /// Adds a line to `entries` and to the file, unless it is private or repeats the one before.
  /// Returns a warning when the file can no longer be written.
  package func append(_ line: String) -> String? {
    guard Self.isKept(line) else { return nil }
    if let last = entries.last, last.utf8.elementsEqual(line.utf8) { return nil }
    entries.append(line)
    if entries.count > limit { entries.removeFirst(entries.count - limit) }
    guard isUsable, line.utf8.count <= Self.longestEntry else { return nil }
    return withLockedFile { file in
      var bytes = HistoryCoding.encode(line)
      // A last line that was cut must not run into this one.
      if Self.lastByte(of: file).map({ $0 != UInt8(ascii: "\n") }) ?? false { bytes.insert(UInt8(ascii: "\n"), at: 0) }
      guard Descriptors.write(bytes, to: file) else { return giveUp("cannot be written", errno) }
      count += 1
      return count > limit * 2 ? compact(file) : nil
    }
  }

  /// Forgets everything, in the file too. Returns a warning when the file cannot be emptied.
  package func clear() -> String? {
    entries = []
    guard isUsable, access(path, F_OK) == 0 else { return nil }
    return withLockedFile { _ in
      count = 0
      return replaceFile(with: [])
    }
  }

  // MARK: The file

  /// How often a lock that another session holds is tried, and the microseconds between.
  private static let lockAttempts = 100
  private static let lockPause: Int64 = 2000

  /// Opens the file for appending, locks it and hands it over. The lock counts only while the path still names the
  /// locked file, since another session may have put a compacted one in its place.
  private func withLockedFile(_ body: (Int32) -> String?) -> String? {
    if let warning = makeFolder() { return warning }
    for attempt in 0..<Self.lockAttempts {
      if attempt > 0 { Descriptors.pause(microseconds: Self.lockPause) }
      let opened = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
      guard opened >= 0 else { return giveUp("cannot be written", errno) }
      defer { close(opened) }
      if let warning = check(opened) { return warning }
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        if errno == EWOULDBLOCK || errno == EINTR { continue }
        return giveUp("cannot be locked", errno)
      }
      var ours = stat()
      var named = stat()
      guard fstat(opened, &ours) == 0, stat(path, &named) == 0, ours.st_ino == named.st_ino,
        ours.st_dev == named.st_dev
      else { continue }
      return body(opened)
    }
    return "history: '\(path)' is locked by another program; the line was not saved"
  }

  /// Keeps the newest entries only. The file is replaced in one step: a crash leaves the old or the new one.
  private func compact(_ file: Int32) -> String? {
    guard let bytes = Self.contents(of: file) else { return giveUp("cannot be read", errno) }
    let kept = HistoryCoding.entries(of: bytes).suffix(limit)
    count = kept.count
    return replaceFile(with: kept.flatMap { HistoryCoding.encode($0) })
  }

  private func replaceFile(with bytes: [UInt8]) -> String? {
    // The name behind a symbolic link, so that the link stays.
    let target = realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard let target else { return giveUp("cannot be replaced", errno) }
    let temporary = "\(target).\(getpid()).tmp"
    unlink(temporary)
    let opened = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard opened >= 0 else { return giveUp("cannot be replaced", errno) }
    let isWritten = Descriptors.write(bytes, to: opened) && fsync(opened) == 0
    let failure = errno
    close(opened)
    guard isWritten else {
      unlink(temporary)
      return giveUp("cannot be replaced", failure)
    }
    guard rename(temporary, target) == 0 else {
      let failure = errno
      unlink(temporary)
      return giveUp("cannot be replaced", failure)
    }
    return nil
  }

  /// A warning when the open file is no file, or others can read what was typed.
  private func check(_ file: Int32) -> String? {
    var status = stat()
    guard fstat(file, &status) == 0 else { return giveUp("cannot be read", errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { return giveUp("is not a file") }
    guard status.st_mode & 0o077 == 0 else {
      return giveUp("can be read or written by others; 'chmod 600' makes it private again")
    }
    return nil
  }

  private func makeFolder() -> String? {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
    let folder = String(path[..<slash])
    guard access(folder, F_OK) != 0 else { return nil }
    var part = ""
    for name in folder.split(separator: "/") {
      part += part.isEmpty && !folder.hasPrefix("/") ? String(name) : "/" + name
      if mkdir(part, 0o700) != 0, errno != EEXIST, access(part, F_OK) != 0 {
        return giveUp("cannot be made: folder '\(part)'", errno)
      }
    }
    return nil
  }

  private func giveUp(_ what: String, _ number: Int32? = nil) -> String {
    isUsable = false
    let why = number.map { ": \(Descriptors.sentence(for: $0))" } ?? ""
    return "history: '\(path)' \(what)\(why); lines of this session are not saved"
  }

  /// The newest bytes of an open file, from a line start on; nil with errno.
  private static func contents(of file: Int32) -> [UInt8]? {
    let size = lseek(file, 0, SEEK_END)
    guard size >= 0 else { return nil }
    let start = max(size - off_t(largestFile), 0)
    guard lseek(file, start, SEEK_SET) >= 0 else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    loop: while bytes.count < largestFile {
      switch buffer.withUnsafeMutableBytes({ Descriptors.read(file, into: $0) }) {
      case .bytes(let count): bytes.append(contentsOf: buffer[..<count])
      case .nothing: continue
      case .end: break loop
      case .failed(let number):
        errno = number
        return nil
      }
    }
    if start > 0 {
      guard let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
      bytes.removeSubrange(...newline)
    }
    return bytes
  }

  private static func lastByte(of file: Int32) -> UInt8? {
    var byte: UInt8 = 0
    let size = lseek(file, 0, SEEK_END)
    guard size > 0, pread(file, &byte, 1, size - 1) == 1 else { return nil }
    return byte
  }
}
