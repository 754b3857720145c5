/// What came of waiting for a line.
package enum LineEvent: Equatable, Sendable {
  /// A line without its line end. Pasted text can hold newlines: then it is several commands, one a row.
  case line(String)
  /// Ctrl-D on an empty line, or the terminal is gone. Asking again would give the same.
  case endOfInput
  /// Ctrl-C: what was typed is dropped, the session lives.
  case interrupted
  /// SIGTERM or SIGHUP: the caller makes everything safe and leaves.
  case terminated(signal: Int32)
}

/// What the shell's wait reports to whoever reads lines.
package enum Happening: Equatable, Sendable {
  /// The terminal (or other descriptor that was asked about) has bytes, is at its end or is faulty: reading will tell.
  case terminalReady
  /// A signal came out of the wake pipe.
  case signal(Int32)
  /// Something else happened and was dealt with; the reader waits again.
  case none
}

/// Waits until the given descriptor can be read or something else happens, and does the world's work meanwhile.
/// A negative descriptor: only for something else.
package typealias WaitForInput = (_ descriptor: Int32) -> Happening
