import ServiceMessages
import Vocabulary

/// How one service behaves at the moment.
struct ServiceState: Sendable {
  var latency: Span
  private(set) var fault: Fault?
  /// How many requests met the fault so far.
  private(set) var faultCount = 0
  /// Whether answers are kept back until they are delivered by name.
  var isHolding = false

  init(latency: Span, fault: Fault? = nil) {
    self.latency = latency
    self.fault = fault
  }

  /// Makes the service fail, or heals it.
  mutating func setFault(_ fault: Fault?) {
    self.fault = fault
    faultCount = 0
  }

  /// Takes the fault that the next request meets; a counted one is used up.
  mutating func takeFault() -> FaultKind? {
    guard let current = fault else { return nil }
    faultCount += 1
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
