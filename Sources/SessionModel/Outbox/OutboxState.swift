import ServiceMessages
import TextFormats
import Vocabulary

/// Undelivered events of earlier sessions that this one has taken over.
struct OutboxState: Equatable, Sendable {
  struct Adopted: Equatable, Sendable {
    var item: UploadItem
    var type: String
    /// Milliseconds since 1970, as on the wire.
    var time: Int64?
    var delivery: LedgerEntry.Delivery
  }

  /// Far below every sequence number, so that earlier events come first.
  private static let firstKey = -(1 << 40)

  private(set) var adopted: [Adopted] = []
  /// Keys of those that wait for upload, in order.
  private(set) var queue: [Int] = []
  private var known: Set<ExactText> = []
  /// Why the outbox on disk could not be written; nil while all is well.
  var failure: String?

  /// The event of a key; nil for keys of tracked events.
  subscript(key: Int) -> Adopted? {
    let index = key - Self.firstKey
    return key < 0 && adopted.indices.contains(index) ? adopted[index] : nil
  }

  /// The keys of all, in order.
  var keys: Range<Int> { Self.firstKey..<(Self.firstKey + adopted.count) }

  /// Takes an event over and gives its key; nil when it is known already.
  mutating func adopt(_ event: Adopted) -> Int? {
    guard known.insert(ExactText(event.item.insertId)).inserted else { return nil }
    let key = Self.firstKey + adopted.count
    adopted.append(event)
    if event.delivery == .queued { queue.append(key) }
    return key
  }

  mutating func mark(_ keys: [Int], _ delivery: LedgerEntry.Delivery) {
    guard !keys.isEmpty else { return }
    for key in keys { adopted[key - Self.firstKey].delivery = delivery }
    let leaving = Set(keys)
    queue.removeAll { leaving.contains($0) }
  }

  mutating func requeue(_ keys: [Int]) {
    guard !keys.isEmpty else { return }
    for key in keys { adopted[key - Self.firstKey].delivery = .queued }
    queue = (queue + keys).sorted()
  }
}
