/// Elements in the order of ever larger numbers, found and removed by number.
///
/// Finding costs a binary search, removing leaves a hole, and holes are closed when they outnumber what is left: a
/// session with a hundred thousand jobs under way costs each of them the same.
struct NumberedList<Element: Equatable & Sendable>: Equatable, Sendable {
  private static var holeLimit: Int { 64 }

  private var numbers: [Int] = []
  private var slots: [Element?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// In order.
  var elements: some Sequence<Element> { slots.lazy.compactMap { $0 } }

  /// Adds an element; its number is larger than all before.
  mutating func append(_ element: Element, number: Int) {
    numbers.append(number)
    slots.append(element)
    count += 1
  }

  subscript(number: Int) -> Element? { index(of: number).flatMap { slots[$0] } }

  /// Changes an element in place; does nothing when there is none of this number.
  mutating func update(_ number: Int, _ change: (inout Element) -> Void) {
    guard let index = index(of: number), var element = slots[index] else { return }
    slots[index] = nil
    change(&element)
    slots[index] = element
  }

  @discardableResult
  mutating func remove(_ number: Int) -> Element? {
    guard let index = index(of: number), let element = slots[index] else { return nil }
    slots[index] = nil
    count -= 1
    if slots.count - count > max(count, Self.holeLimit) { closeHoles() }
    return element
  }

  /// Removes, in order, what the closure names.
  mutating func removeAll(where isLeaving: (Element) -> Bool) {
    for index in slots.indices {
      guard let element = slots[index], isLeaving(element) else { continue }
      slots[index] = nil
      count -= 1
    }
    closeHoles()
  }

  private mutating func closeHoles() {
    var kept = 0
    for index in slots.indices where slots[index] != nil {
      if kept != index {
        numbers[kept] = numbers[index]
        slots[kept] = slots[index]
      }
      kept += 1
    }
    numbers.removeLast(numbers.count - kept)
    slots.removeLast(slots.count - kept)
  }

  private func index(of number: Int) -> Int? {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = low + (high - low) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == number ? low : nil
  }
}
