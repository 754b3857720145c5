package import TextFormats

/// A session: a pure function of its inputs (design.md, "The one idea").
package struct Session: Sendable {
  package let configuration: SessionConfiguration

  package init(_ configuration: SessionConfiguration) { self.configuration = configuration }

  /// Takes one input and gives what comes out of it, in order.
  package mutating func apply(_ input: Input) -> [Output] { [] }

  /// Whether a command is waiting for its outcome; no further command may be put in until it has one.
  package var isAwaiting: Bool { false }

  /// Whether everything asked for on leaving has come to an end.
  package var hasLeft: Bool { true }

  /// The whole session document (product.md section 5).
  package var document: JSONValue { .null }
}
