/// Looks for one text in another, within a budget.
enum ByteSearch {
  /// Bytes that are looked at for one step of the budget.
  private static let bytesPerStep = 16

  /// Whether `needle` occurs in `text`; on valid UTF-8 this is occurrence by code points.
  static func contains(_ text: [UInt8], _ needle: [UInt8], budget: inout Int) throws(WorkLimitReached) -> Bool {
    let found = text.withUnsafeBufferPointer { text in
      needle.withUnsafeBufferPointer { contains(text, $0, budget: &budget) }
    }
    guard let found else { throw WorkLimitReached() }
    return found
  }

  /// The same; nil when the budget is used up.
  static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>, budget: inout Int
  ) -> Bool? {
    guard let first = needle.first else { return true }
    guard text.count >= needle.count else { return false }
    budget -= text.count / bytesPerStep + 1
    for start in 0...(text.count - needle.count) where text[start] == first {
      var offset = 1
      while offset < needle.count, text[start + offset] == needle[offset] { offset += 1 }
      if offset == needle.count { return true }
      // Texts that repeat themselves make false starts long.
      budget -= offset / bytesPerStep
      guard budget >= 0 else { return nil }
    }
    return budget >= 0 ? false : nil
  }
}
