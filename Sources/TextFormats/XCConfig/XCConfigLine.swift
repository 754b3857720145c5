/// What one line of an xcconfig file says.
enum XCConfigLine: Equatable {
  struct Condition: Equatable {
    let parameter: String
    let pattern: String
  }

  case empty
  case include(path: String, isOptional: Bool, column: Int)
  case assignment(name: String, conditions: [Condition], value: String, column: Int)
  /// A line with `#` that is no include: people mean a comment by it, Xcode an unknown directive.
  case unknownDirective(column: Int)

  /// Why a line cannot be read; the column counts from 1.
  struct Fault: Error, Equatable {
    let column: Int
    let what: String
    let hint: String
  }

  /// Reads a line, of which comments are part but line ends are not.
  init(_ line: String) throws(Fault) {
    var scanner = Scanner(XCConfigLine.withoutComment(line))
    scanner.skipSpace()
    switch scanner.current {
    case nil: self = .empty
    case "#": self = try XCConfigLine.directive(&scanner)
    default: self = try XCConfigLine.assignment(&scanner)
    }
  }

  /// The scalars before `//`, which starts a comment wherever it stands.
  static func withoutComment(_ line: String) -> [Unicode.Scalar] {
    let scalars = Array(line.unicodeScalars)
    for index in scalars.indices.dropLast() where scalars[index] == "/" && scalars[index + 1] == "/" {
      return Array(scalars[..<index])
    }
    return scalars
  }

  /// A value, or a line that goes on with one: without space around it and without a `;` at its end.
  static func value(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> String {
    var value = trimmed(scalars)
    if value.last == ";" { value = trimmed(value.dropLast()) }
    return String(String.UnicodeScalarView(value))
  }

  private static func trimmed(_ scalars: some BidirectionalCollection<Unicode.Scalar>) -> [Unicode.Scalar] {
    var trimmed = Array(scalars.drop { Scanner.isSpace($0) })
    while let last = trimmed.last, Scanner.isSpace(last) { trimmed.removeLast() }
    return trimmed
  }

  private static func directive(_ scanner: inout Scanner) throws(Fault) -> XCConfigLine {
    let column = scanner.column
    scanner.advance()
    scanner.skipSpace()
    let word = scanner.take { !Scanner.isSpace($0) && $0 != "\"" }
    guard word == "include" || word == "include?" else { return .unknownDirective(column: column) }
    scanner.skipSpace()
    let pathColumn = scanner.column
    guard scanner.current == "\"" else {
      throw Fault(
        column: pathColumn, what: "expected a file name in double quotes after '#\(word)'",
        hint: "write #\(word) \"Local.xcconfig\"")
    }
    scanner.advance()
    let path = scanner.take { $0 != "\"" }
    guard scanner.current == "\"", !path.isEmpty else {
      throw Fault(
        column: pathColumn, what: path.isEmpty ? "the file name is empty" : "the file name is not closed",
        hint: "write #\(word) \"Local.xcconfig\"; a // in the name would start a comment")
    }
    scanner.advance()
    scanner.skipSpace()
    guard scanner.current == nil else {
      throw Fault(
        column: scanner.column, what: "unexpected text after the file name", hint: "put a comment after //")
    }
    return .include(path: path, isOptional: word == "include?", column: pathColumn)
  }

  private static func assignment(_ scanner: inout Scanner) throws(Fault) -> XCConfigLine {
    let column = scanner.column
    let name = scanner.take { Scanner.isNamePart($0) }
    guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else {
      throw Fault(
        column: column, what: "expected a setting's name", hint: "write NAME = value; comments start with //")
    }
    scanner.skipSpace()
    var conditions: [Condition] = []
    while scanner.current == "[" {
      conditions += try self.conditions(&scanner)
      scanner.skipSpace()
    }
    guard scanner.current == "=" else {
      throw Fault(
        column: scanner.column, what: "expected '=' after '\(PrintableText.cut(name, columns: 60))'",
        hint: "write NAME = value; comments start with //")
    }
    scanner.advance()
    return .assignment(name: name, conditions: conditions, value: value(scanner.rest), column: column)
  }

  /// One pair of brackets, which can hold several conditions with commas between.
  private static func conditions(_ scanner: inout Scanner) throws(Fault) -> [Condition] {
    let column = scanner.column
    scanner.advance()
    let text = scanner.take { $0 != "]" }
    guard scanner.current == "]" else {
      throw Fault(column: column, what: "the condition is not closed", hint: "write NAME[sdk=iphoneos*] = value")
    }
    scanner.advance()
    var conditions: [Condition] = []
    for part in text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = part.firstIndex(of: "=") else {
        throw Fault(
          column: column, what: "expected '=' in the condition", hint: "write NAME[sdk=iphoneos*] = value")
      }
      conditions.append(
        Condition(parameter: value(part[..<equals]), pattern: value(part[part.index(after: equals)...])))
    }
    return conditions
  }
}

/// Moves over the scalars of a line.
private struct Scanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  /// Counted from 1.
  var column: Int { index + 1 }
  var rest: ArraySlice<Unicode.Scalar> { scalars[index...] }

  mutating func advance() { index += 1 }

  mutating func skipSpace() { while let current, Self.isSpace(current) { index += 1 } }

  mutating func take(while belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let current, belongs(current) { index += 1 }
    return String(String.UnicodeScalarView(scalars[start..<index]))
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\u{B}" || scalar == "\u{C}"
  }

  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "0"..."9", "_": true
    default: false
    }
  }
}
