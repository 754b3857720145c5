import TextFormats
import Vocabulary

/// A command that has begun and not ended: in the foreground, or a job (product.md section 3).
struct Operation: Equatable, Sendable {
  /// What ends it.
  enum Awaited: Equatable, Sendable {
    /// The revision it began, or a newer one, settles. `opens` is the first `open` of a session (rule 0).
    case settlement(revision: Int, opens: Bool)
    /// All events up to this sequence number have been uploaded or given up.
    case upload(through: Int)
    /// The world's answer to a question of this kind.
    case world(request: Int, WorldQuestion)
    /// The fetch of decisions with this number.
    case decisions(fetch: Int)
    case duration(timer: Int)
    /// The end of this job.
    case job(Int)
    /// The end of every job up to this number; before, so many had ended.
    case allJobs(through: Int, endings: Int)
  }

  var command: Int
  var name: String
  /// nil in the foreground.
  var job: Int?
  /// A leading `!`.
  var expectsFailure: Bool
  var awaited: Awaited
}

/// What a command asks the world itself.
enum WorldQuestion: String, Equatable, Sendable {
  case why, profile, experiment, world
}
