/// Collects UTF-8 bytes to scalars, one byte at a time, and drops what is not UTF-8.
struct ScalarDecoder {
  private var value: UInt32 = 0
  private var missing = 0
  /// The least scalar that may be written with this many bytes.
  private var least: UInt32 = 0

  /// The scalar that this byte completes.
  mutating func feed(_ byte: UInt8) -> UInt32? {
    if missing > 0 {
      if byte & 0xC0 == 0x80 {
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { return nil }
        return value >= least && Unicode.Scalar(value) != nil ? value : nil
      }
      // The sequence is cut; this byte begins the next one.
      missing = 0
    }
    switch byte {
    case 0..<0x80: return UInt32(byte)
    case 0xC2..<0xE0: begin(byte & 0x1F, missing: 1, least: 0x80)
    case 0xE0..<0xF0: begin(byte & 0x0F, missing: 2, least: 0x800)
    case 0xF0..<0xF5: begin(byte & 0x07, missing: 3, least: 0x1_0000)
    default: break
    }
    return nil
  }

  /// Forgets an unfinished sequence.
  mutating func reset() { missing = 0 }

  private mutating func begin(_ bits: UInt8, missing: Int, least: UInt32) {
    value = UInt32(bits)
    self.missing = missing
    self.least = least
  }
}
