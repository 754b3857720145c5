/// A list of texts as bytes in one piece, so that looking through it touches no reference counts.
struct ByteTexts: Sendable {
  /// Longer lists are looked up in a table.
  private static let shortCount = 16

  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []
  private let table: Set<[UInt8]>?

  init(_ texts: [[UInt8]]) {
    for text in texts {
      bytes += text
      ends.append(bytes.count)
    }
    table = texts.count > Self.shortCount ? Set(texts) : nil
  }

  var isEmpty: Bool { ends.isEmpty }

  /// Whether one of the texts is exactly this one.
  func contains(_ text: [UInt8]) -> Bool {
    if let table { return table.contains(text) }
    return text.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { all in
        var start = 0
        for end in ends {
          if end - start == text.count, all[start..<end].elementsEqual(text) { return true }
          start = end
        }
        return false
      }
    }
  }

  /// Whether one of the texts occurs in this one.
  func containsPart(of text: [UInt8], budget: inout Int) throws(WorkLimitReached) -> Bool {
    let found: Bool? = text.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { all in
        var start = 0
        for end in ends {
          let part = UnsafeBufferPointer(rebasing: all[start..<end])
          guard let found = ByteSearch.contains(text, part, budget: &budget) else { return nil }
          if found { return true }
          start = end
        }
        return false
      }
    }
    guard let found else { throw WorkLimitReached() }
    return found
  }
}
