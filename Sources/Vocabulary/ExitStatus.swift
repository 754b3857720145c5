/// How a command, a script or the whole process ended (product.md section 2).
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  /// A command failed: refused, timed out, fetch failed, cancelled while awaited.
  case commandFailed = 1
  /// Unknown option or command, bad argument.
  case usage = 2
  /// A text is wrong: script, world, users, transcript.
  case badText = 3
  /// An expectation failed, or a replay diverged.
  case expectationFailed = 4
  /// A named file is missing, unreadable, empty, cut, damaged or of an unknown version.
  case badFile = 5
  /// `transcript audit` found a secret.
  case secretFound = 6
  /// A fault in flagsh itself.
  case internalFault = 70
  case interrupted = 130
  case terminated = 143

  /// From the mildest to the most severe.
  private static let bySeverity: [ExitStatus] = [
    .success, .commandFailed, .expectationFailed, .usage, .badText, .badFile, .secretFound, .interrupted, .terminated,
    .internalFault,
  ]

  private var severity: Int { Self.bySeverity.firstIndex(of: self) ?? 0 }

  /// The more severe of two, which is what is reported when several things went wrong.
  package func worse(_ other: ExitStatus) -> ExitStatus { other.severity > severity ? other : self }
}
