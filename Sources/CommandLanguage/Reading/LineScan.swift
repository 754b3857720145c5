import TextFormats

/// The state machine that finds the statements of one logical line: quotes, escapes, comments, `;` and `&`.
struct LineScan: Sendable {
  /// A statement, as offsets from the start of the logical line.
  struct Range: Sendable {
    var start: Int
    var end: Int
  }

  /// A line as it stands in the input. `textEnd` is `end` without a continuing backslash.
  struct PhysicalLine: Sendable {
    var start: Int
    var textEnd: Int
    var end: Int
  }

  enum Verdict {
    case complete
    case continued
    case fault(Fault, offset: Int)
  }

  private(set) var ranges: [Range] = []
  private var start = -1
  private var end = 0
  private var isAtWordStart = true

  mutating func reset() {
    if !ranges.isEmpty { ranges.removeAll(keepingCapacity: true) }
    start = -1
    isAtWordStart = true
  }

  /// Ends the statement that is under way.
  mutating func close() {
    if start >= 0 { ranges.append(Range(start: start, end: end)) }
    start = -1
    isAtWordStart = true
  }

  /// Scans one physical line. Offsets count from `base`, which is where the logical line starts in `bytes`.
  mutating func scan(_ bytes: [UInt8], base: Int, from: Int, to: Int) -> Verdict {
    var index = from
    while index < to {
      let byte = bytes[base + index]
      switch byte {
      case Byte.space, Byte.tab:
        isAtWordStart = true
        index += 1
        continue
      case Byte.hash where isAtWordStart:
        if let fault = Self.checkComment(bytes, base: base, from: index, to: to) { return fault }
        close()
        return .complete
      case Byte.semicolon:
        close()
        index += 1
        continue
      case Byte.ampersand:
        begin(index)
        index += 1
        end = index
        if index == to || Self.endsStatement(bytes[base + index]) { close() }
        continue
      case Byte.backslash:
        if index + 1 == to { return .continued }
        begin(index)
        // What follows is taken as it is, unless it is a fault by itself.
        let next = bytes[base + index + 1]
        index += (next >= Byte.space && next < Byte.delete) || next == Byte.tab ? 2 : 1
        if index > to { index = to }
      case Byte.singleQuote, Byte.doubleQuote:
        begin(index)
        switch Self.closingQuote(bytes, base: base, open: index, to: to) {
        case .success(let after): index = after
        case .failure(let failure): return .fault(failure.fault, offset: failure.offset)
        }
      default:
        if byte < Byte.space || byte == Byte.delete {
          return .fault(byte == 0 ? .nulByte : .controlCharacter, offset: index)
        }
        begin(index)
        if byte < 0x80 {
          index += 1
        } else {
          let length = Byte.scalarLength(bytes, at: base + index, end: base + to)
          guard length > 0 else { return .fault(.invalidUTF8, offset: index) }
          if byte == 0xC2, bytes[base + index + 1] < 0xA0 { return .fault(.controlCharacter, offset: index) }
          index += length
        }
      }
      end = index
      isAtWordStart = false
    }
    close()
    return .complete
  }

  private mutating func begin(_ index: Int) {
    if start < 0 { start = index }
  }

  private static func endsStatement(_ byte: UInt8) -> Bool {
    byte == Byte.space || byte == Byte.tab || byte == Byte.semicolon
  }

  private static func checkComment(_ bytes: [UInt8], base: Int, from: Int, to: Int) -> Verdict? {
    var index = from
    while index < to {
      let length = Byte.scalarLength(bytes, at: base + index, end: base + to)
      guard length > 0 else { return .fault(.invalidUTF8, offset: index) }
      if bytes[base + index] == 0 { return .fault(.nulByte, offset: index) }
      index += length
    }
    return nil
  }

  struct Failure: Error {
    let fault: Fault
    let offset: Int
  }

  /// The offset after the quote that closes the one at `open`.
  private static func closingQuote(_ bytes: [UInt8], base: Int, open: Int, to: Int) -> Result<Int, Failure> {
    let quote = bytes[base + open]
    var index = open + 1
    while index < to {
      let byte = bytes[base + index]
      if byte == quote { return .success(index + 1) }
      if byte == 0 { return .failure(Failure(fault: .nulByte, offset: index)) }
      if byte == Byte.backslash, quote == Byte.doubleQuote, index + 1 < to {
        let next = bytes[base + index + 1]
        index += next == Byte.doubleQuote || next == Byte.backslash ? 2 : 1
        continue
      }
      let length = byte < 0x80 ? 1 : Byte.scalarLength(bytes, at: base + index, end: base + to)
      guard length > 0 else { return .failure(Failure(fault: .invalidUTF8, offset: index)) }
      index += length
    }
    return .failure(Failure(fault: .unbalancedQuote, offset: open))
  }

  /// What can be wrong with a line before its words are looked at.
  enum Fault: Sendable {
    case unbalancedQuote
    case nulByte
    case invalidUTF8
    case controlCharacter

    func diagnostic(byte: UInt8, place: SourcePlace, sourceLine: String) -> Diagnostic {
      switch self {
      case .unbalancedQuote:
        let quote = byte == Byte.singleQuote ? "'" : "\""
        return Diagnostic(
          code: "unbalancedQuote", message: "the quote \(quote) is not closed on its line", place: place,
          sourceLine: sourceLine,
          hint: byte == Byte.singleQuote
            ? "close it with ', or write \\' for an apostrophe" : "close it with \", or write \\\" for a plain one")
      case .nulByte:
        return Diagnostic(
          code: "nulByte", message: "a NUL byte is not text", place: place, sourceLine: sourceLine,
          hint: "save the script as UTF-8 text; UTF-16 looks like this")
      case .invalidUTF8:
        return Diagnostic(
          code: "invalidUTF8", message: "the byte 0x\(Byte.hexadecimal(byte)) is not valid UTF-8 here", place: place,
          sourceLine: sourceLine, hint: "save the script as UTF-8 text")
      case .controlCharacter:
        let name = byte == 0xC2 ? "a control character" : "the control character 0x\(Byte.hexadecimal(byte))"
        return Diagnostic(
          code: "controlCharacter", message: "\(name) stands outside quotes", place: place, sourceLine: sourceLine,
          hint: "remove it, or put it into quotes if a value needs it")
      }
    }
  }
}
