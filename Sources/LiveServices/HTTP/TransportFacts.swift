package import Vocabulary

/// How an exchange went on the wire, for people who look for the cause of trouble. Different every time, so it is never
/// an input of a session.
package struct TransportFacts: Equatable, Sendable {
  /// The host that was asked.
  package var host: String
  /// `HTTP/2`, `HTTP/1.1`; nil when no answer came.
  package var httpVersion: String?
  /// Version and cipher when this exchange made a secured connection; nil when it used an open one.
  package var tls: String?
  /// Whether an open connection was used again.
  package var reusedConnection: Bool
  /// From the start of the request until each stage was over; nil for those that were not needed or not reached.
  package var resolved: Span?
  package var connected: Span?
  package var secured: Span?
  package var firstByte: Span?
  package var total: Span
}
