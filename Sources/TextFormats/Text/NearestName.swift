/// Finding the name that someone probably meant.
package enum NearestName {
  /// Names longer than this, in scalars, get no suggestion: the work grows with the square.
  package static let lengthLimit = 100

  /// The name among the candidates that is nearest to a misspelt one, if one is near enough: at most a third of its
  /// scalars (at least one) inserted, left out, replaced, or swapped with a neighbour. Upper and lower case of ASCII
  /// letters count as the same. Of equally near names the first by UTF-8 bytes, whatever the order of the candidates.
  package static func nearestName(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    guard !wanted.isEmpty, wanted.count <= lengthLimit else { return nil }
    var bound = max(1, wanted.count / 3)
    var nearest: String?
    for candidate in candidates {
      guard let distance = distance(wanted, folded(candidate), atMost: bound) else { continue }
      // Nothing in common is no likeness, however short the names are.
      guard distance < wanted.count || distance == 0 else { continue }
      if distance < bound || nearest.map(candidate.precedes) ?? true { nearest = candidate }
      bound = distance
    }
    return nearest
  }

  /// The number of edits between two names (see `nearestName(to:in:)`, case counts here), or nil beyond a bound.
  package static func distance(from one: String, to other: String, atMost bound: Int) -> Int? {
    distance(one.unicodeScalars.map(\.value), other.unicodeScalars.map(\.value), atMost: bound)
  }

  /// Optimal string alignment, row by row; each scalar takes part in one edit at most.
  private static func distance(_ one: [UInt32], _ other: [UInt32], atMost bound: Int) -> Int? {
    guard abs(one.count - other.count) <= bound else { return nil }
    guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for row in 1...one.count {
      var current = [row]
      current.reserveCapacity(other.count + 1)
      for column in 1...other.count {
        let isSame = one[row - 1] == other[column - 1]
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      if min(current.min() ?? 0, last.min() ?? 0) > bound { return nil }
      beforeLast = last
      last = current
    }
    return last[other.count] <= bound ? last[other.count] : nil
  }

  private static func folded(_ name: String) -> [UInt32] {
    name.unicodeScalars.map { ("A"..."Z").contains($0) ? $0.value + 0x20 : $0.value }
  }
}
