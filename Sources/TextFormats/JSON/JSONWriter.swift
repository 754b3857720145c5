/// Writes JSON with stable bytes: names sorted by their UTF-8 bytes, no white space, only the escapes that JSON
/// demands (`\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`, other controls as `\u00xx` in lower case), all else as UTF-8.
///
/// The same value gives the same bytes on every machine.
package enum JSONWriter {
  /// Appends a value on one line.
  package static func append(_ value: JSONValue, to output: inout [UInt8]) {
    var sink = ByteSink()
    write(value, to: &sink)
    sink.withBytes { output.append(contentsOf: $0) }
  }

  /// Appends a text as a JSON string, quotes included.
  package static func append(string: String, to output: inout [UInt8]) {
    var string = string
    string.withUTF8 { bytes in
      output.append(UInt8(ascii: "\""))
      var plainStart = 0
      for index in 0..<bytes.count where needsEscape(bytes[index]) {
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart..<index]))
        var escape = ByteSink(capacity: 6)
        writeEscape(of: bytes[index], to: &escape)
        escape.withBytes { output.append(contentsOf: $0) }
        plainStart = index + 1
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[plainStart...]))
      output.append(UInt8(ascii: "\""))
    }
  }

  /// Appends an integer in decimal digits.
  package static func append(integer: Int64, to output: inout [UInt8]) {
    withDigits(of: integer) { output.append(contentsOf: $0) }
  }

  /// Appends an integer in decimal digits.
  package static func append(integer: Int, to output: inout [UInt8]) { append(integer: Int64(integer), to: &output) }

  // MARK: Values

  static func write(_ value: borrowing JSONValue, to sink: inout ByteSink) {
    switch value {
    case .null: sink.append("null")
    case .bool(true): sink.append("true")
    case .bool(false): sink.append("false")
    case .integer(let integer): withDigits(of: integer) { sink.append($0) }
    case .number(let literal): sink.append(literal)
    case .string(let text): write(string: text, to: &sink)
    case .array(let elements):
      sink.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        if !isFirst { sink.append(UInt8(ascii: ",")) }
        isFirst = false
        write(element, to: &sink)
      }
      sink.append(UInt8(ascii: "]"))
    case .object(let object):
      sink.append(UInt8(ascii: "{"))
      var isFirst = true
      object.forEachSorted { member in
        if !isFirst { sink.append(UInt8(ascii: ",")) }
        isFirst = false
        write(string: member.name, to: &sink)
        sink.append(UInt8(ascii: ":"))
        write(member.value, to: &sink)
      }
      sink.append(UInt8(ascii: "}"))
    }
  }

  /// Writes over several lines, each level two spaces further in; empty arrays and objects stay on one line.
  static func writePretty(_ value: JSONValue, to sink: inout ByteSink, level: Int = 0) {
    switch value {
    case .array(let elements) where !elements.isEmpty:
      sink.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { sink.append(UInt8(ascii: ",")) }
        startLine(level: level + 1, in: &sink)
        writePretty(element, to: &sink, level: level + 1)
      }
      startLine(level: level, in: &sink)
      sink.append(UInt8(ascii: "]"))
    case .object(let object) where !object.isEmpty:
      sink.append(UInt8(ascii: "{"))
      var isFirst = true
      object.forEachSorted { member in
        if !isFirst { sink.append(UInt8(ascii: ",")) }
        isFirst = false
        startLine(level: level + 1, in: &sink)
        write(string: member.name, to: &sink)
        sink.append(": ")
        writePretty(member.value, to: &sink, level: level + 1)
      }
      startLine(level: level, in: &sink)
      sink.append(UInt8(ascii: "}"))
    default: write(value, to: &sink)
    }
  }

  private static func startLine(level: Int, in sink: inout ByteSink) {
    sink.append(UInt8(ascii: "\n"))
    for _ in 0..<level { sink.append("  ") }
  }

  // MARK: Strings and integers

  private static func write(string: String, to sink: inout ByteSink) {
    var string = string
    string.withUTF8 { bytes in
      sink.append(UInt8(ascii: "\""))
      var plainStart = 0
      for index in 0..<bytes.count where needsEscape(bytes[index]) {
        sink.append(UnsafeBufferPointer(rebasing: bytes[plainStart..<index]))
        writeEscape(of: bytes[index], to: &sink)
        plainStart = index + 1
      }
      sink.append(UnsafeBufferPointer(rebasing: bytes[plainStart...]))
      sink.append(UInt8(ascii: "\""))
    }
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

  private static func writeEscape(of byte: UInt8, to sink: inout ByteSink) {
    sink.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: sink.append(UInt8(ascii: "b"))
    case 0x09: sink.append(UInt8(ascii: "t"))
    case 0x0A: sink.append(UInt8(ascii: "n"))
    case 0x0C: sink.append(UInt8(ascii: "f"))
    case 0x0D: sink.append(UInt8(ascii: "r"))
    case 0x22, 0x5C: sink.append(byte)
    default:
      let low = byte & 0x0F
      sink.append("u00")
      sink.append(UInt8(ascii: "0") + byte >> 4)
      sink.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }

  private static func withDigits(of integer: Int64, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    // A sign and the nineteen digits of the smallest integer.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var magnitude = integer.magnitude
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      if integer < 0 {
        start -= 1
        digits[start] = UInt8(ascii: "-")
      }
      body(UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }
}

extension JSONValue {
  /// Appends the value in its one stable form (see `JSONWriter`).
  package func write(into output: inout [UInt8]) { JSONWriter.append(self, to: &output) }

  /// The value in its one stable form, on one line.
  package var text: String {
    var sink = ByteSink()
    JSONWriter.write(self, to: &sink)
    return sink.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The value over several lines, indented by two spaces, without a line end after it.
  package var prettyText: String {
    var sink = ByteSink()
    JSONWriter.writePretty(self, to: &sink)
    return sink.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
