/// The parts of a value.
enum XCConfigReference: Equatable {
  case text(String)
  /// What stands between the brackets, and the whole as written.
  case reference(String, source: String)

  /// The part as it is written.
  var source: String {
    switch self {
    case .text(let text): text
    case .reference(_, let source): source
    }
  }

  /// Takes a value apart. Brackets may nest; one that is not closed is text.
  static func pieces(of text: String) -> [XCConfigReference] {
    let bytes = Array(text.utf8)
    let partners = partners(in: bytes)
    var pieces: [XCConfigReference] = []
    var textStart = 0
    var index = 0
    func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    while index < bytes.count {
      guard let close = partners[index] else {
        index += 1
        continue
      }
      if textStart < index { pieces.append(.text(string(textStart..<index))) }
      pieces.append(.reference(string((index + 2)..<close), source: string(index..<(close + 1))))
      index = close + 1
      textStart = index
    }
    if textStart < bytes.count { pieces.append(.text(string(textStart..<bytes.count))) }
    return pieces
  }

  /// The closing bracket of each `$(` and `${`, by the place of the `$`; found in one pass.
  private static func partners(in bytes: [UInt8]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    var open: [(start: Int, close: UInt8)] = []
    for index in bytes.indices {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      if bytes[index] == UInt8(ascii: "$"), next == UInt8(ascii: "(") {
        open.append((index, UInt8(ascii: ")")))
      } else if bytes[index] == UInt8(ascii: "$"), next == UInt8(ascii: "{") {
        open.append((index, UInt8(ascii: "}")))
      } else if let last = open.last, bytes[index] == last.close, index > last.start + 1 {
        partners[last.start] = index
        open.removeLast()
      }
    }
    return partners
  }
}
