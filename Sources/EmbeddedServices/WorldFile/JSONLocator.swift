import TextFormats

/// Finds where a value stands in the text of a JSON document that was read without an error.
///
/// The JSON values keep no places, which makes reading fast; only a mistake needs one, once.
package struct JSONLocator {
  private let bytes: [UInt8]
  private var offset = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The offset of the first byte of the value at a path, as far as the path exists.
  static func offset(of steps: [WorldNode.Step], in bytes: [UInt8]) -> Int {
    var locator = JSONLocator(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { locator.offset = 3 }
    locator.skipSpace()
    var found = locator.offset
    for step in steps {
      guard locator.enter(step) else { return found }
      found = locator.offset
    }
    return found
  }

  private var current: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= UInt8(ascii: " ") { offset += 1 }
  }

  /// Goes from the start of a container to the start of one of its values; of a repeated name the last counts.
  private mutating func enter(_ step: WorldNode.Step) -> Bool {
    let opening: UInt8 =
      switch step {
      case .name: UInt8(ascii: "{")
      case .index: UInt8(ascii: "[")
      }
    guard current == opening else { return false }
    var found: Int?
    var index = 0
    repeat {
      offset += 1
      skipSpace()
      guard offset < bytes.count, current != UInt8(ascii: "}"), current != UInt8(ascii: "]") else { break }
      var isWanted = false
      switch step {
      case .name(let name):
        isWanted = takeName().isExactly(name)
        skipSpace()
        offset += 1
        skipSpace()
      case .index(let wanted):
        isWanted = index == wanted
      }
      if isWanted { found = offset }
      skipValue()
      skipSpace()
      index += 1
    } while current == UInt8(ascii: ",")
    offset = found ?? offset
    return found != nil
  }

  private mutating func takeName() -> String {
    let start = offset
    skipString()
    let name = try? JSON.parse(bytes[start..<min(offset, bytes.count)])
    return name?.string ?? ""
  }

  private mutating func skipString() {
    offset += 1
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset += 1
  }

  private mutating func skipValue() {
    var depth = 0
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        skipString()
        if depth == 0 { return }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 {
          offset += 1
          return
        }
      case UInt8(ascii: ","):
        if depth == 0 { return }
      default:
        break
      }
      offset += 1
    }
  }
}

extension JSONLocator {
  /// The offset of the value that a message's path (`$.flags[2]["a.b"]`) names, as far as it exists in the text.
  package static func offset(ofPath path: String, in bytes: [UInt8]) -> Int {
    var steps: [WorldNode.Step] = []
    var rest = path.utf8.dropFirst()
    while let first = rest.first {
      rest = rest.dropFirst()
      if first == UInt8(ascii: ".") {
        let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        steps.append(.name(String(decoding: name, as: UTF8.self)))
        rest = rest.dropFirst(name.count)
        continue
      }
      guard first == UInt8(ascii: "["), let end = closing(of: rest), let step = try? JSON.parse(Array(rest[..<end]))
      else { break }
      switch step {
      case .string(let name): steps.append(.name(name))
      case .integer(let index): steps.append(.index(Int(index)))
      default: break
      }
      rest = rest[end...].dropFirst()
    }
    return offset(of: steps, in: bytes)
  }

  /// Where the bracket ends that a step stands in; a bracket inside quotes does not count.
  private static func closing(of text: Substring.UTF8View) -> Substring.UTF8View.Index? {
    var isQuoted = false
    var isEscaped = false
    for index in text.indices {
      switch text[index] {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "]") where !isQuoted: return index
      default: break
      }
    }
    return nil
  }
}
