import LiveServices
import SessionModel
import TestSupport
import Testing
import TextFormats

/// Random lives of an outbox: events are kept, acknowledged and set aside, and the process is killed between any two
/// changes of the disk.
@Suite("The outbox under random kills")
struct OutboxModelTests {
  /// What must hold after a kill at a moment.
  private struct Promise {
    /// Events whose keeping had returned and whose acknowledgement had not begun.
    var certain: [OutboxRecord]
    /// Events that may be found: being kept, or being acknowledged.
    var possible: Set<String>
  }

  private struct Life {
    var random: SeededGenerator
    var kept: [OutboxRecord] = []
    var nextNumber = 1
  }

  @Test("Nothing is lost, nothing found twice, order is kept per device", arguments: Array(1...30) as [UInt64])
  func kills(seed: UInt64) throws {
    var life = Life(random: SeededGenerator(seed: seed))
    var picture: OutboxBench.Picture = [:]
    // Every state of the folder, with what was promised then.
    var states: [(picture: OutboxBench.Picture, promise: Promise)] = []
    for generation in 0..<4 {
      let folder = try OutboxBench.folder(picture)
      let store = try OutboxStore(folder: folder.path, name: "process-\(generation)")
      var moments: [OutboxBench.Picture] = []
      store.afterStep = { moments.append(OutboxBench.picture(of: folder.path)) }
      func note(_ promise: Promise) {
        for moment in moments { states.append((moment, promise)) }
        moments = []
        states.append((OutboxBench.picture(of: folder.path), promise))
      }
      let found = try store.adopt()
      #expect(found.records == life.kept, "seed \(seed), generation \(generation)")
      #expect(found.notices.isEmpty, "seed \(seed)")
      note(Promise(certain: life.kept, possible: []))
      for _ in 0..<Int.random(in: 1...12, using: &life.random) { try step(store, &life, note) }
      // Killed anywhere so far: the next process goes on from the last state, all earlier ones are looked at below.
      picture = OutboxBench.picture(of: folder.path)
      if Bool.random(using: &life.random) {
        store.close()
        note(Promise(certain: life.kept, possible: []))
        picture = OutboxBench.picture(of: folder.path)
      }
    }
    for (picture, promise) in states { try check(picture, promise, seed) }
  }

  private func step(_ store: OutboxStore, _ life: inout Life, _ note: (Promise) -> Void) throws {
    switch Int.random(in: 0..<10, using: &life.random) {
    case 0..<5:
      let records = (0..<Int.random(in: 1...3, using: &life.random)).map { _ in
        life.nextNumber += 1
        return OutboxBench.record(
          life.nextNumber, device: "device-\(Int.random(in: 0..<3, using: &life.random))")
      }
      try store.perform(.append(records))
      note(Promise(certain: life.kept, possible: Set(records.map(\.insertId))))
      life.kept += records
      note(Promise(certain: life.kept, possible: []))
    case 5..<9:
      let share = Int.random(in: 1...4, using: &life.random)
      let leaving = life.kept.filter { _ in Int.random(in: 0..<4, using: &life.random) < share }
      try store.perform(.remove(insertIds: leaving.map(\.insertId)))
      let gone = Set(leaving.map(\.insertId))
      life.kept.removeAll { gone.contains($0.insertId) }
      note(Promise(certain: life.kept, possible: gone))
    default:
      guard let record = life.kept.randomElement(using: &life.random) else { return }
      try store.perform(.setAside(insertIds: [record.insertId], reason: "reason"))
      for index in life.kept.indices where life.kept[index].insertId == record.insertId {
        life.kept[index].setAside = "reason"
      }
      note(Promise(certain: life.kept, possible: []))
    }
  }

  private func check(_ picture: OutboxBench.Picture, _ promise: Promise, _ seed: UInt64) throws {
    let found = try OutboxBench.found(picture)
    let ids = found.map(\.insertId)
    #expect(Set(ids).count == ids.count, "seed \(seed): an event is found twice")
    let certain = promise.certain.map(\.insertId)
    #expect(ids.filter { !promise.possible.contains($0) } == certain, "seed \(seed)")
    // Numbers rise in the order of tracking.
    for device in 0..<3 {
      let sequences = found.filter { $0.deviceId == "device-\(device)" }.map(\.sequence)
      #expect(sequences == sequences.sorted(), "seed \(seed)")
    }
  }

  @Test("A process killed while it takes over loses and doubles nothing", arguments: Array(1...10) as [UInt64])
  func killedWhileAdopting(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var picture: OutboxBench.Picture = [:]
    var expected: [OutboxRecord] = []
    for session in 0..<3 {
      let folder = try ScratchFolder()
      let store = try OutboxStore(folder: folder.path, name: "dead-\(session)")
      let records = (0..<Int.random(in: 1...3, using: &random)).map { OutboxBench.record(session * 100 + $0) }
      try store.perform(.append(records))
      expected += records
      picture.merge(OutboxBench.picture(of: folder.path)) { old, _ in old }
    }
    let folder = try OutboxBench.folder(picture)
    let adopter = try OutboxStore(folder: folder.path, name: "adopter")
    var moments: [OutboxBench.Picture] = []
    adopter.afterStep = { moments.append(OutboxBench.picture(of: folder.path)) }
    #expect(try adopter.adopt().records == expected)
    #expect(moments.count >= 8)
    for moment in moments {
      #expect(try OutboxBench.found(moment).map(\.insertId) == expected.map(\.insertId), "seed \(seed)")
      // And killed once more, while that is taken over.
      let second = try OutboxBench.folder(moment)
      let again = try OutboxStore(folder: second.path, name: "again")
      var later: [OutboxBench.Picture] = []
      again.afterStep = { later.append(OutboxBench.picture(of: second.path)) }
      _ = try again.adopt()
      for picture in later { #expect(try OutboxBench.found(picture).map(\.insertId) == expected.map(\.insertId)) }
    }
  }
}
