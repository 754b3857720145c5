package import Vocabulary

/// Work that was sent to the background.
package struct Job: Equatable, Sendable {
  /// The word of `jobs[].state`.
  package enum State: String, Sendable {
    case running, done, failed, cancelled, superseded
  }

  package var id: Int
  /// The command as written, without its `&`.
  package var command: String
  package var state: State
  /// What it ended with; success while it runs.
  package var status: ExitStatus
}

/// The jobs of a session: all that run, and the last hundred of those that ended.
struct JobTable: Equatable, Sendable {
  static let endedLimit = 100

  private struct Entry: Equatable, Sendable {
    var job: Job
    /// How many jobs had ended before this one did; nil while it runs.
    var ending: Int?
  }

  private var entries = NumberedList<Entry>()
  /// The number of the job started last; 0 before the first.
  private(set) var lastId = 0
  /// How many jobs have ended so far.
  private(set) var endings = 0
  /// Jobs that ended and are still known.
  private var endedCount = 0
  /// No job below this number runs.
  private var lowestRunning = 1

  /// - Parameter keepsEnded: somebody waits for jobs and will ask how they ended.
  mutating func start(_ command: String, keepsEnded: Bool) -> Int {
    lastId += 1
    if !keepsEnded { forgetOldest() }
    entries.append(
      Entry(job: Job(id: lastId, command: command, state: .running, status: .success)), number: lastId)
    return lastId
  }

  mutating func end(_ id: Int, _ state: Job.State, status: ExitStatus) {
    guard entries[id]?.job.state == .running else { return }
    let ending = endings
    entries.update(id) { entry in
      entry.job.state = state
      entry.job.status = status
      entry.ending = ending
    }
    endings += 1
    endedCount += 1
    while lowestRunning <= lastId, entries[lowestRunning]?.job.state != .running { lowestRunning += 1 }
  }

  /// Seldom, so that it costs each job the same however many there are.
  private mutating func forgetOldest() {
    guard endedCount > Self.endedLimit + max(Self.endedLimit, entries.count - endedCount) else { return }
    var surplus = endedCount - Self.endedLimit
    endedCount = Self.endedLimit
    entries.removeAll { entry in
      guard entry.ending != nil, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
  }

  subscript(id: Int) -> Job? { entries[id]?.job }

  /// All that run and the last hundred that ended, in the order in which they were started.
  var jobs: [Job] {
    var surplus = endedCount - Self.endedLimit
    return entries.elements.compactMap { entry in
      if entry.ending != nil {
        surplus -= 1
        if surplus >= 0 { return nil }
      }
      return entry.job
    }
  }

  var running: [Job] { entries.elements.compactMap { $0.ending == nil ? $0.job : nil } }

  var runningCount: Int { entries.count - endedCount }

  /// Whether every job up to this number has ended.
  func haveEnded(through id: Int) -> Bool { lowestRunning > id }

  /// The jobs up to this number that ended after so many others had.
  func ended(through id: Int, since ending: Int) -> [Job] {
    entries.elements.compactMap { entry in
      guard let own = entry.ending, own >= ending, entry.job.id <= id else { return nil }
      return entry.job
    }
  }
}
