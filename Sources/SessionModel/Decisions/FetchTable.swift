/// The fetches of decisions in flight, found by number, request or timer; an answer costs the same, however many parts
/// its fetch has.
struct FetchTable: Equatable, Sendable {
  /// One part of one fetch.
  struct Place: Equatable, Sendable {
    var terms: DecisionsState.Fetch.Terms
    var index: Int
    var part: DecisionsState.Fetch.Part
  }

  private struct Address: Equatable, Sendable {
    var fetch: Int
    var part: Int
  }

  private struct Entry: Equatable, Sendable {
    var fetch: DecisionsState.Fetch
    var openParts: Int
  }

  private var fetches = NumberedList<Entry>()
  private var requests: [Int: Address] = [:]
  /// The pauses before further tries.
  private var pauses: [Int: Address] = [:]
  /// The fetch whose time a timer is.
  private var deadlines: [Int: Int] = [:]

  var count: Int { fetches.count }
  /// The numbers of the fetches, in the order of asking.
  var numbers: [Int] { fetches.elements.map(\.fetch.terms.number) }

  /// The part that waits for the answer to a request.
  func place(ofRequest request: Int) -> Place? {
    requests[request].flatMap(place).flatMap { $0.part.isInFlight ? $0 : nil }
  }

  /// The part whose pause before the next try a timer is.
  func place(ofPause timer: Int) -> Place? { pauses[timer].flatMap(place) }

  func number(ofDeadline timer: Int) -> Int? { deadlines[timer] }

  private func place(_ address: Address) -> Place? {
    fetches[address.fetch].map { entry in
      Place(terms: entry.fetch.terms, index: address.part, part: entry.fetch.parts[address.part])
    }
  }

  mutating func append(_ fetch: DecisionsState.Fetch) {
    let number = fetch.terms.number
    fetches.append(Entry(fetch: fetch, openParts: fetch.parts.count { !$0.isSettled }), number: number)
    deadlines[fetch.terms.timer] = number
    for (index, part) in fetch.parts.enumerated() { requests[part.request] = Address(fetch: number, part: index) }
  }

  /// Changes what became of a part, its request and the timer of its next try included.
  ///
  /// - Returns: the whole fetch, taken out, when this was the last part that was not settled.
  mutating func update(_ place: Place) -> DecisionsState.Fetch? {
    let number = place.terms.number
    guard let old = self.place(Address(fetch: number, part: place.index))?.part else { return nil }
    let (new, address) = (place.part, Address(fetch: number, part: place.index))
    requests[old.request] = nil
    requests[new.request] = address
    if let timer = old.retryTimer { pauses[timer] = nil }
    if let timer = new.retryTimer { pauses[timer] = address }
    var isOver = false
    fetches.update(number) { entry in
      entry.fetch.parts[address.part] = new
      if new.isSettled && !old.isSettled { entry.openParts -= 1 }
      isOver = entry.openParts == 0
    }
    return isOver ? remove(number) : nil
  }

  @discardableResult
  mutating func remove(_ number: Int) -> DecisionsState.Fetch? {
    guard let fetch = fetches.remove(number)?.fetch else { return nil }
    deadlines[fetch.terms.timer] = nil
    for part in fetch.parts {
      requests[part.request] = nil
      if let timer = part.retryTimer { pauses[timer] = nil }
    }
    return fetch
  }
}
