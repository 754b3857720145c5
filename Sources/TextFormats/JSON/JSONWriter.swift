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
    output.append(UInt8(ascii: "\""))
    forEachPiece(of: string) { output.append(contentsOf: $0) }
    output.append(UInt8(ascii: "\""))
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
    sink.append(UInt8(ascii: "\""))
    forEachPiece(of: string) { sink.append($0) }
    sink.append(UInt8(ascii: "\""))
  }

  /// Calls for each run of plain bytes and for each escape of what stands between them.
  @inline(__always)
  private static func forEachPiece(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    var string = string
    string.withUTF8 { bytes in
      var start = 0
      while true {
        let stop = JSONStringScan.stop(in: bytes, from: start).index
        body(UnsafeBufferPointer(rebasing: bytes[start..<stop]))
        guard stop < bytes.count else { return }
        withEscape(of: bytes[stop], body)
        start = stop + 1
      }
    }
  }

  private static func withEscape(of byte: UInt8, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let short: StaticString
    switch byte {
    case 0x08: short = "\\b"
    case 0x09: short = "\\t"
    case 0x0A: short = "\\n"
    case 0x0C: short = "\\f"
    case 0x0D: short = "\\r"
    case 0x22: short = "\\\""
    case 0x5C: short = "\\\\"
    default:
      var long = byte < 0x10 ? "\\u000" : "\\u00"
      long += String(byte, radix: 16)
      return long.withUTF8 { body($0) }
    }
    body(UnsafeBufferPointer(start: short.utf8Start, count: short.utf8CodeUnitCount))
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
