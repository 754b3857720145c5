import TextFormats
import Vocabulary

/// Reads one word by the kind that its argument or option declares.
enum ValueReader {
  /// The shortest user id that the analytics service accepts (amplitude.md 6.4).
  static let shortestUserId = 5

  /// User ids that the analytics service refuses, in lower case (amplitude.md 6.4).
  static let deniedUserIds = [
    "anonymous", "nil", "none", "null", "n/a", "na", "undefined", "unknown", "",
    "00000000-0000-0000-0000-000000000000", "{}", "lmy47d", "0", "-1",
  ]

  /// - Parameter name: How messages call the argument: `USER_ID`, `--last`.
  static func read(_ word: Word, as kind: ValueKind, name: String) throws(CommandFault) -> ArgumentValue {
    switch kind {
    case .text, .helpTopic, .pointName: return .text(word.text)
    case .word(let words): return .text(try oneOf(words, word, name: name))
    case .flagKey, .variant, .deviceId, .insertId, .file, .documentPath, .expectOperator, .anchor, .decisionPath:
      return .text(try notBlank(word, name: name))
    case .userId: return .text(try userId(word))
    case .job:
      guard let job = try job(word, name: name) else {
        throw bad(word, "\(name) names a job as %N", hint: "`jobs` lists them; write %1 for job 1")
      }
      return .target(.job(job))
    case .jobOrDuration:
      if let job = try job(word, name: name) { return .target(.job(job)) }
      return .target(.duration(try duration(word, name: name)))
    case .duration: return .target(.duration(try duration(word, name: name)))
    case .integer(let range): return .integer(try integer(word, in: range, name: name))
    case .service:
      let names = Service.ofTheApp.map(\.rawValue)
      let found = try oneOf(names, word, name: name)
      guard let service = Service(rawValue: found) else { throw bad(word, "\(name) is no service") }
      return .service(service)
    case .fault: return .fault(try fault(word, name: name))
    case .attribute(let type): return .attribute(try AttributeReader.read(word, as: type))
    case .propertyChange: return .change(try propertyChange(word))
    case .propertyName:
      guard !word.text.utf8.contains(Byte.equals) else {
        throw bad(word, "a property's name has no =", hint: "--unset takes names only")
      }
      return .change(.unset(name: try notBlank(word, name: name)))
    }
  }

  private static func bad(_ word: Word, byte: Int = 0, _ message: String, hint: String? = nil) -> CommandFault {
    CommandFault(.badArgument, message, at: word.offset(ofByte: byte), hint: hint)
  }

  private static func notBlank(_ word: Word, name: String) throws(CommandFault) -> String {
    guard word.text.utf8.contains(where: { !Byte.isBlank($0) }) else { throw bad(word, "\(name) is blank") }
    return word.text
  }

  private static func oneOf(_ words: [String], _ word: Word, name: String) throws(CommandFault) -> String {
    for candidate in words where candidate.isExactly(word.text) { return candidate }
    let near = NearestName.nearestName(to: word.text, in: words).map { "did you mean \($0)?" }
    throw bad(word, "\(name) is one of \(words.joined(separator: ", ")), not \(quoted(word.text))", hint: near)
  }

  private static func userId(_ word: Word) throws(CommandFault) -> String {
    let text = word.text
    let lower = text.lowercased()
    if deniedUserIds.contains(where: { $0.isExactly(lower) }), !text.isEmpty {
      throw bad(
        word, "the analytics service refuses the user id \(quoted(text))",
        hint: "call `sign-in` with the id of a confirmed account; without one, stay signed out")
    }
    let blanks: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let length = text.drop(while: blanks).prefix(shortestUserId).count
    guard length >= shortestUserId else {
      throw bad(
        word, "the user id \(quoted(text)) is shorter than \(shortestUserId) characters",
        hint: "the analytics service drops shorter ids; use the account's canonical id")
    }
    return text
  }

  /// The page that the words of `help` name together; nil for none.
  static func helpTopic(_ words: [Word]) throws(CommandFault) -> String? {
    guard let first = words.first else { return nil }
    let topic = words.map(\.text).joined(separator: " ")
    if Help.hasPage(topic) { return topic }
    let near = NearestName.nearestName(to: topic, in: Help.pages)
    throw bad(
      first, "there is no help on \(quoted(topic))",
      hint: near.map { "did you mean \($0)?" } ?? "`help` lists all topics")
  }

  private static func job(_ word: Word, name: String) throws(CommandFault) -> Int? {
    let bytes = word.text.utf8
    guard bytes.first == Byte.percent else { return nil }
    let digits = bytes.dropFirst()
    guard !digits.isEmpty, digits.allSatisfy(Byte.isDigit), let number = Int(word.text.dropFirst()), number > 0 else {
      throw bad(word, "\(quoted(word.text)) is no job", hint: "`jobs` lists them; write %1 for job 1")
    }
    return number
  }

  private static func duration(_ word: Word, name: String) throws(CommandFault) -> Span {
    do throws(DurationText.Fault) {
      return try DurationText.parse(word.text)
    } catch {
      let text = quoted(word.text)
      let message =
        switch error {
        case .notANumber: "\(text) is no duration"
        case .noUnit: "the duration \(text) has no unit"
        case .unknownUnit: "the duration \(text) has an unknown unit"
        case .tooFine: "the duration \(text) is finer than a microsecond"
        case .tooLong: "the duration \(text) is too long"
        }
      throw bad(word, message, hint: DurationText.hint)
    }
  }

  private static func integer(
    _ word: Word, in range: ClosedRange<Int>, name: String
  ) throws(CommandFault) -> Int {
    let bytes = word.text.utf8
    let digits = bytes.first == Byte.dash ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty, digits.allSatisfy(Byte.isDigit), let number = Int(word.text), range.contains(number) else {
      let wanted =
        range.upperBound == .max
        ? "a whole number from \(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
      throw bad(word, "\(name) is \(wanted), not \(quoted(word.text))")
    }
    return number
  }

  private static func fault(_ word: Word, name: String) throws(CommandFault) -> FaultKind {
    let text = word.text
    if !text.isEmpty, text.utf8.allSatisfy(Byte.isDigit) {
      guard let status = Int(text), FaultKind.statuses.contains(status) else {
        throw bad(
          word,
          "an HTTP status is from \(FaultKind.statuses.lowerBound) to \(FaultKind.statuses.upperBound), not \(shortened(text))"
        )
      }
      return .status(status)
    }
    if let kind = FaultKind(word: text, status: nil) { return kind }
    let near = NearestName.nearestName(to: text, in: FaultKind.words).map { "did you mean \($0)?" }
    throw bad(
      word, "\(name) is an HTTP status or one of \(FaultKind.words.joined(separator: ", ")), not \(quoted(text))",
      hint: near)
  }

  private static func propertyChange(_ word: Word) throws(CommandFault) -> PropertyChange {
    let bytes = Array(word.text.utf8)
    guard let equals = bytes.firstIndex(of: Byte.equals) else {
      throw bad(
        word, "\(quoted(word.text)) sets nothing",
        hint: "write NAME=TEXT for a text, NAME:=JSON for a number, true, false, null, a list or an object")
    }
    let isJSON = equals > 0 && bytes[equals - 1] == Byte.colon
    let name = String(decoding: bytes[..<(isJSON ? equals - 1 : equals)], as: UTF8.self)
    guard !name.isEmpty else { throw bad(word, "a property needs a name before the =") }
    let text = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    guard isJSON else { return .set(name: name, value: .string(text)) }
    do throws(JSONError) {
      return .set(name: name, value: try JSON.parse(text))
    } catch {
      throw bad(
        word, byte: equals + 1 + error.offset, "the value of \(shortened(name)) is not JSON: \(error.what)",
        hint: "write NAME=TEXT for a text; put JSON with quotes or blanks into '…'")
    }
  }

  /// A text as messages show it: in quotes, cut when it is long.
  static func quoted(_ text: String) -> String { "\"" + shortened(text) + "\"" }

  /// How much of a word a message shows, in Unicode scalars.
  static let longestShown = 60

  static func shortened(_ text: String) -> String { PrintableText.cut(text, columns: longestShown) }
}
