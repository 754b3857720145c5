import CommandLanguage
import ServiceMessages
import TextFormats
import Vocabulary

/// Uploading what was tracked (product.md rule 9): in order, one request at a time, never under a second insert id.
extension Session {
  /// Wants everything that waits now to be uploaded.
  ///
  /// - Parameter isAsked: somebody asked for it (`flush`): a series of failures begins anew.
  mutating func requestUpload(isAsked: Bool = false) {
    if isAsked { uploads.failureCount = 0 }
    if uploads.pause?.isBackOff ?? false || departure != .staying { endPause() }
    guard let last = lastWaiting else { return }
    want(through: last)
    uploadNext()
  }

  private mutating func want(through key: Int) {
    uploads.wantedThrough = uploads.wantedThrough == 0 ? key : max(uploads.wantedThrough, key)
  }

  // MARK: What waits

  private var lastWaiting: Int? { ledger.queue.last ?? outbox.queue.last }
  private var firstWaiting: Int? { outbox.queue.first ?? ledger.queue.first }

  /// Everything that waits, in the order of sending.
  var waiting: [Int] { outbox.queue.isEmpty ? ledger.queue : outbox.queue + ledger.queue }

  /// How many tracked events wait and are not on their way.
  var idleCount: Int {
    ledger.queue.count - (uploads.active?.events.count { $0 > 0 } ?? 0)
  }

  /// Whether nothing up to this event waits any more, or all uploading was given up for now.
  func isUploadSettled(through key: Int) -> Bool {
    guard let first = firstWaiting, first <= key else { return true }
    return uploads.active == nil && uploads.wantedThrough == 0
  }

  // MARK: Sending

  mutating func uploadNext() {
    guard uploads.active == nil else { return }
    guard flagsOff == nil, !uploads.isKeyRefused else {
      // No client, no upload: what waits is wanted again by the next flush.
      uploads.wantedThrough = 0
      return
    }
    while let batch = nextBatch() {
      if batch.events.count == 1, batch.items[0].isTooLarge {
        dropTooLarge(batch.events)
        continue
      }
      uploads.lastFailure = nil
      let request = send(UploadRequest.build(items: batch.items))
      let timer = startTimer(after: UploadRequest.timeout)
      uploads.active = UploadState.Active(request: request, timer: timer, events: batch.events)
      return
    }
    if uploads.wantedThrough != 0 { awaitDelays() }
  }

  private mutating func dropTooLarge(_ events: [Int]) {
    mark(events, .dropped)
    note("eventsDropped", "one event is larger than any request may be and was dropped")
  }

  /// The longest beginning of what is wanted that fits one request. Devices and users that pause are left out, with
  /// everything that follows on the same device, so that its order is kept.
  private func nextBatch() -> (events: [Int], items: [UploadItem])? {
    guard uploads.wantedThrough != 0 else { return nil }
    let limit = min(uploads.batchLimit, uploads.searchLimit)
    var events: [Int] = []
    var items: [UploadItem] = []
    var bytes = 0
    var pausing: Set<ExactText> = []
    for key in waiting {
      guard key <= uploads.wantedThrough, events.count < limit, bytes <= UploadRequest.byteLimit else { break }
      if !uploads.delays.isEmpty {
        let owner = owner(of: key)
        let device = ExactText(owner.deviceId ?? "")
        if isPausing(owner) { pausing.insert(device) }
        if pausing.contains(device) { continue }
      }
      let item = uploadItem(key)
      // One that fits nowhere comes alone, once everything before it has gone.
      if item.isTooLarge, !events.isEmpty { break }
      events.append(key)
      items.append(item)
      bytes += item.byteCount
      if item.isTooLarge { break }
    }
    guard !events.isEmpty else { return nil }
    let count = UploadRequest.batchCount(of: items)
    return (Array(events.prefix(count)), Array(items.prefix(count)))
  }

  private func isPausing(_ owner: (deviceId: String?, userId: String?)) -> Bool {
    uploads.delays.contains { delay in
      let name = delay.isUser ? owner.userId : owner.deviceId
      return delay.until > now && name.map { delay.name == ExactText($0) } ?? false
    }
  }

  private func owner(of key: Int) -> (deviceId: String?, userId: String?) {
    if let adopted = outbox[key] { return (adopted.item.deviceId, adopted.item.userId) }
    let entry = ledger.entry(key)
    return (entry?.deviceId, entry?.userId)
  }

  private func uploadItem(_ key: Int) -> UploadItem {
    if let adopted = outbox[key] { return adopted.item }
    return UploadItem(uploadEvent(key))
  }

  func uploadEvent(_ sequence: Int) -> UploadEvent {
    let entry = ledger.tracked[sequence - 1]
    let keeps = enforces(.eventsKeepTheirIdentity)
    return UploadEvent(
      type: entry.type, userId: keeps ? entry.userId : identity.userId,
      deviceId: keeps ? entry.deviceId : identity.deviceId, time: wallMilliseconds(entry.time),
      insertId: entry.insertId ?? "", eventId: sequence, sessionId: ledger.sessionIds[sequence - 1],
      platform: configuration.platform, properties: entry.properties)
  }

  // MARK: Answers and timers

  /// Takes the answer to the upload in flight; false when the request is another's.
  mutating func takeUploadAnswer(_ answer: Answer, for request: Int) -> Bool {
    guard let active = uploads.active, active.request == request else { return false }
    cancelTimer(active.timer)
    exchanges.end(request, Exchange.Ending(answer), fate: .used, at: now)
    uploads.active = nil
    judge(UploadAnswer(answer, to: active.events.map(uploadItem)), of: active.events)
    return true
  }

  /// Gives up the upload in flight when its timer is due, or ends a pause; false when the timer is another's.
  mutating func takeUploadTimer(_ timer: Int) -> Bool {
    if let pause = uploads.pause, pause.timer == timer {
      uploads.pause = nil
      uploads.delays.removeAll { $0.until <= now }
      want(through: pause.through)
      uploadNext()
      return true
    }
    guard let active = uploads.active, active.timer == timer else { return false }
    outputs.append(.effect(.cancelRequest(id: active.request)))
    exchanges.end(active.request, .failure(.timeout), fate: .cancelled, at: now)
    uploads.active = nil
    stopUploading(ServiceFailure(code: .timeout))
    return true
  }
}

/// A count with its noun.
func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
