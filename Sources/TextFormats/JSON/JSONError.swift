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
  /// What to do about it, where a usual mistake can be told.
  package let hint: String?

  init(offset: Int, what: String, path: String, in text: UnsafeBufferPointer<UInt8>) {
    let place = TextPosition(ofOffset: offset, in: text)
    self.offset = offset
    line = place.line
    column = place.column
    self.what = what
    self.path = path
    hint = JSONError.hint(for: offset, in: text)
  }

  /// Tells the liberties of other formats by what stands at the fault.
  private static func hint(for offset: Int, in text: UnsafeBufferPointer<UInt8>) -> String? {
    guard offset < text.count else { return text.isEmpty ? nil : "the text ends too early; check that it is whole" }
    let before = text[..<offset].last { !" \t\r\n".utf8.contains($0) }
    switch text[offset] {
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return before == UInt8(ascii: ",") ? "remove the comma before it" : nil
    case UInt8(ascii: "'"): return "put names and strings in double quotes"
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "remove the comment; JSON has none"
    case UInt8(ascii: "T"), UInt8(ascii: "F"): return "write true and false in lower case"
    case UInt8(ascii: "N"), UInt8(ascii: "I"): return "write null; JSON has no NaN and no Infinity"
    case UInt8(ascii: "\""):
      let endsValue = before.map { "\"}]0123456789el".utf8.contains($0) } ?? false
      return endsValue ? "put a comma between the values" : nil
    case 0xEF where text[offset...].starts(with: [0xEF, 0xBB, 0xBF]): return "remove the byte-order mark"
    case 0xE2 where text[offset...].starts(with: [0xE2, 0x80]): return "put names and strings in plain double quotes"
    default: return nil
    }
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
      sourceLine: text.map { TextPosition.line(holding: offset, in: $0) }, hint: hint)
  }
}
