/// A text as a dictionary key that is compared and hashed by its UTF-8 bytes, where `String` would treat canonically
/// equivalent texts as one key.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

  package func hash(into hasher: inout Hasher) {
    let done: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if done == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension String {
  /// Equality code point by code point, where `==` would treat canonically equivalent texts as equal.
  package func isExactly(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let result = utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { ByteScan.areEqual(one, $0) }
    }
    // Not contiguous are only strings that another runtime made.
    guard let result, let result else { return utf8.elementsEqual(other.utf8) }
    return result
  }

  /// Order by UTF-8 bytes, which is the order of code points: the same on every machine and in every locale.
  package func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
