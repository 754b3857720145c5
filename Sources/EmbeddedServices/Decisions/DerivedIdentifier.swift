import FlagEvaluation

/// Identifiers that look random and are the same whenever the same thing happens again.
enum DerivedIdentifier {
  /// The form of a UUID of version 8 ("custom", RFC 9562) with 122 bits derived from the parts.
  static func text(of parts: [String]) -> String {
    var named: [UInt8] = []
    // The lengths keep ("ab", "c") apart from ("a", "bc").
    for part in parts { named += Array("\(part.utf8.count):\(part)".utf8) }
    var words = (0..<4).map { MurmurHash3.hash(named, seed: UInt32($0)) }
    words[1] = words[1] & 0xFFFF_0FFF | 0x0000_8000
    words[2] = words[2] & 0x3FFF_FFFF | 0x8000_0000
    let digits = words.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.utf8.count) + text
    }.joined()
    var identifier = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { identifier.append("-") }
      identifier.append(digit)
    }
    return identifier
  }
}
