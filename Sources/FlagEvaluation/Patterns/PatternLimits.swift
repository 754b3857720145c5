/// Bounds on what a pattern may cost (product.md: bad input never hangs); patterns come from configurations of others.
package enum PatternLimits {
  /// Groups inside one another.
  package static let maximumDepth = 150
  /// Units of a pattern.
  package static let maximumLength = 100_000
  /// Steps of matching that one evaluation of one user may take: a fraction of a second.
  package static let stepsPerEvaluation = 10_000_000
  /// Places to return to that a match may keep at one time.
  package static let maximumChoices = 2_000_000
  /// The largest count of a repetition, as in CPython; larger ones are errors there and without end in ECMAScript.
  static let maximumRepetition = 4_294_967_294
}

/// Why a pattern cannot be used.
struct PatternFault: Error, Equatable {
  /// What is wrong, as a phrase.
  let reason: String
}

/// A match that ran out of steps or of room.
struct WorkLimitReached: Error {}
