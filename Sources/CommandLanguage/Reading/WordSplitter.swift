/// Splits the text of one statement into words, with the same quoting rules as `LineScan`.
struct WordSplitter {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var words: [Word] = []

  /// - Throws: `CommandFault` when the text is no single statement: an open quote, a `;`, a control character.
  static func split(_ text: String) throws(CommandFault) -> [Word] {
    var splitter = WordSplitter(bytes: Array(text.utf8))
    splitter.words.reserveCapacity(4)
    try splitter.run()
    return splitter.words
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() throws(CommandFault) {
    while index < bytes.count {
      let byte = bytes[index]
      if Byte.isBlank(byte) {
        index += 1
      } else if byte == Byte.hash {
        return
      } else {
        try takeWord()
      }
    }
  }

  private mutating func takeWord() throws(CommandFault) {
    let start = index
    while index < bytes.count, Self.isOrdinary(bytes[index]) { index += 1 }
    if index == bytes.count || Byte.isBlank(bytes[index]) {
      append(String(decoding: bytes[start..<index], as: UTF8.self), start: start, isVerbatim: true, endsPlainly: true)
      return
    }
    var endsPlainly = false
    var content = Array(bytes[start..<index])
    while index < bytes.count, !Byte.isBlank(bytes[index]) {
      let byte = bytes[index]
      endsPlainly = false
      switch byte {
      case Byte.singleQuote: try takeQuoted(into: &content, escapes: false)
      case Byte.doubleQuote: try takeQuoted(into: &content, escapes: true)
      case Byte.backslash:
        // At the very end it promised a further line that never came.
        if index + 1 < bytes.count { content.append(bytes[index + 1]) }
        index = min(index + 2, bytes.count)
      case Byte.semicolon:
        throw CommandFault(
          .badStatement, "one command was expected, and `;` separates two", at: index,
          hint: "put a plain `;` into quotes")
      default:
        guard byte >= Byte.space, byte != Byte.delete else {
          throw CommandFault(
            .controlCharacter, "the control character 0x\(Byte.hexadecimal(byte)) stands outside quotes", at: index)
        }
        content.append(byte)
        index += 1
        endsPlainly = true
      }
    }
    append(
      String(decoding: content, as: UTF8.self), start: start, isVerbatim: false, endsPlainly: endsPlainly)
  }

  private mutating func append(_ text: String, start: Int, isVerbatim: Bool, endsPlainly: Bool) {
    let first = bytes[start]
    let isQuoted = first == Byte.singleQuote || first == Byte.doubleQuote || first == Byte.backslash
    words.append(
      Word(
        text: text, offset: start, mayBeOption: !isQuoted, isVerbatim: isVerbatim, endsPlainly: endsPlainly))
  }

  private mutating func takeQuoted(into content: inout [UInt8], escapes: Bool) throws(CommandFault) {
    let open = index
    let quote = bytes[open]
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        index += 1
        return
      }
      if escapes, byte == Byte.backslash, index + 1 < bytes.count {
        let next = bytes[index + 1]
        if next == Byte.doubleQuote || next == Byte.backslash { index += 1 }
      }
      content.append(bytes[index])
      index += 1
    }
    throw CommandFault(.unbalancedQuote, "a quote is not closed", at: open, hint: "close it on the same line")
  }

  /// True for a byte that stands for itself inside a word.
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.singleQuote, Byte.doubleQuote, Byte.backslash, Byte.semicolon, Byte.delete: false
    default: byte > Byte.space
    }
  }
}
