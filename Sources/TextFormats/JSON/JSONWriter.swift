/// Writes JSON with stable bytes: names sorted by their UTF-8 bytes, no white space, only the escapes that JSON
/// demands (`\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`, other controls as `\u00xx` in lower case), all else as UTF-8.
///
/// The same value gives the same bytes on every machine.
package enum JSONWriter {
  /// Appends a text as a JSON string, quotes included.
  package static func append(string: String, to output: inout [UInt8]) {
    let written: Void? = string.utf8.withContiguousStorageIfAvailable { append(utf8: $0, to: &output) }
    guard written == nil else { return }
    Array(string.utf8).withUnsafeBufferPointer { append(utf8: $0, to: &output) }
  }

  /// Appends an integer in decimal digits.
  package static func append(integer: Int64, to output: inout [UInt8]) {
    var magnitude = integer.magnitude
    if integer < 0 { output.append(UInt8(ascii: "-")) }
    guard magnitude >= 10 else {
      output.append(0x30 + UInt8(truncatingIfNeeded: magnitude))
      return
    }
    let start = output.count
    while magnitude > 0 {
      output.append(0x30 + UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    }
    output[start...].reverse()
  }

  /// Appends an integer in decimal digits.
  package static func append(integer: Int, to output: inout [UInt8]) { append(integer: Int64(integer), to: &output) }

  /// Appends a value.
  package static func append(_ value: JSONValue, to output: inout [UInt8]) {
    switch value {
    case .null: output.append(contentsOf: [0x6E, 0x75, 0x6C, 0x6C])
    case .bool(true): output.append(contentsOf: [0x74, 0x72, 0x75, 0x65])
    case .bool(false): output.append(contentsOf: [0x66, 0x61, 0x6C, 0x73, 0x65])
    case .integer(let integer): append(integer: integer, to: &output)
    case .number(let literal): output.append(contentsOf: literal.utf8)
    case .string(let text): append(string: text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        append(element, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      var isFirst = true
      object.forEachSorted { member in
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        append(string: member.name, to: &output)
        output.append(UInt8(ascii: ":"))
        append(member.value, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a value over several lines, each level two spaces further in; empty arrays and objects stay on one line.
  package static func appendPretty(_ value: JSONValue, to output: inout [UInt8], level: Int = 0) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        startLine(level: level + 1, in: &output)
        appendPretty(element, to: &output, level: level + 1)
      }
      startLine(level: level, in: &output)
      output.append(UInt8(ascii: "]"))
    case .object(let object) where !object.isEmpty:
      output.append(UInt8(ascii: "{"))
      var isFirst = true
      object.forEachSorted { member in
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        startLine(level: level + 1, in: &output)
        append(string: member.name, to: &output)
        output.append(contentsOf: [0x3A, 0x20])
        appendPretty(member.value, to: &output, level: level + 1)
      }
      startLine(level: level, in: &output)
      output.append(UInt8(ascii: "}"))
    default: append(value, to: &output)
    }
  }

  private static func startLine(level: Int, in output: inout [UInt8]) {
    output.append(0x0A)
    output.append(contentsOf: repeatElement(0x20, count: level * 2))
  }

  private static func append(utf8 bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var plainStart = 0
    for index in 0..<bytes.count {
      let byte = bytes[index]
      if byte >= 0x20, byte != 0x22, byte != 0x5C { continue }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart..<index]))
      appendEscape(of: byte, to: &output)
      plainStart = index + 1
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart...]))
    output.append(UInt8(ascii: "\""))
  }

  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x22, 0x5C: output.append(byte)
    default:
      let low = byte & 0x0F
      output.append(contentsOf: [UInt8(ascii: "u"), 0x30, 0x30, 0x30 + byte >> 4, low < 10 ? 0x30 + low : 0x57 + low])
    }
  }
}

extension JSONValue {
  /// Appends the value in its one stable form (see `JSONWriter`).
  package func write(into output: inout [UInt8]) { JSONWriter.append(self, to: &output) }

  /// The value in its one stable form, on one line.
  package var text: String {
    var output: [UInt8] = []
    write(into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The value over several lines, indented by two spaces, without a line end after it.
  package var prettyText: String {
    var output: [UInt8] = []
    JSONWriter.appendPretty(self, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
