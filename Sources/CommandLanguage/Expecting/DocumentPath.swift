import TextFormats

/// A path into the session document (product.md section 5): `report.layout`, `events[-1].type`,
/// `events[type=$exposure].count`, `flags.variants["a.b"]`.
///
/// A name runs up to the next `.` or `[`. In brackets stand a whole number (negative ones count from the end), a filter
/// `name=text`, or any other member name; quotes make a name of anything and hold a `]` in a filter's text. The quotes
/// are optional for names that look like neither number nor filter, since the shell's own quoting eats them.
package struct DocumentPath: Equatable, Sendable {
  /// More steps than this are refused.
  package static let maximumSteps = 100

  package enum Step: Equatable, Sendable {
    case name(String)
    case index(Int)
    /// The elements of a list whose member `name` reads as `text`.
    case filter(name: String, text: String)
  }

  /// As written.
  package let text: String
  package let steps: [Step]
  /// For each step, how many bytes of `text` it ends after.
  let ends: [Int]

  /// The top-level name at which the path starts: the only section of the document that it can look at.
  package var firstName: String? {
    if case .name(let name)? = steps.first { name } else { nil }
  }

  struct Fault: Error {
    let message: String
    /// In bytes of the path.
    let offset: Int
    var hint: String?
  }

  init(_ text: String) throws(Fault) {
    var reader = PathReader(bytes: Array(text.utf8))
    try reader.run()
    self.text = text
    steps = reader.steps
    ends = reader.ends
  }

  /// The path up to and without the step at `index`.
  func prefix(before index: Int) -> String {
    guard index > 0 else { return "" }
    return String(decoding: text.utf8.prefix(ends[index - 1]), as: UTF8.self)
  }
}

private struct PathReader {
  let bytes: [UInt8]
  var index = 0
  var steps: [DocumentPath.Step] = []
  var ends: [Int] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() throws(DocumentPath.Fault) {
    guard !bytes.isEmpty else { throw .init(message: "the path is empty", offset: 0) }
    if bytes[0] != Byte.openBracket { try name() }
    while index < bytes.count {
      if bytes[index] == Byte.openBracket {
        try bracket()
      } else if bytes[index] == Byte.dot {
        index += 1
        try name()
      } else {
        throw .init(message: "a path goes on with . or [ here", offset: index)
      }
    }
  }

  private mutating func append(_ step: DocumentPath.Step) throws(DocumentPath.Fault) {
    guard steps.count < DocumentPath.maximumSteps else {
      throw .init(message: "the path has more than \(DocumentPath.maximumSteps) steps", offset: index)
    }
    steps.append(step)
    ends.append(index)
  }

  private mutating func name() throws(DocumentPath.Fault) {
    let start = index
    while index < bytes.count, bytes[index] != Byte.dot, bytes[index] != Byte.openBracket {
      if bytes[index] == Byte.closeBracket {
        throw .init(message: "a ] without its [", offset: index, hint: "write odd names as '[\"…\"]'")
      }
      index += 1
    }
    guard index > start else {
      throw .init(
        message: "a name is missing in the path", offset: start,
        hint: "a path looks like report.layout, events[-1].type or events[type=$exposure].count")
    }
    try append(.name(String(decoding: bytes[start..<index], as: UTF8.self)))
  }

  private mutating func bracket() throws(DocumentPath.Fault) {
    let open = index
    index += 1
    if index < bytes.count, bytes[index] == Byte.doubleQuote {
      let name = try quoted()
      try close(open)
      return try append(.name(name))
    }
    let start = index
    var equals: Int?
    while index < bytes.count, bytes[index] != Byte.closeBracket {
      if bytes[index] == Byte.equals {
        equals = index
        break
      }
      index += 1
    }
    if let equals { return try filter(name: start..<equals, open: open) }
    let content = bytes[start..<index]
    let text = String(decoding: content, as: UTF8.self)
    try close(open)
    guard !content.isEmpty else {
      throw .init(message: "the brackets are empty", offset: open, hint: "write [0], [-1], [name=text] or '[\"name\"]'")
    }
    let digits = content.first == Byte.dash ? content.dropFirst() : content
    guard !digits.isEmpty, digits.allSatisfy(Byte.isDigit) else { return try append(.name(text)) }
    guard let number = Int(text) else { throw .init(message: "the index is out of all range", offset: start) }
    try append(.index(number))
  }

  private mutating func filter(name range: Range<Int>, open: Int) throws(DocumentPath.Fault) {
    guard !range.isEmpty else { throw .init(message: "the filter has no name before the =", offset: open) }
    index = range.upperBound + 1
    let text: String
    if index < bytes.count, bytes[index] == Byte.equals {
      throw .init(
        message: "a filter has one =", offset: index,
        hint: "write [name=text]; put a text that begins with = into quotes")
    } else if index < bytes.count, bytes[index] == Byte.doubleQuote {
      text = try quoted()
    } else {
      let start = index
      while index < bytes.count, bytes[index] != Byte.closeBracket { index += 1 }
      text = String(decoding: bytes[start..<index], as: UTF8.self)
    }
    try close(open)
    try append(.filter(name: String(decoding: bytes[range], as: UTF8.self), text: text))
  }

  private mutating func close(_ open: Int) throws(DocumentPath.Fault) {
    guard index < bytes.count, bytes[index] == Byte.closeBracket else {
      throw .init(message: "a [ without its ]", offset: open)
    }
    index += 1
  }

  private mutating func quoted() throws(DocumentPath.Fault) -> String {
    let open = index
    index += 1
    var content: [UInt8] = []
    while index < bytes.count, bytes[index] != Byte.doubleQuote {
      if bytes[index] == Byte.backslash, index + 1 < bytes.count { index += 1 }
      content.append(bytes[index])
      index += 1
    }
    guard index < bytes.count else { throw .init(message: "a quote in the path is not closed", offset: open) }
    index += 1
    return String(decoding: content, as: UTF8.self)
  }
}
