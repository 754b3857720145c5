import ServiceMessages
import SessionModel
import Vocabulary

/// What a live world owes: answers that have come, in their order, and timers.
struct LiveQueue {
  private struct Arrival {
    var id: Int
    var time: Instant
    var answer: Answer
  }

  private struct Timer: Comparable {
    var due: Instant
    var id: Int

    static func < (left: Timer, right: Timer) -> Bool {
      left.due != right.due ? left.due < right.due : left.id < right.id
    }
  }

  private var arrivals: ArraySlice<Arrival> = []
  /// The latest first, so that the next one is taken from the end.
  private var timers: [Timer] = []
  private var dues: [Int: Instant] = [:]
  /// Inputs never go back in time: a timer that is handed over after an answer has no earlier moment than it.
  private var lastTime = Instant.start

  var nextDue: Instant? {
    let timer = timers.last.map { max($0.due, lastTime) }
    guard let arrival = arrivals.first?.time else { return timer }
    return min(arrival, timer ?? arrival)
  }

  /// Something happens in the session at this moment, so nothing that is handed over later is earlier.
  mutating func note(_ now: Instant) { lastTime = max(lastTime, now) }

  mutating func add(answer: Answer, id: Int, at now: Instant) {
    note(now)
    arrivals.append(Arrival(id: id, time: lastTime, answer: answer))
  }

  mutating func cancel(answer id: Int) { arrivals.removeAll { $0.id == id } }

  /// Starts a timer, in place of one with the same id.
  mutating func start(timer id: Int, due: Instant) {
    cancel(timer: id)
    dues[id] = due
    let timer = Timer(due: due, id: id)
    timers.insert(timer, at: place(of: timer))
  }

  mutating func cancel(timer id: Int) {
    guard let due = dues.removeValue(forKey: id) else { return }
    timers.remove(at: place(of: Timer(due: due, id: id)))
  }

  mutating func take(notAfter limit: Instant) -> Input? {
    if let first = arrivals.first, first.time <= limit {
      arrivals.removeFirst()
      return Input(time: first.time, .answer(request: first.id, first.answer))
    }
    guard let timer = timers.last, max(timer.due, lastTime) <= limit else { return nil }
    timers.removeLast()
    dues[timer.id] = nil
    lastTime = max(lastTime, timer.due)
    return Input(time: lastTime, .timer(id: timer.id))
  }

  /// Where a timer stands, or would stand, among those that are later.
  private func place(of timer: Timer) -> Int {
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      if timers[middle] > timer { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
