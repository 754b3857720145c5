#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a failed system call said, in words that do not depend on anybody's locale.
struct SystemFault: Error, Equatable {
  var code: Int32

  /// What the call just made has left behind.
  static var last: SystemFault { SystemFault(code: errno) }

  var text: String {
    switch code {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case EEXIST: "it exists already"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is not a folder"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is used up"
    case EROFS: "the file system is read-only"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "it is a symbolic link"
    case EMFILE, ENFILE: "too many open files"
    case EIO: "input/output error"
    case EFBIG: "the file is too large"
    case ENOLCK: "no locks available"
    case EINVAL: "invalid argument"
    default: "system error \(code)"
    }
  }

  var hint: String {
    switch code {
    case ENOSPC, EDQUOT: "free some space; until then events are kept in memory only"
    case EACCES, EPERM, EROFS: "make the folder writable for you, or name another with XDG_STATE_HOME"
    case ELOOP, ENOTDIR: "the outbox's folder must be a folder of its own"
    default: "name another place with XDG_STATE_HOME"
    }
  }

  /// Makes a call again that a signal has cut short; a negative result is a fault.
  static func call(_ body: () -> Int32) throws(SystemFault) -> Int32 {
    while true {
      let result = body()
      if result >= 0 { return result }
      if errno != EINTR { throw .last }
    }
  }
}
