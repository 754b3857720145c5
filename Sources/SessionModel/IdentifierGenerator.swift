/// The source of every identifier of a session: xoshiro256**, seeded from the header (design.md, "Identifiers").
struct IdentifierGenerator: Equatable, Sendable {
  private var state: (UInt64, UInt64, UInt64, UInt64)

  /// Expands the seed's words by SplitMix64, as the generator's authors advise; the last word comes first, since in a
  /// seed that fits 64 bits it is the only one that differs.
  init(seed: [UInt64]) {
    var mixer = seed.last ?? 0
    func next() -> UInt64 {
      mixer &+= 0x9E37_79B9_7F4A_7C15
      var word = mixer
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
    let low = (next(), next())
    mixer ^= seed.dropLast().last ?? 0
    state = (low.0, low.1, next(), next())
  }

  static func == (left: Self, right: Self) -> Bool { left.state == right.state }

  private mutating func word() -> UInt64 {
    func rotated(_ value: UInt64, by count: UInt64) -> UInt64 { (value << count) | (value >> (64 - count)) }
    let result = rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = rotated(state.3, by: 45)
    return result
  }

  /// A number from zero to this one, for pauses that must not fall together.
  mutating func number(upTo limit: Int64) -> Int64 {
    limit > 0 ? Int64(word() % (UInt64(limit) + 1)) : 0
  }

  /// A version 4 UUID in upper case, as the app's system makes them.
  mutating func uuid() -> String {
    let high = (word() & 0xFFFF_FFFF_FFFF_0FFF) | 0x0000_0000_0000_4000
    let low = (word() & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
    return String(unsafeUninitializedCapacity: 36) { text in
      var end = 0
      for position in 0..<32 {
        if position == 8 || position == 12 || position == 16 || position == 20 {
          text[end] = UInt8(ascii: "-")
          end += 1
        }
        let word = position < 16 ? high : low
        let digit = UInt8((word >> UInt64(60 - 4 * (position % 16))) & 0xF)
        text[end] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + (digit - 10)
        end += 1
      }
      return end
    }
  }
}
