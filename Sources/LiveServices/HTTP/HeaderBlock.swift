import ServiceMessages

/// The lines of an answer's head.
enum HeaderBlock {
  /// The header lines, names in small letters; the status line, folded lines and lines without a name are left out.
  static func headers(of head: [UInt8]) -> [HTTPHeader] {
    head.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = line[..<colon]
      guard !name.isEmpty, name.allSatisfy(isNamePart) else { return nil }
      return HTTPHeader(
        String(decoding: name, as: UTF8.self).lowercased(),
        String(decoding: trimmed(line[(colon + 1)...]), as: UTF8.self))
    }
  }

  /// Whether a byte may stand in a header's name (RFC 9110 section 5.6.2).
  static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var value = value
    while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
    while let last = value.last, last == 0x20 || last == 0x09 || last == 0x0D { value.removeLast() }
    return value
  }
}
