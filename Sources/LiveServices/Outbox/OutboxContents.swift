import SessionModel
import TextFormats

/// What the bytes of an outbox file say.
struct OutboxContents {
  /// Events that nobody has acknowledged, in order, each once.
  private(set) var undelivered: [OutboxRecord] = []
  private(set) var acknowledged: Set<ExactText> = []
  /// Lines that cannot be read; a last line without its end is one when it is not whole.
  private(set) var damaged: [ArraySlice<UInt8>] = []

  init(_ bytes: [UInt8]) {
    var events: [OutboxRecord] = []
    var places: [ExactText: Int] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      switch OutboxLine(line) {
      case .event(let record)?:
        let id = ExactText(record.insertId)
        guard places[id] == nil else { continue }
        places[id] = events.count
        events.append(record)
      case .acknowledged(let ids)?: for id in ids { acknowledged.insert(ExactText(id)) }
      case .setAside(let ids, let reason)?:
        for id in ids {
          if let place = places[ExactText(id)] { events[place].setAside = reason }
        }
      case nil: damaged.append(line)
      }
    }
    undelivered = events.filter { !acknowledged.contains(ExactText($0.insertId)) }
  }

  /// When the first event was tracked, milliseconds since 1970; the end of time when there is none.
  var firstTime: Int64 {
    undelivered.first.flatMap { try? JSON.parse($0.event)["time"]?.integer } ?? .max
  }
}
