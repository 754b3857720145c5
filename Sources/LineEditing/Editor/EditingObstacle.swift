/// Why a line cannot be edited here. Then lines come from `PlainTerminalReader` or `ByteSource`.
package enum EditingObstacle: Error, Equatable, Sendable, CustomStringConvertible {
  /// Standard input or output is something else than a terminal.
  case notATerminal
  /// `TERM` is not set, or empty.
  case terminalUnnamed
  /// `TERM` is `dumb`, unknown to the system, or stands for something that cannot move its cursor up.
  case terminalUnable(name: String)
  /// The system has no locale with UTF-8 characters.
  case noUTF8Locale
  /// The user's `editrc` says `edit off`.
  case switchedOff
  /// libedit is not installed.
  case noLibrary
  /// Out of memory or descriptors.
  case outOfResources

  /// Whether something is amiss with the system, rather than chosen by the person or plain to see.
  package var isSurprising: Bool {
    switch self {
    case .notATerminal, .terminalUnnamed, .terminalUnable, .switchedOff: false
    case .noUTF8Locale, .noLibrary, .outOfResources: true
    }
  }

  package var description: String {
    switch self {
    case .notATerminal: "standard input and output are not both terminals"
    case .terminalUnnamed: "TERM is not set"
    case .terminalUnable(let name): "the terminal type '\(name)' cannot edit lines, or is not known here"
    case .noUTF8Locale: "no locale with UTF-8 characters is installed"
    case .switchedOff: "editing is switched off in editrc"
    case .noLibrary: "libedit is not installed (Debian and Ubuntu call it libedit2)"
    case .outOfResources: "out of memory or file descriptors"
    }
  }
}
