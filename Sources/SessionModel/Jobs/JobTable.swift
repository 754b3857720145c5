package import Vocabulary

/// Work that was sent to the background.
package struct Job: Equatable, Sendable {
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

/// The jobs of a session: all that run, and those that ended; when one starts, all but the last hundred of these go.
struct JobTable: Equatable, Sendable {
  static let endedLimit = 100

  private(set) var jobs: [Job] = []
  private var nextId = 1
  private var endedCount = 0

  mutating func start(_ command: String) -> Int {
    let id = nextId
    nextId += 1
    forgetOldest()
    jobs.append(Job(id: id, command: command, state: .running, status: .success))
    return id
  }

  mutating func end(_ id: Int, _ state: Job.State, status: ExitStatus) {
    guard let index = jobs.firstIndex(where: { $0.id == id }), jobs[index].state == .running else { return }
    jobs[index].state = state
    jobs[index].status = status
    endedCount += 1
  }

  /// Not when a job ends, so that a command that waits for many finds how each of them ended.
  private mutating func forgetOldest() {
    var surplus = endedCount - Self.endedLimit
    guard surplus > 0 else { return }
    endedCount = Self.endedLimit
    jobs.removeAll { job in
      guard job.state != .running, surplus > 0 else { return false }
      surplus -= 1
      return true
    }
  }

  subscript(id: Int) -> Job? { jobs.first { $0.id == id } }

  var running: [Job] { jobs.filter { $0.state == .running } }
}
