import ServiceMessages
import TextFormats
import Vocabulary

/// What becomes of events after each kind of answer (amplitude.md 6.5, 6.6 and 9.1).
extension Session {
  mutating func judge(_ answer: UploadAnswer, of events: [Int]) {
    if case .failure(let failure) = answer { return stopUploading(failure) }
    uploads.failureCount = 0
    switch answer {
    case .accepted(let ingested, let isReadable):
      accept(events, ingested: ingested, isReadable: isReadable)
      uploadNext()
    case .partly(let verdict):
      follow(verdict, events)
      uploadNext()
    case .tooLarge where events.count > 1:
      uploads.batchLimit = max(1, events.count / 2)
      uploads.acceptedCount = 0
      uploadNext()
    case .tooLarge:
      mark(events, .dropped)
      note("eventsDropped", "one event is too large for the service and was dropped")
      uploadNext()
    case .unnamedEvent where events.count > 1:
      uploads.searchLimit = max(1, events.count / 2)
      uploadNext()
    case .unnamedEvent(let reason):
      park(events, .eventRefused)
      uploads.searchLimit = UploadRequest.eventLimit
      note("eventsParked", "the service refuses one event (\(reason)); it is parked, the others go on")
      uploadNext()
    case .requestRefused(let reason):
      park(events, .requestRefused)
      note("eventsParked", "\(counted(events.count, "event")) parked: the service refuses the request (\(reason))")
      stopUploading(ServiceFailure(code: .httpStatus, status: 400, detail: reason), isFinal: true)
    case .keyRefused(let reason):
      let all = waiting
      park(all, .keyRefused)
      uploads.isKeyRefused = true
      note("eventsParked", "\(counted(all.count, "event")) parked (\(reason)); correct the key")
      stopUploading(ServiceFailure(code: .httpStatus, status: 400, detail: reason), isFinal: true)
    case .failure: break
    }
  }

  private mutating func accept(_ events: [Int], ingested: Int?, isReadable: Bool) {
    mark(events, .sent)
    uploads.searchLimit = min(UploadRequest.eventLimit, uploads.searchLimit * 2)
    uploads.acceptedCount += 1
    if uploads.acceptedCount.isMultiple(of: UploadState.growthAfter) {
      uploads.batchLimit = min(UploadRequest.eventLimit, uploads.batchLimit * 2)
    }
    if let ingested, ingested < events.count {
      note("fewerIngested", "the service took \(ingested) of \(events.count) events; the others may be duplicates")
    } else if !isReadable {
      note("emptyAnswer", "the service accepted \(counted(events.count, "event")) without saying how many it took in")
    }
  }

  private mutating func follow(_ verdict: UploadVerdict, _ events: [Int]) {
    let refused = verdict.refused.sorted().map { events[$0] }
    if !refused.isEmpty {
      mark(refused, .dropped)
      note("eventsDropped", "\(refused.count) of \(events.count) events were refused for good (\(verdict.reason))")
    }
    let exhausted = verdict.overQuota.sorted().map { events[$0] }
    if !exhausted.isEmpty {
      park(exhausted, .overQuota)
      note("eventsParked", "\(counted(exhausted.count, "event")) parked: over the service's daily quota")
    }
    let until = now.advanced(by: UploadState.throttlePause)
    for device in verdict.slowDevices { uploads.delay(device, isUser: false, until: until) }
    for user in verdict.slowUsers { uploads.delay(user, isUser: true, until: until) }
    guard !verdict.slowDevices.isEmpty || !verdict.slowUsers.isEmpty else { return }
    let names =
      [
        verdict.slowDevices.isEmpty ? nil : counted(verdict.slowDevices.count, "device"),
        verdict.slowUsers.isEmpty ? nil : counted(verdict.slowUsers.count, "user"),
      ].compactMap { $0 }.joined(separator: " and ")
    note("throttled", "the service lets \(names) wait; their events follow in 30s, others go on")
  }

  // MARK: Stopping and going on

  /// Leaves what waits in the queue. Where uploads are tried again by themselves and a later try may help, one follows;
  /// otherwise the next flush tries.
  mutating func stopUploading(_ failure: ServiceFailure, isFinal: Bool = false) {
    let through = uploads.wantedThrough
    let series = uploads.failureCount
    uploads.wantedThrough = 0
    uploads.lastFailure = failure
    guard departure == .staying else { return noteFailure(failure, next: nil) }
    guard !isFinal, failure.mayPass, backsOff, through != 0, waiting.contains(where: { $0 <= through })
    else {
      return noteFailure(failure, next: nil)
    }
    uploads.failureCount = series + 1
    guard uploads.failureCount <= UploadState.retryLimit else {
      note(
        "uploadsStopped",
        "the upload failed \(uploads.failureCount) times (\(failure.sentence)); "
          + "\(counted(waiting.count, "event")) wait for flush")
      return
    }
    let span = UploadState.backOff(afterFailure: uploads.failureCount)
    pause(for: span, through: through, isBackOff: true)
    // The first failure of a series is worth a word, and its end.
    if uploads.failureCount == 1 { noteFailure(failure, next: span) }
  }

  /// Whether failed uploads are tried again by themselves: as the app does it in the field, and in the embedded world
  /// for who asks for it.
  private var backsOff: Bool { configuration.world == .live || configuration.retries }

  /// Says so when no command does.
  private mutating func noteFailure(_ failure: ServiceFailure, next: Span?) {
    guard operations.uploadCount == 0 else { return }
    let again = next.map { "; the next try is in \($0.microseconds / 1_000_000)s" } ?? ""
    note(
      "uploadFailed",
      "upload failed (\(failure.sentence)); \(counted(waiting.count, "event")) still queued\(again)")
  }

  /// Nothing is sendable now: goes on when the first device or user may send again.
  mutating func awaitDelays() {
    let through = uploads.wantedThrough
    uploads.wantedThrough = 0
    uploads.delays.removeAll { $0.until <= now }
    guard let due = uploads.delays.map(\.until).min(), waiting.contains(where: { $0 <= through }) else { return }
    uploads.lastFailure = ServiceFailure(code: .httpStatus, status: 429, detail: "the service asks for a pause")
    guard departure == .staying else { return }
    pause(for: due.since(now), through: through, isBackOff: false)
  }

  private mutating func pause(for span: Span, through: Int, isBackOff: Bool) {
    var through = through
    if let pause = uploads.pause { through = max(through, pause.through) }
    endPause()
    let timer = startTimer(after: span)
    uploads.pause = UploadState.Pause(timer: timer, due: now.advanced(by: span), through: through, isBackOff: isBackOff)
  }

  mutating func endPause() {
    guard let pause = uploads.pause else { return }
    cancelTimer(pause.timer)
    uploads.pause = nil
  }
}

extension ServiceFailure {
  /// Whether the same upload may go well later: also a time-out of the service's, and a 400 that is not its own
  /// (amplitude.md 6.6, 9.1).
  fileprivate var mayPass: Bool { isRetryable || status == 408 || status == 400 }
}
