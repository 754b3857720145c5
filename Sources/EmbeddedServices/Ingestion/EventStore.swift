import TextFormats
import Vocabulary

/// What the analytics side of a world knows: events that wait for processing, and the processed ones.
struct EventStore: Sendable {
  private struct Batch: Sendable {
    var request: Int
    /// When its events are processed; nil while the answer to its upload is held.
    var due: Instant?
    var events: [IngestedEvent]
  }

  private struct InsertKey: Hashable, Sendable {
    var device: ExactText
    var insertId: ExactText
  }

  private var waiting: [Batch] = []
  /// In the order of processing.
  private(set) var processed: [IngestedEvent] = []
  private var places: [ExactText: [Int]] = [:]
  private var properties: [ExactText: JSONObject] = [:]
  private var seen: [InsertKey: Instant] = [:]

  /// Takes the events of an upload.
  mutating func take(_ events: [IngestedEvent], request: Int, due: Instant?) {
    guard !events.isEmpty else { return }
    waiting.append(Batch(request: request, due: due, events: events))
  }

  /// Says when the events of a held upload are processed after all.
  mutating func release(request: Int, due: Instant) {
    for index in waiting.indices where waiting[index].request == request && waiting[index].due == nil {
      waiting[index].due = due
    }
  }

  /// Processes what is due by now, the earliest first.
  mutating func settle(at now: Instant) {
    let due = waiting.enumerated().filter { $1.due.map { $0 <= now } ?? false }
    guard !due.isEmpty else { return }
    waiting.removeAll { $0.due.map { $0 <= now } ?? false }
    let ordered = due.sorted { left, right in
      (left.element.due ?? now, left.offset) < (right.element.due ?? now, right.offset)
    }
    for (_, batch) in ordered {
      for event in batch.events { process(event, at: batch.due ?? now) }
    }
  }

  /// The number of events of a device that were taken and are not processed yet.
  func waitingCount(device: String) -> Int {
    waiting.reduce(0) { sum, batch in
      sum + batch.events.count { $0.deviceId?.isExactly(device) ?? false }
    }
  }

  /// The processed events of a device, in the order of processing.
  func events(device: String) -> [IngestedEvent] { (places[ExactText(device)] ?? []).map { processed[$0] } }

  func userProperties(of person: ExactText) -> JSONObject { properties[person] ?? JSONObject() }

  private mutating func process(_ event: IngestedEvent, at moment: Instant) {
    if let insertId = event.insertId {
      let key = InsertKey(device: ExactText(event.deviceId ?? ""), insertId: ExactText(insertId))
      if let earlier = seen[key], moment.since(earlier).microseconds < IngestionLimits.deduplication { return }
      seen[key] = moment
    }
    let event = ExposureEvent.processed(event)
    UserPropertyChange.apply(event, to: &properties[event.person, default: JSONObject()])
    if let change = ExposureEvent.propertyChange(event) {
      properties[event.person, default: JSONObject()][change.name] = change.value
    }
    if let device = event.deviceId { places[ExactText(device), default: []].append(processed.count) }
    processed.append(event)
  }
}
