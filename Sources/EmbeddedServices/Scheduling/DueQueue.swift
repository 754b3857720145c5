import SessionModel
import Vocabulary

/// What a world owes: answers and timers, the earliest first.
///
/// Order: by moment, answers before timers, then in the order in which they came to be due, then by id. Every operation
/// is logarithmic; what was cancelled stays in the heap as a tombstone until it reaches the top or outnumbers the rest.
struct DueQueue: Sendable {
  enum Rank: UInt8, Sendable {
    case answer
    case timer
  }

  private struct Entry: Sendable {
    var due: Instant
    var rank: Rank
    var order: UInt64
    var id: Int
    var kind: Input.Kind

    func precedes(_ other: Entry) -> Bool {
      if due != other.due { return due < other.due }
      if rank != other.rank { return rank.rawValue < other.rank.rawValue }
      if order != other.order { return order < other.order }
      return id < other.id
    }
  }

  /// How many tombstones are kept before the heap is built anew.
  private static let tombstoneLimit = 64

  /// A binary heap whose first entry is never a tombstone.
  private var heap: [Entry] = []
  /// The order number under which an id is owed; what the heap holds under another number is a tombstone.
  private var owedAnswers: [Int: UInt64] = [:]
  private var owedTimers: [Int: UInt64] = [:]
  private var nextOrder: UInt64 = 0

  var count: Int { owedAnswers.count + owedTimers.count }

  var nextDue: Instant? { heap.first?.due }

  /// Owes this at a moment, in place of anything owed under the same id.
  mutating func add(_ rank: Rank, id: Int, due: Instant, _ kind: Input.Kind) {
    setOwed(rank, id, nextOrder)
    heap.append(Entry(due: due, rank: rank, order: nextOrder, id: id, kind: kind))
    nextOrder += 1
    siftUp(heap.count - 1)
    dropTombstones()
  }

  /// Owes nothing under this id any more; says whether anything was.
  @discardableResult
  mutating func cancel(_ rank: Rank, id: Int) -> Bool {
    guard owed(rank, id) != nil else { return false }
    setOwed(rank, id, nil)
    dropTombstones()
    return true
  }

  /// Takes the first entry that is due no later than `limit`.
  mutating func take(notAfter limit: Instant) -> Input? {
    guard let first = heap.first, first.due <= limit else { return nil }
    setOwed(first.rank, first.id, nil)
    removeFirst()
    dropTombstones()
    return Input(time: first.due, first.kind)
  }

  private func owed(_ rank: Rank, _ id: Int) -> UInt64? {
    switch rank {
    case .answer: owedAnswers[id]
    case .timer: owedTimers[id]
    }
  }

  private mutating func setOwed(_ rank: Rank, _ id: Int, _ order: UInt64?) {
    switch rank {
    case .answer: owedAnswers[id] = order
    case .timer: owedTimers[id] = order
    }
  }

  private func isTombstone(_ entry: Entry) -> Bool { owed(entry.rank, entry.id) != entry.order }

  private mutating func dropTombstones() {
    if heap.count - count > max(count, Self.tombstoneLimit) {
      heap = heap.filter { !isTombstone($0) }
      for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { siftDown(index) }
    }
    while let first = heap.first, isTombstone(first) { removeFirst() }
  }

  private mutating func removeFirst() {
    let last = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = last
    siftDown(0)
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].precedes(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].precedes(heap[smallest]) {
        smallest = child
      }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
