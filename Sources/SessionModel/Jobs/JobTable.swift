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

/// The jobs of a session: all that run, and the last hundred that ended.
struct JobTable: Equatable, Sendable {
  static let endedLimit = 100

  private(set) var jobs: [Job] = []
  private var nextId = 1
  private var endedCount = 0

  mutating func start(_ command: String) -> Int {
    let id = nextId
    nextId += 1
    jobs.append(Job(id: id, command: command, state: .running, status: .success))
    return id
  }

  mutating func end(_ id: Int, _ state: Job.State, status: ExitStatus) {
    guard let index = jobs.firstIndex(where: { $0.id == id }), jobs[index].state == .running else { return }
    jobs[index].state = state
    jobs[index].status = status
    endedCount += 1
    if endedCount > Self.endedLimit, let oldest = jobs.firstIndex(where: { $0.state != .running }) {
      jobs.remove(at: oldest)
      endedCount -= 1
    }
  }

  subscript(id: Int) -> Job? { jobs.first { $0.id == id } }

  var running: [Job] { jobs.filter { $0.state == .running } }
}
