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
    locate(scalarOffset: text.utf8.prefix(utf8Offset).count { $0 & 0xC0 != 0x80 })
  }

  /// The diagnostic of someone who knew only `text` and `place`, moved to the line of the source on which its fault
  /// stands; one about another place comes back as it is.
  package func relocated(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let found = diagnostic.place, found.line == place.line, found.file.isExactly(place.file),
      found.column >= place.column
    else { return diagnostic }
    var relocated = diagnostic
    let located = locate(scalarOffset: found.column - place.column)
    relocated.place = located.place
    relocated.sourceLine = located.sourceLine
    return relocated
  }

  private func locate(scalarOffset scalars: Int) -> (place: SourcePlace, sourceLine: String) {
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
