import ServiceMessages
import TextFormats
import Vocabulary

/// What was tracked and not delivered survives the session (product.md section 8).
extension Session {
  /// Whether events are kept on disk until they are delivered: only where they really go to a service.
  var keepsOutbox: Bool { configuration.world == .live && configuration.isSending }

  func outboxRecord(_ sequence: Int) -> OutboxRecord {
    let event = uploadEvent(sequence)
    return OutboxRecord(
      insertId: event.insertId, deviceId: event.deviceId, sequence: sequence, event: event.document.text)
  }

  /// Takes over undelivered events of earlier sessions: they go before newer ones, with the next upload.
  mutating func take(found records: [OutboxRecord]) {
    var waiting = 0
    var parked = 0
    for record in records {
      guard let event = adopted(record) else {
        note("outboxUnreadable", "an event of an earlier session is no event of this format and stays where it is")
        continue
      }
      guard let key = outbox.adopt(event) else { continue }
      if event.delivery == .parked {
        parked += 1
        let reason = record.setAside.flatMap(UploadState.ParkReason.init(rawValue:)) ?? .eventRefused
        uploads.parked.append(UploadState.Parked(key: key, reason: reason))
      } else {
        waiting += 1
      }
    }
    if waiting > 0 {
      note(
        "outboxFound",
        "\(counted(waiting, "event")) of earlier sessions in the outbox; "
          + (configuration.isSending ? "the next upload takes them along" : "this session sends nothing (--send)"))
    }
    if parked > 0 { note("outboxParked", "\(counted(parked, "event")) of earlier sessions parked: outbox list") }
  }

  private func adopted(_ record: OutboxRecord) -> OutboxState.Adopted? {
    guard let document = try? JSON.parse(record.event), let type = document["event_type"]?.string,
      let insertId = document["insert_id"]?.string, insertId.isExactly(record.insertId), !insertId.isEmpty
    else { return nil }
    var delivery = LedgerEntry.Delivery.held
    if configuration.isSending {
      // A key may have been corrected since, and a quota is a day's; anything else needs a person.
      let mayWait = record.setAside.map { UploadState.ParkReason(rawValue: $0)?.mayHavePassed ?? false } ?? true
      delivery = mayWait ? .queued : .parked
    }
    return OutboxState.Adopted(
      item: UploadItem(
        insertId: insertId, deviceId: document["device_id"]?.string, userId: document["user_id"]?.string,
        text: document.text),
      type: type, time: document["time"]?.integer, delivery: delivery)
  }

  /// The disk did not take something: the events stay in memory, and who runs this must know.
  mutating func take(outboxFailure reason: String) {
    outbox.failure = reason
    note(
      "outboxFailed",
      "events are NOT safe on disk and are lost if this session ends before they are delivered: \(reason)")
  }

  /// What the outbox holds now: undelivered events of earlier sessions and of this one, in the order of sending.
  var undelivered: [OutboxView.Event] {
    let reasons = Dictionary(uploads.parked.map { ($0.key, $0.reason.rawValue) }) { first, _ in first }
    let earlier = outbox.keys.compactMap { key -> OutboxView.Event? in
      guard let event = outbox[key], event.delivery.isUndelivered else { return nil }
      return OutboxView.Event(
        key: key, insertId: event.item.insertId, deviceId: event.item.deviceId, type: event.type, time: event.time,
        state: event.delivery, reason: reasons[key])
    }
    guard keepsOutbox else { return earlier }
    return earlier
      + ledger.tracked.compactMap { entry in
        guard entry.destination == .analytics, case .tracked(let delivery) = entry.fate, delivery.isUndelivered else {
          return nil
        }
        return OutboxView.Event(
          key: entry.sequence, insertId: entry.insertId ?? "", deviceId: entry.deviceId, type: entry.type,
          time: wallMilliseconds(entry.time), state: delivery, reason: reasons[entry.sequence])
      }
  }

  /// The insert ids of what the outbox holds, in the order of sending; for completion.
  package var undeliveredInsertIds: [String] { undelivered.map(\.insertId) }

  /// How many undelivered events would stay behind.
  var undeliveredCount: Int {
    let earlier = outbox.adopted.count { $0.delivery.isUndelivered }
    return keepsOutbox ? earlier + ledger.queue.count + uploads.parked.count { $0.key > 0 } : earlier
  }

  /// Says on leaving what stays behind (product.md rule 9); the embedded world's events end with it.
  mutating func noteWhatStays() {
    guard configuration.world == .live else { return }
    let count = undeliveredCount
    if count > 0 {
      note(
        outbox.failure == nil ? "eventsStay" : "eventsUnsafe",
        outbox.failure == nil
          ? "\(counted(count, "event")) \(count == 1 ? "stays" : "stay") in the outbox; a later session with --send "
            + "delivers \(count == 1 ? "it" : "them")"
          : "\(counted(count, "event")) may be lost: the outbox could not be written")
    }
    let held = configuration.isSending ? 0 : ledger.tracked.count
    if held > 0 {
      note(
        "eventsHeld",
        "\(counted(held, "event")) held and not sent; \(held == 1 ? "it ends" : "they end") with this session")
    }
  }
}

extension LedgerEntry.Delivery {
  /// Neither taken by the service nor given up.
  var isUndelivered: Bool { self == .queued || self == .held || self == .parked }
}
