/// What Tab offers for a line.
package struct CompletionAnswer: Equatable, Sendable {
  /// One way to go on.
  package struct Candidate: Equatable, Sendable {
    /// What replaces the range.
    package var text: String
    /// What the list shows instead of `text`.
    package var label: String?
    /// A few words behind it in the list.
    package var note: String?
    /// Inserted after `text` when it is the only candidate: a space after a whole word, nothing after a folder.
    package var suffix: String

    package init(_ text: String, label: String? = nil, note: String? = nil, suffix: String = " ") {
      self.text = text
      self.label = label
      self.note = note
      self.suffix = suffix
    }
  }

  /// The part of the line that the candidates replace, in scalars. It ends at the cursor; an end beyond it is cut.
  package var range: Range<Int>
  /// In the order in which they are listed.
  package var candidates: [Candidate]

  package init(range: Range<Int>, candidates: [Candidate]) {
    self.range = range
    self.candidates = candidates
  }

  package static let none = CompletionAnswer(range: 0..<0, candidates: [])

  /// The longest text that all candidates begin with, scalar by scalar.
  var commonPrefix: [Unicode.Scalar] {
    guard let first = candidates.first else { return [] }
    var prefix = Array(first.text.unicodeScalars)
    for candidate in candidates.dropFirst() {
      var length = 0
      for (ours, theirs) in zip(prefix, candidate.text.unicodeScalars) where length < prefix.count {
        guard ours == theirs else { break }
        length += 1
      }
      prefix.removeSubrange(length...)
    }
    return prefix
  }
}
