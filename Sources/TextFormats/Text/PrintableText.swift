/// Making any text safe to show.
package enum PrintableText {
  /// The text in printable ASCII: `\n`, `\t`, `\r`, `\\`, everything else outside U+0020 to U+007E as `\u{e9}`.
  package static func ascii(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": shown += "\\\\"
      case " "..."~": shown.unicodeScalars.append(scalar)
      default: shown += escape(scalar)
      }
    }
    return shown
  }

  /// Bytes in printable ASCII: as `ascii(_:)`, with bytes that are no UTF-8 as `\xNN`.
  package static func ascii(bytes: ArraySlice<UInt8>) -> String {
    var shown = ""
    var rest = bytes
    while !rest.isEmpty {
      let valid = rest.withUnsafeBufferPointer { UTF8Validation.firstInvalid(in: $0) } ?? rest.count
      shown += ascii(String(decoding: rest.prefix(valid), as: UTF8.self))
      rest = rest.dropFirst(valid)
      if let byte = rest.popFirst() { shown += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    }
    return shown
  }

  /// The text with only those scalars escaped that could move the cursor, hide or reorder what is shown: controls, line
  /// and paragraph separators, format characters (bidirectional controls, zero-width joiners).
  package static func safe(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if isSafe(scalar) { shown.unicodeScalars.append(scalar) } else { shown += escape(scalar) }
    }
    return shown
  }

  /// The text if it has at most `columns` scalars; else its start, with `~` as the last of that many.
  package static func cut(_ text: String, columns: Int) -> String {
    guard text.utf8.count > columns, text.unicodeScalars.count > columns else { return text }
    guard columns > 0 else { return "" }
    var cut = String.UnicodeScalarView(text.unicodeScalars.prefix(columns - 1))
    cut.append("~")
    return String(cut)
  }

  /// Whether a scalar can be shown as it is, see `safe(_:)`.
  static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (" "..."~").contains(scalar) }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: return true
    }
  }

  /// A scalar as an escape: `\n`, `\r`, `\t`, else `\u{...}`.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
}
