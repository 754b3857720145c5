import TextFormats

/// The value that a selector found, prepared for comparisons; made once for each user and selector.
final class Subject {
  /// nil: nothing was found.
  let value: JSONValue?
  /// Whether conditions see nothing, the dialect's falsy values included (evaluation.md 8, step 1).
  let isMissing: Bool
  /// The elements when the value is a list or a text that spells one.
  let list: SubjectList?
  private let dialect: Dialect

  /// The text form: what a scalar is compared by, and what bucketing hashes; nil for nothing.
  private(set) lazy var text: SubjectText? = value.flatMap { TextForm(dialect: dialect).text(of: $0) }.map {
    SubjectText($0, dialect: dialect)
  }

  /// Of a value that is not null, or of nothing.
  init(_ value: JSONValue?, dialect: Dialect) {
    self.value = value
    self.dialect = dialect
    isMissing = value.map { dialect.falsyIsMissing && Self.isFalsy($0) } ?? true
    list = value.flatMap { Self.list($0, dialect: dialect) }
  }

  private static func isFalsy(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .bool(let flag): !flag
    case .integer(let number): number == 0
    case .number(let literal): Double(literal) == 0
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object): object.isEmpty
    }
  }

  private static func list(_ value: JSONValue, dialect: Dialect) -> SubjectList? {
    let elements: [JSONValue]
    switch value {
    case .array(let array): elements = array
    case .string(let text):
      guard text.utf8.first == UInt8(ascii: "["),
        let read = ArrayText.elements(Array(text.utf8), takesNaN: dialect.arrayTextTakesNaN)
      else { return nil }
      elements = read
    default: return nil
    }
    let form = TextForm(dialect: dialect)
    return SubjectList(
      elements.compactMap { element in
        guard let text = form.text(of: element), dialect.keepsEmptyElements || !text.isEmpty else { return nil }
        return SubjectText(text, dialect: dialect)
      })
  }
}

/// The elements of a list, with what set operators derive from them.
final class SubjectList {
  let texts: [SubjectText]

  private lazy var bytes = ByteTexts(texts.map(\.bytes))
  private lazy var loweredBooleans = ByteTexts(texts.filter(\.isBooleanWord).map(\.lowered))

  init(_ texts: [SubjectText]) { self.texts = texts }

  /// Whether a filter value is among the elements: by equality with the roles turned round (evaluation.md 9).
  func contains(_ value: [UInt8]) -> Bool {
    if !loweredBooleans.isEmpty, LowerCase.isBooleanWord(value) {
      return loweredBooleans.contains(LowerCase.text(value))
    }
    return bytes.contains(value)
  }
}

/// One text of a subject with what comparisons derive from it, each derived once and only when asked for.
final class SubjectText {
  let string: String
  let bytes: [UInt8]
  private let dialect: Dialect

  private(set) lazy var lowered = LowerCase.text(bytes)
  private(set) lazy var isBooleanWord = LowerCase.isBooleanWord(bytes)
  private(set) lazy var number = NumberText.number(bytes, syntax: dialect.numberSyntax)
  private(set) lazy var version = VersionNumber(bytes, syntax: dialect.versionSyntax)
  /// The units that patterns see: code points or UTF-16 units.
  private(set) lazy var units: [UInt32] =
    switch dialect.patternSyntax {
    case .python: string.unicodeScalars.map(\.value)
    case .javaScript: string.utf16.map(UInt32.init)
    }

  init(_ string: String, dialect: Dialect) {
    self.string = string
    self.dialect = dialect
    bytes = Array(string.utf8)
  }
}
