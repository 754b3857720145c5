import CommandLanguage
import ServiceMessages
import TextFormats
import Vocabulary

/// Uploading what was tracked (product.md rule 9): in order, one request at a time, never under a second insert id.
extension Session {
  /// Wants everything that waits now to be uploaded.
  mutating func requestUpload() {
    guard let last = ledger.queue.last else { return }
    uploads.wantedThrough = max(uploads.wantedThrough, last)
    uploadNext()
  }

  private mutating func uploadNext() {
    guard uploads.active == nil else { return }
    guard flagsOff == nil else {
      // No client, no upload: what waits is wanted again by the next flush.
      uploads.wantedThrough = 0
      return
    }
    let waiting = ledger.queue.prefix { $0 <= uploads.wantedThrough }.prefix(uploads.batchLimit)
    guard !waiting.isEmpty else { return }
    let batch = UploadRequest.batch(of: waiting.map(uploadEvent))
    uploads.lastFailure = nil
    let request = send(UploadRequest.build(batch))
    let timer = startTimer(after: UploadRequest.timeout)
    uploads.active = UploadState.Active(request: request, timer: timer, events: Array(waiting.prefix(batch.count)))
  }

  private func uploadEvent(_ sequence: Int) -> UploadEvent {
    let entry = ledger.tracked[sequence - 1]
    let keeps = enforces(.eventsKeepTheirIdentity)
    return UploadEvent(
      type: entry.type, userId: keeps ? entry.userId : identity.userId,
      deviceId: keeps ? entry.deviceId : identity.deviceId, time: wallMilliseconds(entry.time),
      insertId: entry.insertId ?? "", eventId: sequence, sessionId: ledger.sessionIds[sequence - 1],
      platform: configuration.platform, properties: entry.properties)
  }

  /// Takes the answer to the upload in flight; false when the request is another's.
  mutating func takeUploadAnswer(_ answer: Answer, for request: Int) -> Bool {
    guard let active = uploads.active, active.request == request else { return false }
    cancelTimer(active.timer)
    exchanges.end(request, Exchange.Ending(answer), fate: .used, at: now)
    uploads.active = nil
    judge(UploadAnswer(answer, eventCount: active.events.count), of: active.events)
    return true
  }

  /// Gives up the upload in flight when its timer is due; false when the timer is another's.
  mutating func takeUploadTimer(_ timer: Int) -> Bool {
    guard let active = uploads.active, active.timer == timer else { return false }
    outputs.append(.effect(.cancelRequest(id: active.request)))
    exchanges.end(active.request, .failure(.timeout), fate: .cancelled, at: now)
    uploads.active = nil
    stopUploading(ServiceFailure(code: .timeout))
    return true
  }

  private mutating func judge(_ answer: UploadAnswer, of events: [Int]) {
    switch answer {
    case .accepted(let ingested):
      ledger.mark(events, .sent)
      if let ingested, ingested < events.count {
        note("fewerIngested", "the service took \(ingested) of \(events.count) events; the others may be duplicates")
      }
      uploadNext()
    case .eventsRejected(let indexes, let reason):
      let refused = indexes.sorted().map { events[$0] }
      ledger.mark(refused, .dropped)
      note("eventsDropped", "\(refused.count) of \(events.count) events were refused for good (\(reason))")
      uploadNext()
    case .tooLarge where events.count > 1:
      uploads.batchLimit = max(1, events.count / 2)
      uploadNext()
    case .tooLarge:
      ledger.mark(events, .dropped)
      note("eventsDropped", "one event is too large for the service")
      uploadNext()
    case .keyRefused(let reason):
      ledger.mark(events, .parked)
      note("eventsParked", "\(events.count) events are parked (\(reason)); correct the key")
      stopUploading(ServiceFailure(code: .httpStatus, status: 400, detail: reason))
    case .failure(let failure):
      stopUploading(failure)
    }
  }

  /// Leaves what waits in the queue; the next flush tries again.
  private mutating func stopUploading(_ failure: ServiceFailure) {
    uploads.wantedThrough = 0
    uploads.lastFailure = failure
    if operations.uploadCount == 0 {
      note("uploadFailed", "upload failed (\(failure.sentence)); \(counted(ledger.queue.count, "event")) still queued")
    }
  }

  /// Whether nothing up to this event waits any more, or all uploading was given up.
  func isUploadSettled(through sequence: Int) -> Bool {
    guard let first = ledger.queue.first, first <= sequence else { return true }
    return uploads.active == nil && uploads.wantedThrough == 0
  }
}

/// A count with its noun.
func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
