/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable, Sendable {
  /// The byte at fault, counted from 0 at the first byte that was given to the reader.
  package let offset: Int
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in Unicode scalars.
  package let column: Int
  /// What is wrong, fit for a `Diagnostic`.
  package let what: String
  /// The innermost value that the fault lies in, as far as it was read: `$.flags[2].key`.
  package let path: String

  init(offset: Int, place: TextPosition, what: String, path: String) {
    self.offset = offset
    line = place.line
    column = place.column
    self.what = what
    self.path = path
  }

  /// The error as a diagnostic in a file.
  ///
  /// - Parameters:
  ///   - firstLine: the line of the file that the first byte given to the reader stands on (JSON Lines: the line's
  ///     number).
  ///   - text: the bytes that were read, to show the line at fault.
  package func diagnostic(
    code: String = "invalidJSON", file: String, firstLine: Int = 1, text: ArraySlice<UInt8>? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: code,
      message: path == "$" ? "invalid JSON: \(what)" : "invalid JSON at \(path): \(what)",
      place: SourcePlace(file: file, line: firstLine + line - 1, column: column),
      sourceLine: text.map { TextPosition.line(holding: offset, in: $0) })
  }
}
