/// Finding what makes bytes unfit as text.
package enum UTF8Validation {
  /// What is wrong with the bytes from an offset on.
  package enum Fault: Equatable, Sendable {
    /// The offset of the first byte of a sequence that is no UTF-8: stray, overlong, surrogate, beyond U+10FFFF, cut.
    case invalid(offset: Int)
    /// The offset of a NUL.
    case null(offset: Int)

    package var offset: Int {
      switch self {
      case .invalid(let offset), .null(let offset): offset
      }
    }
  }

  /// The first fault of a text, or nil when it is UTF-8 without NUL; offsets count from the start of the slice.
  package static func firstFault(in bytes: ArraySlice<UInt8>) -> Fault? {
    bytes.withUnsafeBufferPointer { buffer in
      let invalid = firstInvalid(in: buffer)
      if let null = buffer.prefix(invalid ?? buffer.count).firstIndex(of: 0) { return .null(offset: null) }
      return invalid.map(Fault.invalid)
    }
  }

  /// The first fault of a text, or nil when it is UTF-8 without NUL.
  package static func firstFault(in bytes: [UInt8]) -> Fault? { firstFault(in: bytes[...]) }

  /// The offset of the first byte of the first invalid sequence; NUL is valid here.
  package static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    var index = 0
    while index < count {
      if index + 8 <= count,
        raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
        continue
      }
      if base[index] < 0x80 {
        index += 1
        continue
      }
      guard let length = sequenceLength(at: index, base: base, count: count) else { return index }
      index += length
    }
    return nil
  }

  /// The length of the well-formed sequence of several bytes at an index (the table of Unicode 3.9, D92), else nil.
  private static func sequenceLength(at index: Int, base: UnsafePointer<UInt8>, count: Int) -> Int? {
    let lead = base[index]
    let length: Int
    // The second byte alone decides about overlong forms, surrogates and the upper bound.
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard index + length <= count, second.contains(base[index + 1]) else { return nil }
    for following in (index + 2)..<max(index + 2, index + length) where base[following] & 0xC0 != 0x80 { return nil }
    return length
  }
}
