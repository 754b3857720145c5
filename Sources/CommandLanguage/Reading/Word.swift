/// One word of a statement, without its quotes.
package struct Word: Equatable, Sendable {
  package let text: String
  /// Where it begins, in UTF-8 bytes of the statement's text.
  package let offset: Int
  /// False when it begins with a quote or a backslash: such a word is never an option, a `!` or a `&`.
  package let mayBeOption: Bool
  /// True when every byte stands for itself, so that places inside the word are places in the text.
  let isVerbatim: Bool
  /// True when its last byte stands for itself, so that a `&` there ends the command.
  let endsPlainly: Bool

  init(text: String, offset: Int, mayBeOption: Bool, isVerbatim: Bool, endsPlainly: Bool = true) {
    self.text = text
    self.offset = offset
    self.mayBeOption = mayBeOption
    self.isVerbatim = isVerbatim
    self.endsPlainly = endsPlainly
  }

  /// A word that comes from elsewhere than a line, such as an argument of the process.
  package init(argument text: String) {
    self.init(text: text, offset: 0, mayBeOption: true, isVerbatim: true)
  }

  /// The offset of a byte of the word, as well as it is known.
  func offset(ofByte index: Int) -> Int { isVerbatim ? offset + index : offset }
}
