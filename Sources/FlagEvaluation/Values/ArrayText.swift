import TextFormats

/// Reads a property whose text spells a JSON array, as each engine's own JSON reader does (evaluation.md 8, step 2).
///
/// Separate from the project's reader because it must accept what the engines accept: Python's takes `NaN`, `Infinity`
/// and `-Infinity`; both take unpaired surrogates, which become U+FFFD here, since no Swift text can hold them.
struct ArrayText {
  /// Arrays and objects inside one another; deeper texts are not lists.
  static let maximumDepth = 256

  private struct Fault: Error {}

  private let bytes: [UInt8]
  private let takesNaN: Bool
  private var position = 0

  /// The elements of the array that the whole text spells; nil when it spells none. White space may follow, not precede.
  static func elements(_ text: [UInt8], takesNaN: Bool) -> [JSONValue]? {
    guard text.first == UInt8(ascii: "[") else { return nil }
    var reader = ArrayText(bytes: text, takesNaN: takesNaN)
    guard let value = try? reader.value(depth: 0), case .array(let elements) = value else { return nil }
    reader.skipSpace()
    return reader.position == text.count ? elements : nil
  }

  private init(bytes: [UInt8], takesNaN: Bool) {
    self.bytes = bytes
    self.takesNaN = takesNaN
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: word) else { return false }
    position += word.count
    return true
  }

  private mutating func value(depth: Int) throws(Fault) -> JSONValue {
    guard depth < Self.maximumDepth else { throw Fault() }
    switch current {
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t") where take(word: "true"): return .bool(true)
    case UInt8(ascii: "f") where take(word: "false"): return .bool(false)
    case UInt8(ascii: "n") where take(word: "null"): return .null
    case UInt8(ascii: "N") where takesNaN && take(word: "NaN"): return .number("nan")
    case UInt8(ascii: "I") where takesNaN && take(word: "Infinity"): return .number("inf")
    case UInt8(ascii: "-") where takesNaN && take(word: "-Infinity"): return .number("-inf")
    default: return try number()
    }
  }

  private mutating func array(depth: Int) throws(Fault) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      skipSpace()
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw Fault() }
    }
  }

  private mutating func object(depth: Int) throws(Fault) -> JSONValue {
    position += 1
    var members: [JSONMember] = []
    var places: [[UInt8]: Int] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(JSONObject()) }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw Fault() }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw Fault() }
      skipSpace()
      let value = try value(depth: depth + 1)
      if let place = places.updateValue(members.count, forKey: Array(name.utf8)) {
        places[Array(name.utf8)] = place
        members[place].value = value
      } else {
        members.append(JSONMember(name, value))
      }
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(JSONObject(uniqueMembers: members)) }
      guard take(UInt8(ascii: ",")) else { throw Fault() }
    }
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position - start
  }

  private mutating func number() throws(Fault) -> JSONValue {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let startsWithZero = current == UInt8(ascii: "0")
    let wholeDigits = digits()
    guard wholeDigits == 1 || wholeDigits > 1 && !startsWithZero else { throw Fault() }
    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      guard digits() > 0 else { throw Fault() }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isInteger = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw Fault() }
    }
    let literal = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let integer = Int64(literal) { return .integer(integer) }
    return .number(literal)
  }

  private mutating func string() throws(Fault) -> String {
    position += 1
    var output: [UInt8] = []
    while let byte = current {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: output, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &output)
      case ..<0x20: throw Fault()
      default: output.append(byte)
      }
    }
    throw Fault()
  }

  private mutating func escape(into output: inout [UInt8]) throws(Fault) {
    guard let byte = current else { throw Fault() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(byte)
    case UInt8(ascii: "b"): output.append(0x08)
    case UInt8(ascii: "f"): output.append(0x0C)
    case UInt8(ascii: "n"): output.append(0x0A)
    case UInt8(ascii: "r"): output.append(0x0D)
    case UInt8(ascii: "t"): output.append(0x09)
    case UInt8(ascii: "u"):
      var code = UInt32(try unit())
      if 0xD800..<0xDC00 ~= code, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
        let afterFirst = position
        position += 2
        let low = UInt32(try unit())
        if 0xDC00..<0xE000 ~= low {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        } else {
          position = afterFirst
        }
      }
      output += UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
    default: throw Fault()
    }
  }

  private mutating func unit() throws(Fault) -> UInt16 {
    guard position + 4 <= bytes.count else { throw Fault() }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = HexDigit.value(byte) else { throw Fault() }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}

enum HexDigit {
  /// The value of an ASCII hexadecimal digit.
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
