/// Writing a text so that the command language reads it back as one word.
package enum ShellQuoting {
  /// The text as it is when that is safe, otherwise in quotes.
  package static func quoted(_ text: String) -> String {
    needsQuotes(text) ? quoted(text, with: text.utf8.contains(Byte.singleQuote) ? Byte.doubleQuote : nil) : text
  }

  /// True when the text would not be read back as one word of this text, or would be read as an option.
  package static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return true }
    if first == Byte.hash || first == Byte.bang && text != "!=" || text.hasPrefix("--") { return true }
    if last == Byte.ampersand { return true }
    return text.utf8.contains { byte in
      switch byte {
      case Byte.singleQuote, Byte.doubleQuote, Byte.backslash, Byte.semicolon, Byte.delete, Byte.ampersand: true
      case 0xC2: true  // may begin a C1 control character; quoting the others that it begins does no harm
      default: byte <= Byte.space
      }
    }
  }

  /// The text in the given quotes, `"` or `'`; without a wish in the ones that need fewer escapes.
  package static func quoted(_ text: String, with quote: UInt8?) -> String {
    let wish =
      quote
      ?? (text.utf8.contains(Byte.doubleQuote) || text.utf8.contains(Byte.backslash)
        ? Byte.singleQuote : Byte.doubleQuote)
    if wish == Byte.singleQuote, !text.utf8.contains(Byte.singleQuote) { return "'" + text + "'" }
    var bytes: [UInt8] = [Byte.doubleQuote]
    for byte in text.utf8 {
      if byte == Byte.doubleQuote || byte == Byte.backslash { bytes.append(Byte.backslash) }
      bytes.append(byte)
    }
    bytes.append(Byte.doubleQuote)
    return String(decoding: bytes, as: UTF8.self)
  }
}
