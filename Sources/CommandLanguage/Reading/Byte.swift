/// The bytes that the command language knows by name, and the few questions asked of bytes.
enum Byte {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let bang: UInt8 = 0x21
  static let doubleQuote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let percent: UInt8 = 0x25
  static let ampersand: UInt8 = 0x26
  static let singleQuote: UInt8 = 0x27
  static let dash: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let colon: UInt8 = 0x3A
  static let semicolon: UInt8 = 0x3B
  static let equals: UInt8 = 0x3D
  static let openBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let closeBracket: UInt8 = 0x5D
  static let delete: UInt8 = 0x7F
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// The length in bytes of the well-formed UTF-8 scalar at `index`, or 0 when there is none (Unicode table 3-7).
  static func scalarLength(_ bytes: [UInt8], at index: Int, end: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, low) = (3, 0xA0)
    case 0xED: (length, high) = (3, 0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, low) = (4, 0x90)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, high) = (4, 0x8F)
    default: return 0
    }
    guard index + length <= end, bytes[index + 1] >= low, bytes[index + 1] <= high else { return 0 }
    for further in 2..<max(length, 2) where bytes[index + further] & 0xC0 != 0x80 { return 0 }
    return length
  }

  /// The index of the first line feed at or after `start`, or the end; looks at eight bytes at a time.
  static func firstLineFeed(in bytes: [UInt8], from start: Int) -> Int {
    bytes.withUnsafeBytes { raw in
      let ones: UInt64 = 0x0101_0101_0101_0101
      let pattern = ones * UInt64(lineFeed)
      var index = start
      while index + 8 <= raw.count {
        let differences = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ pattern
        // The lowest zero byte gets its high bit set; only bits above it can be wrong.
        let zeros = (differences &- ones) & ~differences & (ones << 7)
        if zeros != 0 { return index + zeros.trailingZeroBitCount >> 3 }
        index += 8
      }
      while index < raw.count, raw[index] != lineFeed { index += 1 }
      return index
    }
  }

  /// Two upper-case digits.
  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return byte < 0x10 ? "0" + digits : digits
  }
}
