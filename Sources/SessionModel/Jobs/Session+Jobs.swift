import CommandLanguage
import TextFormats
import Vocabulary

/// Waiting, cancelling and leaving.
extension Session {
  /// How long leaving waits for the last upload.
  static let departureLimit = Span.seconds(5)

  /// How many jobs a hint names.
  static let namedJobs = 10

  /// Where a session stands on its way out.
  enum Departure: Equatable, Sendable {
    case staying
    case leaving(timer: Int)
    case left
  }

  mutating func wait(_ command: RunningCommand, for target: WaitTarget) {
    switch target {
    case .allJobs:
      suspend(command, until: .allJobs(through: jobs.lastId, endings: jobs.endings))
    case .job(let id):
      guard jobs[id] != nil else { return finish(command, failing: unknownJob(id)) }
      suspend(command, until: .job(id))
    case .duration(let span):
      let timer = startTimer(after: span)
      suspend(command, until: .duration(timer: timer))
    }
  }

  mutating func cancel(_ command: RunningCommand, job id: Int) {
    guard let job = jobs[id] else { return finish(command, failing: unknownJob(id)) }
    guard let operation = operations[.job(id)] else {
      return finish(
        command,
        failing: Diagnostic(code: "jobEnded", message: "%\(id) has ended already (\(job.state.rawValue))", hint: "jobs")
      )
    }
    cancel(operation)
    finish(command, .jobs(jobs[id].map { [$0] } ?? []))
  }

  /// Ctrl-C: gives up what the foreground waits for.
  mutating func interrupt() {
    if let operation = operations.foreground { cancel(operation) }
  }

  /// Ends an operation as cancelled, with what it alone has in flight.
  private mutating func cancel(_ operation: Operation, isLeaving: Bool = false) {
    switch operation.awaited {
    case .settlement(let revision, _):
      // A newer revision belongs to a newer command: only one's own fetch is given up.
      if revision == flags.revision { cancelFetch() }
    case .upload:
      // Other commands may wait for the same upload.
      if isLeaving || operations.uploadCount > 1 { break }
      if let active = uploads.active {
        cancelTimer(active.timer)
        cancelRequest(active.request)
        uploads.active = nil
      }
      uploads.wantedThrough = 0
    case .world(let request, _):
      outputs.append(.effect(.cancelRequest(id: request)))
    case .duration(let timer):
      cancelTimer(timer)
    case .decisions(let fetch):
      cancelDecisions(fetch: fetch)
    case .job, .allJobs:
      break
    }
    operations.remove(command: operation.command)
    guard isLeaving, operation.expectsFailure else {
      let failure = Diagnostic(code: "cancelled", message: "\(operation.name) was cancelled")
      return conclude(operation, Ending(status: .commandFailed, failure: failure, jobState: .cancelled))
    }
    // Nobody has seen it fail, so what `!` expects did not hold.
    var unsettled = operation
    unsettled.expectsFailure = false
    let failure = Diagnostic(
      code: "unsettled", message: "\(operation.name) was cancelled on leaving, before it could fail as ! expects",
      hint: "wait for it")
    conclude(unsettled, Ending(status: .expectationFailed, failure: failure, jobState: .cancelled))
  }

  private func unknownJob(_ id: Int) -> Diagnostic {
    let running = jobs.running.suffix(Self.namedJobs).map { "%\($0.id)" }.joined(separator: ", ")
    return Diagnostic(
      code: "unknownJob", message: "there is no job %\(id)",
      hint: jobs.lastId == 0
        ? "no job was started"
        : running.isEmpty ? "no job is running; jobs lists those that ended" : "running: \(running)")
  }

  // MARK: Leaving

  /// The session ends: what runs is given up, what waits for upload is sent once more (product.md rule 9).
  mutating func leave() {
    guard departure == .staying else { return }
    // From here on nothing appears and nothing is tracked.
    departure = .leaving(timer: 0)
    let running = operations.all
    for operation in running { cancel(operation, isLeaving: true) }
    if !running.isEmpty { note("jobsCancelled", "\(counted(running.count, "command")) cancelled on leaving") }
    if flags.isLoading { cancelFetch() }
    requestUpload()
    departure = .leaving(timer: uploads.active == nil ? 0 : startTimer(after: Self.departureLimit))
  }

  /// Has left once the last upload is settled.
  mutating func finishDeparture() {
    guard case .leaving(let timer) = departure, uploads.active == nil else { return }
    if timer != 0 { cancelTimer(timer) }
    noteWhatStays()
    if configuration.world == .embedded, flagsOff != nil, !ledger.queue.isEmpty {
      note("eventsLeft", "\(counted(ledger.queue.count, "event")) were not uploaded: the app has no keys")
    }
    departure = .left
  }

  /// The last upload took too long; false when the timer is another's.
  mutating func takeDepartureTimer(_ timer: Int) -> Bool {
    guard case .leaving(timer) = departure else { return false }
    if let active = uploads.active {
      cancelTimer(active.timer)
      cancelRequest(active.request)
      uploads.active = nil
    }
    if !keepsOutbox {
      note("eventsLeft", "\(counted(ledger.queue.count, "event")) were not uploaded before leaving")
    }
    noteWhatStays()
    departure = .left
    return true
  }
}
