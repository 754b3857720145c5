package import ServiceMessages
package import TextFormats
package import Vocabulary

/// Anything that goes into a session, with the moment at which it does (design.md, "The one idea").
package struct Input: Equatable, Sendable {
  /// What goes in: from the person, from a service, from the clock, or from the shell.
  package enum Kind: Equatable, Sendable {
    /// One command as written, with its leading `!` and trailing `&`.
    case command(text: String, place: SourcePlace)
    /// What became of a request that the session asked for.
    case answer(request: Int, Answer)
    /// A timer that the session started is due.
    case timer(id: Int)
    /// Undelivered events of earlier sessions, in the order in which they were tracked; before the first command.
    case outbox(found: [OutboxRecord])
    /// What the session asked of the outbox could not be done, in words for people.
    case outboxFailed(reason: String)
    /// Ctrl-C while something is awaited.
    case interrupt
    /// The session ends: last upload, then nothing more.
    case leave
  }

  package var time: Instant
  package var kind: Kind

  package init(time: Instant, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }
}
