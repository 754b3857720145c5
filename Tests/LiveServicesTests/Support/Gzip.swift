import TextFormats

/// Gzip (RFC 1951, 1952) in its two simplest forms, written from the specification.
enum Gzip {
  /// The bytes as they are, in stored blocks.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var deflated: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let size = UInt16(block.count)
      deflated += [rest.isEmpty ? 1 : 0] + little(size) + little(~size) + block
    } while !rest.isEmpty
    return wrap(deflated, checksum: CRC32.of(bytes), size: bytes.count)
  }

  /// One byte `1 + 258 * runs` times, in one block with fixed codes: each run takes 13 bits.
  static func runs(of byte: UInt8, _ runs: Int) -> [UInt8] {
    var bits = Bits()
    bits.put(1, count: 1)
    bits.put(1, count: 2)
    // Literals below 144: eight bits from 00110000 on, most significant first.
    bits.putReversed(0x30 + Int(byte), count: 8)
    for _ in 0..<runs {
      // Length 258 is symbol 285: 11000101; distance 1 is code 0 of five bits.
      bits.putReversed(0b1100_0101, count: 8)
      bits.putReversed(0, count: 5)
    }
    bits.putReversed(0, count: 7)
    let content = [UInt8](repeating: byte, count: 1 + 258 * runs)
    return wrap(bits.bytes, checksum: CRC32.of(content), size: content.count)
  }

  private static func wrap(_ deflated: [UInt8], checksum: UInt32, size: Int) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated + little(checksum) + little(UInt32(size))
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// Bits from the least significant of each byte on.
  private struct Bits {
    var bytes: [UInt8] = []
    var used = 8

    mutating func put(_ value: Int, count: Int) {
      for position in 0..<count {
        if used == 8 {
          bytes.append(0)
          used = 0
        }
        bytes[bytes.count - 1] |= UInt8(value >> position & 1) << UInt8(used)
        used += 1
      }
    }

    /// Codes stand with their most significant bit first.
    mutating func putReversed(_ value: Int, count: Int) {
      for position in (0..<count).reversed() { put(value >> position & 1, count: 1) }
    }
  }
}
