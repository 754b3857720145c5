/// Where in a text something stands.
package struct SourcePlace: Equatable, Sendable {
  /// The file as the user named it; `<stdin>`, `<-c>` or `<terminal>` otherwise.
  package var file: String
  /// Counted from 1.
  package var line: Int
  /// Counted from 1, in Unicode scalars.
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

/// A problem for the person who reads it: what, where, and what to do about it.
package struct Diagnostic: Error, Equatable, Sendable {
  /// A stable word for programs, lower camel case (`unknownCommand`, `badArgument`, `unreadableFile`).
  package var code: String
  /// What is wrong: one sentence without a full stop, starting in lower case.
  package var message: String
  /// The place of the fault, when there is a text with places.
  package var place: SourcePlace?
  /// The line of text that holds the fault, without its line end; shown above a caret.
  package var sourceLine: String?
  /// What to do about it; a sentence without a full stop.
  package var hint: String?

  package init(
    code: String, message: String, place: SourcePlace? = nil, sourceLine: String? = nil, hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.place = place
    self.sourceLine = sourceLine
    self.hint = hint
  }
}
