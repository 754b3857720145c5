/// The CRC-32 of zip, PNG and Ethernet (polynomial 04C11DB7, reflected), fed in pieces.
package struct CRC32: Equatable, Sendable {
  /// The checksum of what was fed so far; of nothing it is 0.
  package var value: UInt32 { ~state }

  private var state: UInt32 = ~0

  package init() {}

  /// The checksum of a text of bytes at once.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    var checksum = CRC32()
    checksum.update(bytes)
    return checksum.value
  }

  /// Goes on with more bytes; the pieces in which they come do not matter.
  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Goes on with more bytes.
  package mutating func update(_ bytes: ArraySlice<UInt8>) { bytes.withUnsafeBytes { update($0) } }

  /// Goes on with more bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state = Self.tables.withUnsafeBufferPointer { tables in
      var state = state
      var index = 0
      while index + 16 <= bytes.count {
        let one = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(state)
        let two = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self))
        state = Self.step(one, tables, firstTable: 15) ^ Self.step(two, tables, firstTable: 7)
        index += 16
      }
      while index < bytes.count {
        state = tables[Int(UInt8(truncatingIfNeeded: state) ^ bytes[index])] ^ state >> 8
        index += 1
      }
      return state
    }
  }

  @inline(__always)
  private static func step(_ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>, firstTable: Int) -> UInt32 {
    var sum: UInt32 = 0
    for position in 0..<8 {
      sum ^= tables[(firstTable - position) << 8 | Int(truncatingIfNeeded: word >> UInt64(position * 8) & 0xFF)]
    }
    return sum
  }

  /// Sixteen tables of 256: table N is the effect of a byte that N zero bytes follow.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    tables.reserveCapacity(16 * 256)
    for byte in 0..<UInt32(256) {
      tables.append((0..<8).reduce(byte) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 })
    }
    for index in 256..<(16 * 256) {
      let shorter = tables[index - 256]
      tables.append(tables[Int(shorter & 0xFF)] ^ shorter >> 8)
    }
    return tables
  }()
}
