package import TextFormats

/// One command as it was written, and where (product.md section 3).
package struct Statement: Equatable, Sendable {
  /// The command with its leading `!` and trailing `&`, without comment, separator and surrounding blanks; lines that
  /// were continued with `\` are joined.
  package let text: String
  /// Where the text begins.
  package let place: SourcePlace
  /// The whole line on which the text begins, for carets.
  package let sourceLine: String
  /// The further lines of a continued statement, in order.
  let continuations: [Continuation]

  /// A line that goes on with a statement begun above it.
  struct Continuation: Equatable, Sendable {
    /// How many scalars of the statement's text stand before this line.
    let scalarOffset: Int
    let line: Int
    let sourceLine: String
  }

  /// A statement that is not read from a longer text. `sourceLine` is `text` unless given.
  package init(text: String, place: SourcePlace, sourceLine: String? = nil) {
    self.init(text: text, place: place, sourceLine: sourceLine ?? text, continuations: [])
  }

  init(text: String, place: SourcePlace, sourceLine: String, continuations: [Continuation]) {
    self.text = text
    self.place = place
    self.sourceLine = sourceLine
    self.continuations = continuations
  }

  /// The place of a byte of `text`, and the line it stands on.
  package func locate(utf8Offset: Int) -> (place: SourcePlace, sourceLine: String) {
    let scalars = text.utf8.prefix(utf8Offset).count { $0 & 0xC0 != 0x80 }
    var found = place
    if let line = continuations.last(where: { $0.scalarOffset <= scalars }) {
      found.line = line.line
      found.column = scalars - line.scalarOffset + 1
      return (found, line.sourceLine)
    }
    found.column += scalars
    return (found, sourceLine)
  }
}
