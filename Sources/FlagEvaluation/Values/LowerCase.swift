/// Full Unicode lower-casing without a locale, with the rule of the final sigma (evaluation.md 10).
enum LowerCase {
  static func text(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      return bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var lowered = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\u{3A3}" {
        lowered.unicodeScalars.append(isFinal(index, in: scalars) ? "\u{3C2}" : "\u{3C3}")
      } else {
        lowered += scalar.properties.lowercaseMapping
      }
    }
    return Array(lowered.utf8)
  }

  /// Whether the sigma at `index` ends a word: a cased letter before it and none after, case-ignorable ones aside.
  private static func isFinal(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
    guard let before, before.properties.isCased else { return false }
    let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
    return after.map { !$0.properties.isCased } ?? true
  }

  /// Whether the text is `true` or `false` in any case; no character beyond ASCII lower-cases to one of their letters.
  static func isBooleanWord(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 4 || bytes.count == 5 else { return false }
    return bytes.elementsEqual(bytes.count == 4 ? "true".utf8 : "false".utf8) { $0 | 0x20 == $1 && $0 >= 0x41 }
  }
}
