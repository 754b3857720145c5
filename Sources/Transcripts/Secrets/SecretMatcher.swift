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
  /// What stands for secrets; a value may happen to be part of such a text, and is no secret there.
  private let placeholders: [[UInt8]]

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
    placeholders = secrets.map { Array($0.placeholder.utf8) }
    longestMatch = max(needles.map(\.longestMatch).max() ?? 0, placeholders.map(\.count).max() ?? 0)
  }

  var isEmpty: Bool { needles.isEmpty }

  /// The first match that begins between a position and an end; it may reach behind that end.
  ///
  /// - Parameter position: moves to the match, or to where the search for the next one goes on.
  func nextHit(from position: inout Int, to end: Int, in text: UnsafeBufferPointer<UInt8>) -> Hit? {
    guard !isEmpty else {
      position = max(position, end)
      return nil
    }
    while position < end {
      let byte = text[position]
      let candidates = needlesByFirstByte[Int(byte)]
      if byte == UInt8(ascii: "{"), let placeholder = placeholders.first(where: { begins($0, at: position, in: text) })
      {
        position += placeholder.count
        continue
      }
      if !candidates.isEmpty, let hit = longestHit(of: candidates, at: position, in: text) { return hit }
      position += 1
    }
    return nil
  }

  private func begins(_ placeholder: [UInt8], at start: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    start + placeholder.count <= text.count
      && placeholder.indices.allSatisfy { text[start + $0] == placeholder[$0] }
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
