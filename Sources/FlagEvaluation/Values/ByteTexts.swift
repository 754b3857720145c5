/// A list of texts as bytes in one piece, so that looking through it touches no reference counts.
struct ByteTexts: Sendable {
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []

  init(_ texts: [[UInt8]]) {
    for text in texts {
      bytes += text
      ends.append(bytes.count)
    }
  }

  var isEmpty: Bool { ends.isEmpty }

  /// Whether one of the texts is exactly this one.
  func contains(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in firstMatch { $0.count == text.count && $0.elementsEqual(text) } }
  }

  /// Whether one of the texts occurs in this one.
  func containsPart(of text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in firstMatch { ByteSearch.contains(text, $0) } }
  }

  @inline(__always)
  private func firstMatch(_ test: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool {
    bytes.withUnsafeBufferPointer { all in
      var start = 0
      for end in ends {
        if test(UnsafeBufferPointer(rebasing: all[start..<end])) { return true }
        start = end
      }
      return false
    }
  }
}
