import ServiceMessages
import TextFormats
import Vocabulary

/// What became of events by key, in the ledger or among those of earlier sessions, and in the outbox on disk.
extension Session {
  /// Notes what became of events that waited; those that are settled leave the outbox.
  mutating func mark(_ keys: [Int], _ delivery: LedgerEntry.Delivery) {
    guard !keys.isEmpty else { return }
    ledger.mark(keys.filter { $0 > 0 }, delivery)
    outbox.mark(keys.filter { $0 < 0 }, delivery)
    let leaving = Set(keys)
    uploads.parked.removeAll { leaving.contains($0.key) }
    if keepsOutbox, delivery == .sent || delivery == .dropped {
      outputs.append(.effect(.outbox(.remove(insertIds: insertIds(keys)))))
    }
  }

  /// Puts events aside: kept, but not sent again unasked.
  mutating func park(_ keys: [Int], _ reason: UploadState.ParkReason) {
    guard !keys.isEmpty else { return }
    mark(keys, .parked)
    uploads.parked += keys.map { UploadState.Parked(key: $0, reason: reason) }
    guard keepsOutbox else { return }
    outputs.append(.effect(.outbox(.setAside(insertIds: insertIds(keys), reason: reason.rawValue))))
  }

  /// Lets parked events wait again, all or some.
  mutating func unpark(where isWanted: (UploadState.Parked) -> Bool) {
    let keys = uploads.parked.filter(isWanted).map(\.key)
    guard !keys.isEmpty else { return }
    let returning = Set(keys)
    uploads.parked.removeAll { returning.contains($0.key) }
    ledger.requeue(keys.filter { $0 > 0 })
    outbox.requeue(keys.filter { $0 < 0 })
  }

  private func insertIds(_ keys: [Int]) -> [String] { keys.compactMap(insertId) }

  func insertId(_ key: Int) -> String? { outbox[key]?.item.insertId ?? ledger.entry(key)?.insertId }
}
