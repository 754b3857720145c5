import Vocabulary

/// What a word of a command stands for: how it is checked, what completes it, and what its values look like.
package enum ValueKind: Equatable, Sendable {
  /// Any text.
  case text
  /// A word of a fixed list.
  case word([String])
  case flagKey
  case variant
  /// Any text: trimming, and refusing blank names, is the session's.
  case pointName
  /// An anchor's id or type: not blank.
  case anchor
  /// `NAME=VALUE` of a contextual attribute.
  case attribute(AttributeType)
  /// A path inside of a point's decision.
  case decisionPath
  /// A user id that the analytics service accepts (amplitude.md 6.4).
  case userId
  case deviceId
  /// An undelivered event's.
  case insertId
  case file
  /// A command or topic of `help`.
  case helpTopic
  /// `%N`.
  case job
  /// `%N` or a duration.
  case jobOrDuration
  /// A number with a unit, such as `250ms`.
  case duration
  case integer(ClosedRange<Int>)
  case service
  case fault
  /// `NAME=TEXT` or `NAME:=JSON`.
  case propertyChange
  case propertyName
  /// A path into the session document.
  case documentPath
  case expectOperator
}

/// A word that was read by its kind.
enum ArgumentValue: Equatable, Sendable {
  case text(String)
  case integer(Int)
  case target(WaitTarget)
  case service(Service)
  case fault(FaultKind)
  case change(PropertyChange)
  case attribute(ContextualAttribute)
}
