import TextFormats

/// Finds the name that a misspelt one was probably meant to be.
enum Nearest {
  /// Longer names are not compared; nobody misspells them by hand.
  static let longestName = 64

  /// The candidate with the fewest changed, missing, added or swapped letters, case ignored; nil when all are too far.
  static func name(to name: String, among candidates: [String]) -> String? {
    let wanted = folded(name)
    guard !wanted.isEmpty, wanted.count <= longestName else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let other = folded(candidate)
      guard other.count <= longestName else { continue }
      let allowed = max(1, min(wanted.count, other.count) / 3)
      guard abs(other.count - wanted.count) <= allowed else { continue }
      let distance = distance(wanted, other)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { $0.isASCII && $0.properties.isUppercase ? Unicode.Scalar($0.value + 32) ?? $0 : $0 }
  }

  /// The distance of Damerau and Levenshtein in its restricted form: each letter is moved once at most.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
        var value = min(last[column + 1] + 1, current[column] + 1, substitution)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          value = min(value, beforeLast[column - 1] + 1)
        }
        current.append(value)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
