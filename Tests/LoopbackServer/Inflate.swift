import TextFormats

/// Gzip, decoded as RFC 1951 and 1952 say: what uploads of some clients come in.
struct Inflate {
  /// Far more than the services take.
  static let limit = 64 << 20

  private var input: ArraySlice<UInt8>
  private var held: UInt32 = 0
  private var heldBits = 0
  private var output: [UInt8] = []

  /// The content of one gzip member; nil when it is damaged, cut or too large.
  static func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 else { return nil }
    let flags = bytes[3]
    var rest = bytes.dropFirst(10)
    if flags & 4 != 0 {
      guard rest.count >= 2 else { return nil }
      rest = rest.dropFirst(2 + Int(rest[rest.startIndex]) + Int(rest[rest.startIndex + 1]) << 8)
    }
    // A file name and a comment, each up to a NUL.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      rest = rest[(end + 1)...]
    }
    if flags & 2 != 0 { rest = rest.dropFirst(2) }
    var inflate = Inflate(input: rest)
    guard inflate.run() else { return nil }
    let tail = Array(inflate.input.prefix(8))
    guard tail.count == 8 else { return nil }
    let numbers = [tail[0..<4], tail[4..<8]].map { $0.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    guard numbers[0] == CRC32.of(inflate.output), numbers[1] == UInt32(truncatingIfNeeded: inflate.output.count) else {
      return nil
    }
    return inflate.output
  }

  private init(input: ArraySlice<UInt8>) { self.input = input }

  private mutating func run() -> Bool {
    while true {
      guard let isLast = bits(1), let kind = bits(2) else { return false }
      let isFine: Bool =
        switch kind {
        case 0: stored()
        case 1: Self.fixed.map { block(literals: $0, distances: $1) } ?? false
        case 2: dynamic()
        default: false
        }
      guard isFine else { return false }
      if isLast == 1 { return true }
    }
  }

  private mutating func bits(_ count: Int) -> Int? {
    while heldBits < count {
      guard let byte = input.popFirst() else { return nil }
      held |= UInt32(byte) << UInt32(heldBits)
      heldBits += 8
    }
    let value = held & (1 << UInt32(count) - 1)
    held >>= UInt32(count)
    heldBits -= count
    return Int(value)
  }

  private mutating func stored() -> Bool {
    held = 0
    heldBits = 0
    guard let size = bits(16), let check = bits(16), size == ~check & 0xFFFF, input.count >= size,
      output.count + size <= Self.limit
    else { return false }
    output += input.prefix(size)
    input = input.dropFirst(size)
    return true
  }

  /// Codes by length: how many there are of each, and the symbols in order.
  private struct Codes {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init?(_ lengths: ArraySlice<Int>) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      for length in 1...15 {
        symbols += lengths.enumerated().filter { $0.element == length }.map(\.offset)
      }
      var left = 1
      for length in 1...15 {
        left = left * 2 - counts[length]
        guard left >= 0 else { return nil }
      }
    }
  }

  private mutating func symbol(_ codes: Codes) -> Int? {
    var code = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      guard let bit = bits(1) else { return nil }
      code |= bit
      let count = codes.counts[length]
      if code - count < first { return codes.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return nil
  }

  private static let fixed: (Codes, Codes)? = {
    let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    guard let literals = Codes(lengths[...]), let distances = Codes([Int](repeating: 5, count: 30)[...]) else {
      return nil
    }
    return (literals, distances)
  }()

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func dynamic() -> Bool {
    guard let literalCount = bits(5), let distanceCount = bits(5), let orderCount = bits(4) else { return false }
    let total = literalCount + 257 + distanceCount + 1
    var lengths = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(orderCount + 4) {
      guard let length = bits(3) else { return false }
      lengths[place] = length
    }
    guard let lengthCodes = Codes(lengths[...]) else { return false }
    lengths = []
    while lengths.count < total {
      guard let symbol = symbol(lengthCodes) else { return false }
      switch symbol {
      case 16:
        guard let last = lengths.last, let more = bits(2) else { return false }
        lengths += [Int](repeating: last, count: 3 + more)
      case 17, 18:
        guard let more = bits(symbol == 17 ? 3 : 7) else { return false }
        lengths += [Int](repeating: 0, count: (symbol == 17 ? 3 : 11) + more)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == total, let literals = Codes(lengths.prefix(literalCount + 257)),
      let distances = Codes(Array(lengths.dropFirst(literalCount + 257))[...])
    else { return false }
    return block(literals: literals, distances: distances)
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthExtras = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]

  private mutating func block(literals: Codes, distances: Codes) -> Bool {
    while output.count <= Self.limit {
      guard let symbol = symbol(literals) else { return false }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return true }
      guard symbol - 257 < Self.lengthBases.count, let more = bits(Self.lengthExtras[symbol - 257]),
        let code = self.symbol(distances), code < Self.distanceBases.count, let further = bits(max(0, code / 2 - 1))
      else { return false }
      let distance = Self.distanceBases[code] + further
      guard distance <= output.count else { return false }
      for _ in 0..<(Self.lengthBases[symbol - 257] + more) { output.append(output[output.count - distance]) }
    }
    return false
  }
}
