/// MurmurHash3, x86, 32 bits: the hash of bucketing (evaluation.md 11).
package enum MurmurHash3 {
  /// The unsigned 32-bit hash of the bytes.
  package static func hash(_ bytes: [UInt8], seed: UInt32 = 0) -> UInt32 {
    let hash = bytes.withUnsafeBufferPointer { buffer in
      var hash = seed
      var index = 0
      while index + 4 <= buffer.count {
        let block =
          UInt32(buffer[index]) | UInt32(buffer[index + 1]) << 8 | UInt32(buffer[index + 2]) << 16
          | UInt32(buffer[index + 3]) << 24
        hash ^= scrambled(block)
        hash = rotated(hash, 13) &* 5 &+ 0xe654_6b64
        index += 4
      }
      var tail: UInt32 = 0
      var shift: UInt32 = 0
      while index < buffer.count {
        tail |= UInt32(buffer[index]) << shift
        shift += 8
        index += 1
      }
      return hash ^ scrambled(tail) ^ UInt32(truncatingIfNeeded: buffer.count)
    }
    return avalanched(hash)
  }

  /// Zero stays zero, so an absent tail changes nothing.
  @inline(__always)
  private static func scrambled(_ block: UInt32) -> UInt32 {
    rotated(block &* 0xcc9e_2d51, 15) &* 0x1b87_3593
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }

  private static func avalanched(_ hash: UInt32) -> UInt32 {
    var hash = hash
    hash ^= hash >> 16
    hash = hash &* 0x85eb_ca6b
    hash ^= hash >> 13
    hash = hash &* 0xc2b2_ae35
    return hash ^ hash >> 16
  }
}

/// The two numbers that a bucketing hash gives (evaluation.md 11).
package struct BucketNumbers: Sendable, Equatable {
  /// Unsigned 32 bits.
  package let hash: UInt32

  /// Of the UTF-8 bytes of salt, `/` and the bucketing text.
  package init(hashing bytes: [UInt8]) { hash = MurmurHash3.hash(bytes) }

  /// 0 to 99, compared with the ranges of allocations.
  package var allocation: Int64 { Int64(hash % 100) }
  /// 0 to 42,949,672, compared with the ranges of distributions.
  package var distribution: Int64 { Int64(hash / 100) }
}
