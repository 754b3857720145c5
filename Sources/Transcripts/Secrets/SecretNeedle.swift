import TextFormats

/// One text to look for, scalar by scalar, in any mix of plain, percent-encoded and JSON-escaped writing.
///
/// Escapes may be nested (a JSON text inside a JSON text doubles backslashes, a percent sign may itself be encoded),
/// so a match is tried with any run of backslashes before a character and any number of `25` after a percent sign.
struct SecretNeedle: Sendable {
  /// The longest run of backslashes that is taken for an escape: five levels of JSON inside JSON.
  private static let backslashLimit = 32
  /// How often a percent sign may have been encoded again.
  private static let percentLimit = 8

  struct Match {
    var end: Int
    var form: SecretForm
  }

  let secret: Int
  let isBase64: Bool
  /// Neighbouring characters of base64 that carry some bits of the secret.
  let looseBefore: Int
  let looseAfter: Int
  private let scalars: [Unicode.Scalar]
  private let bytes: [UInt8]
  private let hasPercent: Bool

  init(secret: Int, text: String, isBase64: Bool = false, looseBefore: Int = 0, looseAfter: Int = 0) {
    self.secret = secret
    self.isBase64 = isBase64
    self.looseBefore = looseBefore
    self.looseAfter = looseAfter
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where scalar != "\\" || scalars.last != "\\" { scalars.append(scalar) }
    self.scalars = scalars
    bytes = Array(text.utf8)
    hasPercent = bytes.contains(UInt8(ascii: "%"))
  }

  /// All forms of a secret that are not just escapes of its text.
  static func needles(of secret: NamedSecret, index: Int) -> [SecretNeedle] {
    var needles = [SecretNeedle(secret: index, text: secret.value)]
    let value = Array(secret.value.utf8)
    for shift in 0..<3 {
      let encoded = Base64.encode([UInt8](repeating: 0, count: shift) + value).utf8.filter { $0 != UInt8(ascii: "=") }
      // A character of base64 carries six bits: those that share bits with a neighbour are not known.
      let first = (8 * shift + 5) / 6
      let end = 8 * (shift + value.count) / 6
      let core = String(decoding: encoded[first..<end], as: UTF8.self)
      let looseBefore = shift == 0 ? 0 : 1
      let looseAfter = 8 * (shift + value.count) % 6 == 0 ? 0 : 1
      var texts = [core]
      let other = String(decoding: core.utf8.map(urlAlphabet), as: UTF8.self)
      if !other.isExactly(core) { texts.append(other) }
      for text in texts {
        needles.append(
          SecretNeedle(
            secret: index, text: text, isBase64: true, looseBefore: looseBefore, looseAfter: looseAfter))
      }
    }
    return needles
  }

  private static func urlAlphabet(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: byte
    }
  }

  /// The number of bytes that a match can have at most.
  var longestMatch: Int {
    bytes.count * (3 + 2 * Self.percentLimit) + scalars.count * 2 * (Self.backslashLimit + 5)
  }

  /// The bytes that a match can begin with.
  var firstBytes: [UInt8] {
    var first = [bytes[0], UInt8(ascii: "%"), UInt8(ascii: "\\")]
    if bytes[0] == UInt8(ascii: " ") { first.append(UInt8(ascii: "+")) }
    return first
  }

  /// Tries to match from an offset on.
  func match(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Match? {
    guard hasPercent else { return match(at: start, in: text, percentLevel: 0) }
    // `%25` may be an encoded percent sign or a percent sign and digits of the secret: each reading is tried.
    for level in 0...Self.percentLimit {
      if let match = match(at: start, in: text, percentLevel: level) { return match }
    }
    return nil
  }

  /// - Parameter percentLevel: how often a percent sign of the secret itself was encoded.
  private func match(at start: Int, in text: UnsafeBufferPointer<UInt8>, percentLevel: Int) -> Match? {
    var position = start
    var form = isBase64 ? SecretForm.base64 : .plain
    for scalar in scalars {
      guard position < text.count else { return nil }
      let byte = text[position]
      if scalar.isASCII, UInt32(byte) == scalar.value, byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "%") {
        position += 1
        continue
      }
      guard let (end, found) = encoded(scalar, at: position, in: text, percentLevel: percentLevel) else { return nil }
      position = end
      if form == .plain { form = found }
    }
    return Match(end: position, form: form)
  }

  /// Matches one scalar in any of its writings but the plain ASCII one.
  private func encoded(
    _ scalar: Unicode.Scalar, at position: Int, in text: UnsafeBufferPointer<UInt8>, percentLevel: Int
  ) -> (end: Int, form: SecretForm)? {
    switch text[position] {
    case UInt8(ascii: "\\"): return escaped(scalar, at: position, in: text)
    case UInt8(ascii: "%"):
      if scalar == "%" { return percentSign(at: position, in: text, level: percentLevel) }
      return percentEncoded(scalar, at: position, in: text).map { ($0, .percentEncoded) }
    case UInt8(ascii: "+"):
      return scalar == " " ? (position + 1, .percentEncoded) : nil
    default:
      // The plain writing of an ASCII scalar did not match already.
      guard !scalar.isASCII, let encoding = UTF8.encode(scalar) else { return nil }
      var end = position
      for byte in encoding {
        guard end < text.count, text[end] == byte else { return nil }
        end += 1
      }
      return (end, .plain)
    }
  }

  /// A percent sign of the secret, encoded so many times.
  private func percentSign(
    at start: Int, in text: UnsafeBufferPointer<UInt8>, level: Int
  ) -> (end: Int, form: SecretForm)? {
    var position = start + 1
    for _ in 0..<level {
      guard hexadecimal(at: position, digits: 2, in: text) == 0x25 else { return nil }
      position += 2
    }
    return (position, level == 0 ? .plain : .percentEncoded)
  }

  private func percentEncoded(
    _ scalar: Unicode.Scalar, at start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    guard let encoding = UTF8.encode(scalar) else { return nil }
    var position = start
    for byte in encoding {
      guard position < text.count, text[position] == UInt8(ascii: "%") else { return nil }
      position += 1
      var rounds = 0
      while hexadecimal(at: position, digits: 2, in: text) != UInt32(byte) {
        guard rounds < Self.percentLimit, hexadecimal(at: position, digits: 2, in: text) == 0x25 else { return nil }
        position += 2
        rounds += 1
      }
      position += 2
    }
    return position
  }

  private func escaped(
    _ scalar: Unicode.Scalar, at start: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> (end: Int, form: SecretForm)? {
    guard let encoding = UTF16.encode(scalar) else { return nil }
    var position = start
    for unit in encoding {
      let runStart = position
      let runEnd = min(text.count, position + Self.backslashLimit)
      while position < runEnd, text[position] == UInt8(ascii: "\\") { position += 1 }
      if scalar == "\\" {
        // One backslash, or the escape of one at any depth; a secret's own run of them is one scalar here.
        return (position, position - runStart > 1 ? .jsonEscaped : .plain)
      }
      guard position > runStart, position < text.count else { return nil }
      if text[position] == UInt8(ascii: "u") {
        guard hexadecimal(at: position + 1, digits: 4, in: text) == UInt32(unit) else { return nil }
        position += 5
      } else {
        guard Self.shortEscape(of: scalar) == text[position] else { return nil }
        position += 1
      }
    }
    return (position, .jsonEscaped)
  }

  private static func shortEscape(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar {
    case "\"": UInt8(ascii: "\"")
    case "/": UInt8(ascii: "/")
    case "\n": UInt8(ascii: "n")
    case "\r": UInt8(ascii: "r")
    case "\t": UInt8(ascii: "t")
    case "\u{8}": UInt8(ascii: "b")
    case "\u{C}": UInt8(ascii: "f")
    default: nil
    }
  }

  private func hexadecimal(at start: Int, digits: Int, in text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    guard start + digits <= text.count else { return nil }
    var value: UInt32 = 0
    for digit in text[start..<start + digits] {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(digit - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(digit - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return value
  }
}
