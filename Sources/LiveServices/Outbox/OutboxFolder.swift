import TextFormats

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder of outbox files. Everything in it is reached through one descriptor and no symbolic link is followed, so
/// nobody can move files in between or point elsewhere.
final class OutboxFolder {
  private static let suffix = ".jsonl"
  /// A file has this ending until its lock is held.
  private static let newSuffix = ".new"
  private static let damagedSuffix = ".corrupt"
  /// How many names are tried for a file of our own.
  private static let nameAttempts = 100

  private let path: String
  private let descriptor: Int32
  var afterStep: () -> Void = {}

  /// Opens the folder; it and what leads to it are made where they are missing.
  init(path: String) throws(Diagnostic) {
    self.path = path
    do throws(SystemFault) {
      descriptor = try Self.open(path)
    } catch {
      throw Self.fault(path, error)
    }
  }

  deinit { Self.close(descriptor) }

  private static func open(_ path: String) throws(SystemFault) -> Int32 {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemFault(code: ENOENT) }
    try make(path)
    let descriptor = try SystemFault.call { openCall(path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let fault = SystemFault.last
      close(descriptor)
      throw fault
    }
    // Somebody else's folder is no place for a person's events; our own is closed to others.
    guard status.st_uid == geteuid() else {
      close(descriptor)
      throw SystemFault(code: EPERM)
    }
    if status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o700) }
    return descriptor
  }

  private static func openCall(_ path: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #else
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    #endif
  }

  private static func make(_ path: String) throws(SystemFault) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else { throw .last }
    try make(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  private static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }

  // MARK: Files

  /// The names of outbox files, also of those that a crash left without a lock, sorted.
  func names() -> [String] {
    // A copy of the descriptor would share its place in the listing: opened anew through itself.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = fdopendir(copy) else {
      Self.close(copy)
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name.hasSuffix(Self.suffix) || name.hasSuffix(Self.newSuffix) { names.append(name) }
    }
    return names.sorted { $0.precedes($1) }
  }

  /// Makes a file for this process and takes its lock.
  ///
  /// It has another name until it is locked: what others find as an outbox file is locked as long as its owner lives.
  func create(_ name: String) throws(SystemFault) -> OutboxFile {
    for attempt in 0..<Self.nameAttempts {
      let stem = attempt == 0 ? name : "\(name)-\(attempt)"
      let early = stem + Self.newSuffix
      let final = stem + Self.suffix
      var status = stat()
      if fstatat(descriptor, final, &status, AT_SYMLINK_NOFOLLOW) == 0 { continue }
      let opened = openat(
        descriptor, early, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if opened < 0 {
        if errno == EEXIST || errno == EINTR { continue }
        throw .last
      }
      afterStep()
      // Somebody may have tidied it away before the lock was taken.
      guard flock(opened, LOCK_EX | LOCK_NB) == 0, fstat(opened, &status) == 0, status.st_nlink > 0 else {
        Self.close(opened)
        continue
      }
      _ = fchmod(opened, 0o600)
      guard renameat(descriptor, early, descriptor, final) == 0 else {
        let fault = SystemFault.last
        _ = unlinkat(descriptor, early, 0)
        Self.close(opened)
        throw fault
      }
      afterStep()
      // The name itself must survive too.
      _ = fsync(descriptor)
      return OutboxFile(name: final, descriptor: opened, length: 0, afterStep: afterStep)
    }
    throw SystemFault(code: EEXIST)
  }

  /// Opens a file whose owner has ended and takes its lock; nil when the owner lives, or the file is gone.
  func take(_ name: String) throws(SystemFault) -> OutboxFile? {
    let opened = openat(descriptor, name, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if opened < 0 {
      if errno == ENOENT { return nil }
      throw .last
    }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      Self.close(opened)
      throw SystemFault(code: EINVAL)
    }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let fault = SystemFault.last
      Self.close(opened)
      if fault.code == EWOULDBLOCK || fault.code == EINTR { return nil }
      throw fault
    }
    // Another process may have taken it over while we waited for nothing: then it has no name any more.
    guard fstat(opened, &status) == 0, status.st_nlink > 0 else {
      Self.close(opened)
      return nil
    }
    return OutboxFile(name: name, descriptor: opened, length: status.st_size, afterStep: afterStep)
  }

  func remove(_ name: String) {
    _ = unlinkat(descriptor, name, 0)
    afterStep()
  }

  /// Removes a file whose events have been taken over; says so when it has to stay.
  func discard(_ file: OutboxFile) -> Diagnostic? {
    if unlinkat(descriptor, file.name, 0) == 0 {
      afterStep()
      return nil
    }
    let fault = SystemFault.last
    // Empty it does no harm.
    do throws(SystemFault) { try file.empty() } catch { return unusable(file.name, error) }
    return unusable(file.name, fault)
  }

  /// Keeps what cannot be read beside the file it was in, for whoever wants to look at it.
  func setAside(_ lines: [ArraySlice<UInt8>], of name: String) throws(Diagnostic) -> Diagnostic {
    let stem = name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[..<$0]) } ?? name
    let target = stem + Self.damagedSuffix
    try report { () throws(SystemFault) in
      let opened = openat(
        descriptor, target, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard opened >= 0 else { throw .last }
      var status = stat()
      guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        Self.close(opened)
        throw SystemFault(code: EINVAL)
      }
      let file = OutboxFile(name: target, descriptor: opened, length: status.st_size, afterStep: afterStep)
      defer { file.close() }
      var bytes: [UInt8] = []
      for line in lines {
        bytes += line
        bytes.append(UInt8(ascii: "\n"))
      }
      try file.append(bytes)
      try file.sync()
    }
    let what = lines.count == 1 ? "1 damaged record" : "\(lines.count) damaged records"
    return Diagnostic(
      code: "outboxDamaged", message: "\(what) in the outbox file \(name) cannot be read and was set aside",
      hint: "look at \(target) in \(path); everything else goes on")
  }

  // MARK: Faults

  /// Turns a system's fault into a diagnostic.
  func report(_ body: () throws(SystemFault) -> Void) throws(Diagnostic) {
    do throws(SystemFault) { try body() } catch { throw Self.fault(path, error) }
  }

  func unusable(_ name: String, _ fault: SystemFault) -> Diagnostic {
    Diagnostic(
      code: "outboxFileUnusable",
      message: "the outbox file \(PrintableText.ascii(name)) cannot be taken over: \(fault.text)",
      hint: "its events stay where they are, in \(PrintableText.ascii(path))")
  }

  private static func fault(_ path: String, _ fault: SystemFault) -> Diagnostic {
    Diagnostic(
      code: "outboxFailed", message: "the outbox \(PrintableText.ascii(path)) cannot be used: \(fault.text)",
      hint: fault.hint)
  }
}
