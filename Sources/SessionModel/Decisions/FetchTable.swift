/// The fetches of decisions in flight, found by number, request or timer.
struct FetchTable: Equatable, Sendable {
  private var fetches = NumberedList<DecisionsState.Fetch>()
  /// The number of the fetch that a request or a timer belongs to.
  private var requests: [Int: Int] = [:]
  private var timers: [Int: Int] = [:]

  var count: Int { fetches.count }
  /// In the order of asking.
  var all: [DecisionsState.Fetch] { Array(fetches.elements) }

  subscript(number: Int) -> DecisionsState.Fetch? { fetches[number] }
  subscript(request request: Int) -> DecisionsState.Fetch? { requests[request].flatMap { fetches[$0] } }
  subscript(timer timer: Int) -> DecisionsState.Fetch? { timers[timer].flatMap { fetches[$0] } }

  mutating func append(_ fetch: DecisionsState.Fetch) {
    fetches.append(fetch, number: fetch.number)
    timers[fetch.timer] = fetch.number
    for part in fetch.parts { requests[part.request] = fetch.number }
  }

  /// Changes what became of one part of a fetch, its request and the timer of its next try included.
  mutating func update(_ number: Int, part: Int, to new: DecisionsState.Fetch.Part) {
    guard let old = fetches[number]?.parts[part] else { return }
    requests[old.request] = nil
    requests[new.request] = number
    if let timer = old.retryTimer { timers[timer] = nil }
    if let timer = new.retryTimer { timers[timer] = number }
    fetches.update(number) { $0.parts[part] = new }
  }

  @discardableResult
  mutating func remove(_ number: Int) -> DecisionsState.Fetch? {
    guard let fetch = fetches.remove(number) else { return nil }
    timers[fetch.timer] = nil
    for part in fetch.parts {
      requests[part.request] = nil
      if let timer = part.retryTimer { timers[timer] = nil }
    }
    return fetch
  }
}
