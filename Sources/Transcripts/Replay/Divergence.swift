package import TextFormats

/// The first record, after one input, where a replay and a transcript differ in meaning.
package struct Divergence: Equatable, Sendable {
  /// The command that caused it: the last one that went in before.
  package struct Cause: Equatable, Sendable {
    package var text: String
    package var place: SourcePlace

    package init(text: String, place: SourcePlace) {
      self.text = text
      self.place = place
    }
  }

  /// The session in the file, counted from 1.
  package var session: Int
  /// The line of the record in the transcript; of the record before which one is missing.
  package var line: Int
  /// What kind of record it is: a word of `RecordKind`, or `document` for the session document in the footer.
  package var record: String
  /// The path of the field inside the record; nil when a whole record is missing on one side.
  package var field: String?
  /// What the transcript has there, as JSON; nil when it has nothing.
  package var expected: String?
  /// What the replay gave, as JSON; nil when it gave nothing.
  package var found: String?
  /// Nil when no command had gone in yet.
  package var cause: Cause?

  package init(
    session: Int, line: Int, record: String, field: String? = nil, expected: String?, found: String?, cause: Cause?
  ) {
    self.session = session
    self.line = line
    self.record = record
    self.field = field
    self.expected = expected
    self.found = found
    self.cause = cause
  }

  /// How much of a value is shown, in Unicode scalars.
  package static let valueLimit = 200

  /// The divergence for the person who reads it, code `diverged`.
  ///
  /// - Parameter file: the transcript as the user named it.
  package func diagnostic(file: String) -> Diagnostic {
    var message = "the replay diverged in session \(session): \(record) record"
    if record == "document" { message = "the replay diverged in session \(session): document at the end" }
    if let field { message += ", field \(field)" }
    message += ": expected \(expected ?? "nothing"), found \(found ?? "nothing")"
    var hint = "if the change is meant, rewrite the transcript with flagsh replay --update"
    if let cause {
      let place = "\(cause.place.file):\(cause.place.line)"
      hint = "caused by `\(Self.shown(cause.text))` at \(place); \(hint)"
    }
    return Diagnostic(
      code: "diverged", message: message, place: SourcePlace(file: file, line: line, column: 1), hint: hint)
  }

  /// The divergence as JSON; `expected` and `found` are texts of JSON, as they are shown to people.
  package var document: JSONValue {
    [
      "command": JSONValue(cause?.text), "expected": JSONValue(expected), "field": JSONValue(field),
      "file": JSONValue(cause?.place.file), "found": JSONValue(found), "line": .integer(Int64(line)),
      "record": .string(record), "scriptLine": JSONValue(cause?.place.line), "session": .integer(Int64(session)),
    ]
  }

  /// A value as JSON on one line, cut when it is long.
  static func shown(_ value: JSONValue) -> String { shown(value.text) }

  private static func shown(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: valueLimit, limitedBy: scalars.endIndex),
      end != scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "..."
  }
}
