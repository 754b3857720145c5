import TextFormats
import Vocabulary

/// Everything that was tracked, in order, and everything that was not, with the reason (product.md section 5).
struct Ledger: Equatable, Sendable {
  private(set) var tracked: [LedgerEntry] = []
  private(set) var suppressed: [LedgerEntry] = []
  /// The start of the analytics session each tracked event belongs to, milliseconds since 1970.
  private(set) var sessionIds: [Int64] = []
  /// Sequence numbers of tracked events that wait for upload, in order.
  private(set) var queue: [Int] = []
  /// How many tracked events are engagements with decisions, which no analytics service gets.
  private(set) var engagements = 0
  /// The index in `tracked` of the last event that is none.
  private var lastAnalytics: Int?

  /// The last analytics event and its session.
  var last: (entry: LedgerEntry, sessionId: Int64)? { lastAnalytics.map { (tracked[$0], sessionIds[$0]) } }

  mutating func append(tracked entry: LedgerEntry, sessionId: Int64) {
    tracked.append(entry)
    sessionIds.append(sessionId)
    if entry.destination == .analytics { lastAnalytics = tracked.count - 1 } else { engagements += 1 }
    if entry.fate == .tracked(.queued) { queue.append(entry.sequence) }
  }

  mutating func append(suppressed entry: LedgerEntry) { suppressed.append(entry) }

  /// Notes what became of events; those that no longer wait leave the queue.
  mutating func mark(_ sequences: some Collection<Int>, _ delivery: LedgerEntry.Delivery) {
    guard !sequences.isEmpty else { return }
    for sequence in sequences { tracked[sequence - 1].fate = .tracked(delivery) }
    if delivery != .queued {
      let leaving = Set(sequences)
      queue.removeAll { leaving.contains($0) }
    }
  }

  /// Lets events wait again that were put aside.
  mutating func requeue(_ sequences: some Collection<Int>) {
    guard !sequences.isEmpty else { return }
    for sequence in sequences { tracked[sequence - 1].fate = .tracked(.queued) }
    queue = (queue + sequences).sorted()
  }

  /// Notes that the service has processed events, by their insert ids.
  mutating func markProcessed(insertIds: Set<String>) {
    for index in tracked.indices {
      guard tracked[index].fate == .tracked(.sent), let id = tracked[index].insertId, insertIds.contains(id) else {
        continue
      }
      tracked[index].fate = .tracked(.processed)
    }
  }

  /// The tracked event of a sequence number.
  func entry(_ sequence: Int) -> LedgerEntry? {
    tracked.indices.contains(sequence - 1) ? tracked[sequence - 1] : nil
  }

  func count(_ delivery: LedgerEntry.Delivery) -> Int {
    tracked.reduce(0) { $1.fate == .tracked(delivery) ? $0 + 1 : $0 }
  }
}

/// The last exposure of each flag under the current ids; a change of either id empties it (product.md rule 6).
struct ExposureMemory: Equatable, Sendable {
  struct Exposure: Equatable, Sendable {
    var flag: String
    var variant: String?
    var experimentKey: String?

    static func == (left: Exposure, right: Exposure) -> Bool {
      func same(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.isExactly(other)
      }
      return left.flag.isExactly(right.flag) && same(left.variant, right.variant)
        && same(left.experimentKey, right.experimentKey)
    }
  }

  private var last: [Exposure] = []

  /// Remembers an exposure; false when the flag's last one was the same.
  mutating func remember(_ exposure: Exposure) -> Bool {
    guard let index = last.firstIndex(where: { $0.flag.isExactly(exposure.flag) }) else {
      last.append(exposure)
      return true
    }
    if last[index] == exposure { return false }
    last[index] = exposure
    return true
  }

  mutating func forget() { last = [] }
}
