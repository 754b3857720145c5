import ServiceMessages
import Vocabulary

/// How one service behaves at the moment.
struct ServiceState: Sendable {
  var latency: Span
  var fault: Fault?
  /// Whether answers are kept back until they are delivered by name.
  var isHolding = false

  /// Takes the fault that the next request meets; a counted one is used up.
  mutating func takeFault() -> Fault.Kind? {
    guard let current = fault else { return nil }
    if let remaining = current.remaining {
      fault = remaining > 1 ? Fault(current.kind, remaining: remaining - 1) : nil
    }
    return current.kind
  }
}

/// An answer that is kept back.
struct HeldAnswer: Sendable {
  var request: Int
  var service: Service
  var answer: Answer
}
