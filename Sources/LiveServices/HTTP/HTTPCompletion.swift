package import ServiceMessages

/// What became of a transfer: the answer as it came, nothing left out and nothing hidden yet.
package struct HTTPCompletion: Equatable, Sendable {
  package var id: Int
  /// A response's header names are in small letters, in the order in which they came.
  package var answer: Answer
  package var facts: TransportFacts
}
