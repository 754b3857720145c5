/// The text in front of the line being typed.
package struct Prompt: Equatable, Sendable {
  /// Printable ASCII on one row.
  package let text: String
  /// The same text with colours (`ESC [ … m`) in it; nil for none.
  package let painted: String?

  /// Characters other than printable ASCII are left out of `text`: the library crashes on some of them.
  /// `painted` is used only when it shows exactly that text.
  package init(_ text: String, painted: String? = nil) {
    let scalars = text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }
    let plain = String(String.UnicodeScalarView(scalars))
    self.text = plain
    self.painted = painted.flatMap { Self.visibleBytes(of: $0) == Array(plain.utf8) ? $0 : nil }
  }

  /// Columns on the screen.
  package var width: Int { text.utf8.count }

  /// The bytes that remain without colour sequences.
  private static func visibleBytes(of text: String) -> [UInt8] {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == 0x1B, bytes.first == UInt8(ascii: "[") else {
        result.append(byte)
        continue
      }
      let body = bytes.dropFirst().prefix { (0x30...0x3B).contains($0) }
      guard bytes.dropFirst(1 + body.count).first == UInt8(ascii: "m") else {
        result.append(byte)
        continue
      }
      bytes = bytes.dropFirst(2 + body.count)
    }
    return result
  }
}
