/// Base64 (RFC 4648): the standard alphabet with padding, and the alphabet for URLs without.
package enum Base64 {
  /// Which alphabet, and with it whether padding is written and demanded.
  package enum Form: Sendable {
    /// `+` and `/`, padded with `=` (RFC 4648 section 4).
    case standard
    /// `-` and `_`, no padding (RFC 4648 section 5, as headers and tokens use it).
    case url
  }

  /// The bytes as text in the alphabet of the form, without line breaks.
  package static func encode(_ bytes: some Collection<UInt8>, as form: Form = .standard) -> String {
    var characters: [UInt8] = []
    characters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var pending: UInt32 = 0
    var bits = 0
    for byte in bytes {
      pending = pending << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        characters.append(character(of: UInt8(pending >> UInt32(bits) & 0x3F), form))
      }
      pending &= 1 << UInt32(bits) - 1
    }
    if bits > 0 { characters.append(character(of: UInt8(pending << UInt32(6 - bits) & 0x3F), form)) }
    if form == .standard {
      while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// The bytes that a text stands for, or nil when it is not exactly what `encode` writes: other characters, white
  /// space, wrong or (in the standard form) missing padding, bits left over.
  package static func decode(_ text: some StringProtocol, as form: Form = .standard) -> [UInt8]? {
    var characters = Array(text.utf8)
    if form == .standard {
      guard characters.count % 4 == 0 else { return nil }
      for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
    }
    guard characters.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var pending: UInt32 = 0
    var bits = 0
    for character in characters {
      guard let value = value(of: character, form) else { return nil }
      pending = pending << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(pending >> UInt32(bits)))
        pending &= 1 << UInt32(bits) - 1
      }
    }
    return pending == 0 ? bytes : nil
  }

  private static func character(of value: UInt8, _ form: Form) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: form == .standard ? UInt8(ascii: "+") : UInt8(ascii: "-")
    default: form == .standard ? UInt8(ascii: "/") : UInt8(ascii: "_")
    }
  }

  private static func value(of character: UInt8, _ form: Form) -> UInt8? {
    switch (character, form) {
    case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): character - UInt8(ascii: "A")
    case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): character - UInt8(ascii: "a") + 26
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): character - UInt8(ascii: "0") + 52
    case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .url): 62
    case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .url): 63
    default: nil
    }
  }
}
