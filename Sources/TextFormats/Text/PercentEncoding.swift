/// Percent-encoding of parts of addresses (RFC 3986).
package enum PercentEncoding {
  /// Every byte except letters, digits, `-`, `.`, `_` and `~` as `%XX` in upper case: safe in paths, queries and forms.
  package static func encode(_ text: String) -> String { encode(bytes: text.utf8) }

  /// The same for bytes.
  package static func encode(bytes: some Sequence<UInt8>) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0x0F)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The bytes that an encoded text stands for; nil when a `%` has not two hexadecimal digits after it.
  ///
  /// - Parameter plusIsSpace: whether `+` stands for a space, as in forms (and only there).
  package static func decodeBytes(_ text: some StringProtocol, plusIsSpace: Bool = false) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(JSONCursor.hexadecimalDigit),
          let low = rest.next().flatMap(JSONCursor.hexadecimalDigit)
        else { return nil }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      }
    }
    return decoded
  }

  /// The text that an encoded text stands for; nil also when its bytes are no UTF-8.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    guard let bytes = decodeBytes(text, plusIsSpace: plusIsSpace),
      bytes.withUnsafeBufferPointer({ UTF8Validation.firstInvalid(in: $0) }) == nil
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
