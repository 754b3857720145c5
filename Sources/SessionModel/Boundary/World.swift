package import Vocabulary

/// What performs effects: the embedded world, a live one, or nothing (a transcript).
///
/// A world is a value without a clock of its own: callers say what time it is.
package protocol World {
  /// Takes an effect at this moment. Answers are computed now, also those that are handed over later.
  /// `.shell` effects are not for worlds and are ignored.
  mutating func perform(_ effect: Effect, at now: Instant)

  /// When the next input of this world is due; nil when it owes nothing (held answers are owed to nobody).
  var nextDue: Instant? { get }

  /// Takes the earliest input due no later than `limit`: by moment, answers before timers, then by id.
  /// Its time is the moment it was due.
  mutating func next(notAfter limit: Instant) -> Input?
}
