/// What a service is made to do wrong (product.md section 6, `world fault`).
package enum FaultKind: Equatable, Sendable {
  /// Answers with this status, one of `statuses`, and does none of the work.
  case status(Int)
  /// Cannot be reached.
  case offline
  /// Never answers.
  case timeout
  /// Cuts the connection.
  case reset
  /// Does the work and answers with half of the body.
  case malformed
  /// Does the work and answers with success, but with nothing in it.
  case empty

  /// The HTTP statuses that a fault can have.
  package static let statuses = 100...599

  /// The kinds without a number, by word.
  private static let plain: [(word: String, kind: FaultKind)] = [
    ("offline", .offline), ("timeout", .timeout), ("reset", .reset), ("malformed", .malformed), ("empty", .empty),
  ]

  /// The words of the kinds without a status, in the order in which help names them.
  package static let words = plain.map(\.word)

  /// The word of the kind with a status, in documents.
  package static let statusWord = "status"

  /// A kind from its word, and its status where it has one; nil when there is none such.
  package init?(word: String, status: Int?) {
    if word == Self.statusWord, let status, Self.statuses.contains(status) {
      self = .status(status)
    } else if let known = Self.plain.first(where: { $0.word == word }) {
      self = known.kind
    } else {
      return nil
    }
  }

  /// Its word in documents.
  package var word: String { Self.plain.first { $0.kind == self }?.word ?? Self.statusWord }

  /// The HTTP status of the kind that has one.
  package var status: Int? {
    if case .status(let status) = self { status } else { nil }
  }
}
