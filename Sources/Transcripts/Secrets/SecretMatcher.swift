import TextFormats

/// Finds any of several secrets in bytes, in all the forms of `SecretForm`; where several begin, the longest counts.
struct SecretMatcher: Sendable {
  struct Hit {
    var range: Range<Int>
    var secret: Int
    var form: SecretForm
    var looseBefore: Int
    var looseAfter: Int
  }

  /// No match is longer than this.
  let longestMatch: Int
  /// For each byte, the needles that a match beginning with it can belong to.
  private let needlesByFirstByte: [[Int]]
  private let needles: [SecretNeedle]

  init(_ secrets: [NamedSecret]) {
    var needles: [SecretNeedle] = []
    for (index, secret) in secrets.enumerated() where secret.isUsable {
      needles += SecretNeedle.needles(of: secret, index: index)
    }
    var byFirst = [[Int]](repeating: [], count: 256)
    for (index, needle) in needles.enumerated() {
      for byte in needle.firstBytes where byFirst[Int(byte)].last != index { byFirst[Int(byte)].append(index) }
    }
    self.needles = needles
    needlesByFirstByte = byFirst
    longestMatch = needles.map(\.longestMatch).max() ?? 0
  }

  var isEmpty: Bool { needles.isEmpty }

  /// The first match that begins in a range; it may end behind it.
  func firstHit(from start: Int, to end: Int, in text: UnsafeBufferPointer<UInt8>) -> Hit? {
    guard !isEmpty else { return nil }
    var position = start
    while position < end {
      let candidates = needlesByFirstByte[Int(text[position])]
      if !candidates.isEmpty, let hit = longestHit(of: candidates, at: position, in: text) { return hit }
      position += 1
    }
    return nil
  }

  private func longestHit(of candidates: [Int], at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Hit? {
    var longest: Hit?
    for index in candidates {
      let needle = needles[index]
      guard let match = needle.match(at: start, in: text) else { continue }
      if let longest, longest.range.upperBound >= match.end { continue }
      longest = Hit(
        range: start..<match.end, secret: needle.secret, form: match.form, looseBefore: needle.looseBefore,
        looseAfter: needle.looseAfter)
    }
    return longest
  }
}
