/// Why a statement is no command, with the place inside the statement; becomes a `Diagnostic` at the parser's border.
struct CommandFault: Error {
  /// The codes of diagnostics. All are usage errors (exit status 2) except those that the reader finds too (3).
  enum Code: String {
    case unknownCommand
    case missingCommand
    case badArgument
    case missingArgument
    case extraArgument
    case unknownOption
    case missingValue
    case repeatedOption
    case conflictingOptions
    case badStatement
    case unbalancedQuote
    case controlCharacter
  }

  var code: Code
  var message: String
  /// In UTF-8 bytes of the statement's text; nil stands for its end.
  var offset: Int?
  var hint: String?
  /// True when the usage line of the command helps.
  var showsUsage: Bool

  init(_ code: Code, _ message: String, at offset: Int?, hint: String? = nil, showsUsage: Bool = true) {
    self.code = code
    self.message = message
    self.offset = offset
    self.hint = hint
    self.showsUsage = showsUsage
  }
}
