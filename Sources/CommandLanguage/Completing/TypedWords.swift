/// The words of the statement under the cursor, read without complaint: the last one is still being typed.
struct TypedWords {
  private(set) var words: [Word] = []
  /// The word at the cursor without its quotes; empty after a blank.
  private(set) var partial = ""
  /// Where that word begins, in bytes of the line.
  private(set) var start = 0
  /// The quote that it begins with.
  private(set) var quote: UInt8?
  private(set) var partialMayBeOption = true
  /// True when no byte of it is quoted.
  private(set) var isVerbatim = true

  /// Nil inside a comment, where nothing is to be completed.
  init?(_ line: String) {
    let bytes = Array(line.utf8)
    var content: [UInt8] = []
    var open: UInt8?
    var isInWord = false
    var index = 0
    start = bytes.count

    func begin(_ at: Int, into words: inout TypedWords) {
      guard !isInWord else { return }
      isInWord = true
      content = []
      words.start = at
      let first = bytes[at]
      words.quote = first == Byte.singleQuote || first == Byte.doubleQuote ? first : nil
      words.partialMayBeOption = words.quote == nil && first != Byte.backslash
      words.isVerbatim = true
    }
    func end(_ words: inout TypedWords) {
      guard isInWord else { return }
      isInWord = false
      words.words.append(
        Word(
          text: String(decoding: content, as: UTF8.self), offset: words.start, mayBeOption: words.partialMayBeOption,
          isVerbatim: words.isVerbatim))
    }

    while index < bytes.count {
      let byte = bytes[index]
      if let quote = open {
        if byte == quote {
          open = nil
        } else {
          let isEscape =
            byte == Byte.backslash && quote == Byte.doubleQuote && index + 1 < bytes.count
            && (bytes[index + 1] == Byte.doubleQuote || bytes[index + 1] == Byte.backslash)
          if isEscape { index += 1 }
          content.append(bytes[index])
        }
      } else if Byte.isBlank(byte) {
        end(&self)
      } else if byte == Byte.hash, !isInWord {
        return nil
      } else if byte == Byte.semicolon || Self.endsStatement(bytes, at: index) {
        end(&self)
        words = []
      } else {
        begin(index, into: &self)
        if byte == Byte.singleQuote || byte == Byte.doubleQuote {
          open = byte
          isVerbatim = false
        } else if byte == Byte.backslash {
          isVerbatim = false
          if index + 1 < bytes.count {
            index += 1
            content.append(bytes[index])
          }
        } else {
          content.append(byte)
        }
      }
      index += 1
    }
    guard isInWord else {
      (start, partial, quote, partialMayBeOption, isVerbatim) = (bytes.count, "", nil, true, true)
      return
    }
    partial = String(decoding: content, as: UTF8.self)
  }

  private static func endsStatement(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == Byte.ampersand && index + 1 < bytes.count && Byte.isBlank(bytes[index + 1])
  }

  /// Takes the `!` of the statement away, alone or joined to the command.
  mutating func dropBang() {
    if let first = words.first {
      guard first.mayBeOption, first.text.utf8.first == Byte.bang else { return }
      words.removeFirst()
      let rest = String(decoding: first.text.utf8.dropFirst(), as: UTF8.self)
      if !rest.isEmpty { words.insert(Word(argument: rest), at: 0) }
    } else if partialMayBeOption, partial.utf8.first == Byte.bang {
      partial = String(decoding: partial.utf8.dropFirst(), as: UTF8.self)
      start += 1
    }
  }
}
