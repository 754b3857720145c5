/// How one text stands to another.
enum TextOrder: Sendable, Equatable {
  case before
  case same
  case after

  enum Rule: Sendable, Equatable {
    /// By code points, which is the order of UTF-8 bytes.
    case codePoints
    /// By UTF-16 units: as code points, except that supplementary ones stand before U+E000 to U+FFFF.
    case utf16
  }

  /// Compares two UTF-8 texts without any collation (evaluation.md 9, 15).
  static func of(_ left: [UInt8], _ right: [UInt8], by rule: Rule) -> TextOrder {
    let shared = min(left.count, right.count)
    for index in 0..<shared where left[index] != right[index] {
      var (one, other) = (left[index], right[index])
      if rule == .utf16 { (one, other) = (utf16Rank(one), utf16Rank(other)) }
      return one < other ? .before : .after
    }
    if left.count == right.count { return .same }
    return left.count < right.count ? .before : .after
  }

  /// Ranks the first byte that differs: four-byte leads (0xF0 and up) between 0xED and 0xEE, where the surrogates are.
  /// Continuation bytes differ only under equal leads and keep their order.
  private static func utf16Rank(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0xEE, 0xEF: byte + 0x10
    case 0xF0...: byte - 2
    default: byte
    }
  }

  /// Of two comparable values.
  static func of<Value: Comparable>(_ left: Value, _ right: Value) -> TextOrder {
    if left < right { return .before }
    return left == right ? .same : .after
  }
}
