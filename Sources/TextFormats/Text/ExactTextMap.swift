/// Values by name, in the order in which the names came, where names are compared by their UTF-8 bytes. Setting, finding
/// and removing cost the same, however many names there are.
package struct ExactTextMap<Value> {
  private static var holeLimit: Int { 64 }

  /// nil where a name was removed.
  private var slots: [(name: String, value: Value)?] = []
  private var places: [ExactText: Int] = [:]

  package init() {}

  package var count: Int { places.count }
  package var isEmpty: Bool { places.isEmpty }

  /// In order.
  package var elements: some Sequence<(name: String, value: Value)> { slots.lazy.compactMap { $0 } }

  /// A name that is set again keeps its place; nil removes it.
  package subscript(name: String) -> Value? {
    get { places[ExactText(name)].flatMap { slots[$0]?.value } }
    set {
      let key = ExactText(name)
      switch (places[key], newValue) {
      case (let place?, let value?): slots[place] = (name, value)
      case (nil, let value?):
        places[key] = slots.count
        slots.append((name, value))
      case (let place?, nil):
        slots[place] = nil
        places[key] = nil
        if slots.count - count > max(count, Self.holeLimit) { closeHoles() }
      case (nil, nil): break
      }
    }
  }

  private mutating func closeHoles() {
    slots.removeAll { $0 == nil }
    for (place, slot) in slots.enumerated() {
      if let slot { places[ExactText(slot.name)] = place }
    }
  }
}

extension ExactTextMap: Sendable where Value: Sendable {}
