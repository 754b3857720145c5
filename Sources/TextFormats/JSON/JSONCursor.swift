/// Reads the tokens of JSON at a moving offset in a buffer.
struct JSONCursor {
  typealias Fault = JSONReader.Fault

  private let bytes: UnsafeBufferPointer<UInt8>
  private let count: Int
  var offset = 0

  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    bytes = buffer
    count = buffer.count
  }

  var atEnd: Bool { offset >= count }

  /// The byte at the offset; 0, which starts no token, at the end.
  var current: UInt8 {
    @inline(__always) get { offset < count ? bytes[offset] : 0 }
  }

  func starts(with one: UInt8, _ two: UInt8, _ three: UInt8) -> Bool {
    offset + 3 <= count && bytes[offset] == one && bytes[offset + 1] == two && bytes[offset + 2] == three
  }

  @inline(__always)
  mutating func skipSpace() {
    while offset < count {
      let byte = bytes[offset]
      if byte > 0x20 { return }
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  /// Steps over the byte if it is the current one.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard offset < count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  func fault(_ what: String) -> Fault { Fault(offset: offset, what: what) }

  /// What stands at the offset, for a message.
  var found: String {
    guard offset < count else { return "the end" }
    let byte = bytes[offset]
    if byte == UInt8(ascii: "'") { return "a single quote" }
    if (0x21...0x7E).contains(byte) { return "'\(Character(Unicode.Scalar(byte)))'" }
    if byte < 0x80 { return "byte 0x\(hexadecimal(byte))" }
    let tail = UnsafeBufferPointer(rebasing: bytes[offset..<min(count, offset + 4)])
    guard UTF8Validation.firstInvalid(in: tail) != 0,
      let scalar = String(decoding: tail, as: UTF8.self).unicodeScalars.first
    else { return "byte 0x\(hexadecimal(byte)), which is not UTF-8" }
    return "U+" + String(repeating: "0", count: scalar.value < 0x1000 ? 1 : 0) + hexadecimal(scalar.value)
  }

  private func hexadecimal(_ number: some BinaryInteger) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }

  // MARK: Words and numbers

  mutating func word(_ word: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
    let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard offset + expected.count <= count,
      UnsafeBufferPointer(rebasing: bytes[offset..<(offset + expected.count)]).elementsEqual(expected)
    else { throw fault("expected a value, found an unknown word") }
    offset += expected.count
    return value
  }

  /// Reads a number: exact when it is an integer of 64 bits, else as its literal.
  mutating func number() throws(Fault) -> JSONValue {
    let start = offset
    let isNegative = skip(UInt8(ascii: "-"))
    let digits = offset
    var magnitude: UInt64 = 0
    var overflows = false
    while offset < count, bytes[offset] &- 0x30 < 10 {
      let digit = UInt64(bytes[offset] &- 0x30)
      // Nineteen digits always fit 64 bits without a sign.
      if offset - digits < 19 { magnitude = magnitude &* 10 &+ digit } else { overflows = true }
      offset += 1
    }
    guard offset > digits else { throw fault("expected a digit after '-', found \(found)") }
    if bytes[digits] == 0x30, offset > digits + 1 {
      throw Fault(offset: digits, what: "a number must not start with 0")
    }
    var isInteger = true
    if skip(UInt8(ascii: ".")) {
      isInteger = false
      try skipDigits(after: "'.'")
    }
    if current | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      offset += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
      try skipDigits(after: "the exponent")
    }
    if isInteger, !overflows {
      if magnitude <= UInt64(Int64.max) { return .integer(isNegative ? -Int64(magnitude) : Int64(magnitude)) }
      if isNegative, magnitude == UInt64(Int64.max) + 1 { return .integer(.min) }
    }
    return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func skipDigits(after what: String) throws(Fault) {
    let start = offset
    while offset < count, bytes[offset] &- 0x30 < 10 { offset += 1 }
    guard offset > start else { throw fault("expected a digit after \(what), found \(found)") }
  }

  // MARK: Strings

  /// Reads a string after its opening quote, with the fingerprint of its bytes.
  mutating func string() throws(Fault) -> (text: String, fingerprint: UInt64) {
    let start = offset
    let isASCII = skipPlain()
    guard offset < count else { throw Fault(offset: start - 1, what: "a string is not closed") }
    guard bytes[offset] == UInt8(ascii: "\"") else { return try stringWithEscapes(from: start) }
    let content = UnsafeBufferPointer(rebasing: bytes[start..<offset])
    if !isASCII, let invalid = UTF8Validation.firstInvalid(in: content) {
      throw Fault(offset: start + invalid, what: "a string holds bytes that are not UTF-8")
    }
    offset += 1
    return (String(decoding: content, as: UTF8.self), Self.fingerprint(of: content))
  }

  /// Moves to the next quote, backslash or control character; false when a byte beyond ASCII was passed.
  @inline(__always)
  private mutating func skipPlain() -> Bool {
    let (stop, isASCII) = JSONStringScan.stop(in: bytes, from: offset)
    offset = stop
    return isASCII
  }

  /// The slower way: a string with escapes, of which the first stop is at the offset.
  private mutating func stringWithEscapes(from start: Int) throws(Fault) -> (text: String, fingerprint: UInt64) {
    var content = ByteSink(capacity: max(64, 2 * (offset - start)))
    var plainStart = start
    var isASCII = false
    while true {
      let plain = UnsafeBufferPointer(rebasing: bytes[plainStart..<offset])
      if !isASCII, let invalid = UTF8Validation.firstInvalid(in: plain) {
        throw Fault(offset: plainStart + invalid, what: "a string holds bytes that are not UTF-8")
      }
      content.append(plain)
      guard offset < count else { throw Fault(offset: start - 1, what: "a string is not closed") }
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return content.withBytes { (String(decoding: $0, as: UTF8.self), Self.fingerprint(of: $0)) }
      case UInt8(ascii: "\\"): try escape(into: &content)
      default: throw fault("a string holds the control character \(found); write it as an escape")
      }
      plainStart = offset
      isASCII = skipPlain()
    }
  }

  private mutating func escape(into content: inout ByteSink) throws(Fault) {
    let start = offset
    offset += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(current)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      offset += 1
      content.append(String(try escapedScalar(startingAt: start)))
      return
    default: throw fault("unknown escape '\\' followed by \(found)")
    }
    offset += 1
  }

  /// Reads the digits of `\u`, and the second half of a surrogate pair.
  private mutating func escapedScalar(startingAt start: Int) throws(Fault) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, current == UInt8(ascii: "\\"), offset + 1 < count, bytes[offset + 1] == UInt8(ascii: "u") {
      offset += 2
      let second = try fourDigits()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw Fault(offset: start, what: "half of a surrogate pair stands alone")
  }

  private mutating func fourDigits() throws(Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard offset < count, let digit = Self.hexadecimalDigit(bytes[offset]) else {
        throw fault("expected four hexadecimal digits after '\\u', found \(found)")
      }
      value = value << 4 | UInt32(digit)
      offset += 1
    }
    return value
  }

  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// A cheap digest: length, first and last eight bytes. Equal texts have equal ones; others rarely.
  @inline(__always)
  private static func fingerprint(of content: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(content)
    var head: UInt64 = 0
    var tail: UInt64 = 0
    if content.count >= 8 {
      head = raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      tail = raw.loadUnaligned(fromByteOffset: content.count - 8, as: UInt64.self)
    } else {
      for byte in content { head = head << 8 | UInt64(byte) }
    }
    let mixed = head &* 0x9E37_79B9_7F4A_7C15 ^ tail &* 0xC2B2_AE3D_27D4_EB4F
    return mixed ^ UInt64(content.count) &* 0xD6E8_FEB8_6659_FD93
  }
}
