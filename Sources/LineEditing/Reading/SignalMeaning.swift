#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a signal means to whoever reads lines.
enum SignalMeaning {
  case interrupt
  case terminate
  case resized
  case continued
  case other

  init(_ number: Int32) {
    switch number {
    case SIGINT: self = .interrupt
    case SIGTERM, SIGHUP: self = .terminate
    case SIGWINCH: self = .resized
    case SIGCONT: self = .continued
    default: self = .other
    }
  }
}
