import TextFormats

/// The text that a JSON value is compared and bucketed by (evaluation.md 7).
struct TextForm {
  let dialect: Dialect

  /// The text form; nil for null.
  func text(of value: JSONValue) -> String? {
    switch value {
    case .null: nil
    case .bool(let flag): dialect.capitalisesBooleans ? (flag ? "True" : "False") : (flag ? "true" : "false")
    case .integer, .number: number(value, nested: false)
    case .string(let text): text
    case .array, .object: String(decoding: nested(value), as: UTF8.self)
    }
  }

  // MARK: Numbers

  private func number(_ value: JSONValue, nested: Bool) -> String {
    switch value {
    case .integer(let integer):
      // Whole numbers up to 2^53 are written alike.
      if dialect.numberText == .python || integer.magnitude <= 1 << 53 { return String(integer) }
      return ShortestDecimal(Double(integer)).javaScriptText
    case .number(let literal):
      if dialect.numberText == .python, let digits = Self.pythonInteger(literal) { return digits }
      return double(Double(literal) ?? .nan, nested: nested)
    default: return ""
    }
  }

  /// The digits of an integer literal of any size; nil for a literal with a fraction or an exponent, and for the special
  /// numbers of lenient array texts.
  private static func pythonInteger(_ literal: String) -> String? {
    literal.utf8.allSatisfy { $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? literal : nil
  }

  private func double(_ number: Double, nested: Bool) -> String {
    switch dialect.numberText {
    case .python:
      if number.isNaN { return nested ? "NaN" : "nan" }
      if number.isInfinite { return (number < 0 ? "-" : "") + (nested ? "Infinity" : "inf") }
      return ShortestDecimal(number).pythonText
    case .javaScript:
      if !number.isFinite { return nested ? "null" : number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
      return ShortestDecimal(number).javaScriptText
    }
  }

  // MARK: Objects and arrays

  private func nested(_ value: JSONValue) -> [UInt8] {
    var output: [UInt8] = []
    append(value, to: &output)
    return output
  }

  /// Recursion is bounded by the depth limit of whatever read the value.
  private func append(_ value: JSONValue, to output: inout [UInt8]) {
    let separator = dialect.nestedText == .spacedASCII ? ", " : ","
    switch value {
    case .null: output += "null".utf8
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .integer, .number: output += number(value, nested: true).utf8
    case .string(let text): append(quoted: text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output += separator.utf8 }
        append(element, to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for (index, member) in ordered(object.members).enumerated() {
        if index > 0 { output += separator.utf8 }
        append(quoted: member.name, to: &output)
        output += (dialect.nestedText == .spacedASCII ? ": " : ":").utf8
        append(member.value, to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private func ordered(_ members: [JSONMember]) -> [JSONMember] {
    guard dialect.indexNamesFirst else { return members }
    return IndexName.first(members) { $0.name }
  }

  private func append(quoted text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\"".utf8
      case "\\": output += "\\\\".utf8
      case "\n": output += "\\n".utf8
      case "\r": output += "\\r".utf8
      case "\t": output += "\\t".utf8
      case "\u{8}": output += "\\b".utf8
      case "\u{c}": output += "\\f".utf8
      case " "..."~": output.append(UInt8(truncatingIfNeeded: scalar.value))
      default:
        if dialect.nestedText == .spacedASCII || scalar.value < 0x20 {
          for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { appendEscape(unit, to: &output) }
        } else {
          output += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private func appendEscape(_ unit: UInt16, to output: inout [UInt8]) {
    output += "\\u".utf8
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(unit >> UInt16(shift) & 0xF)
      output.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

/// Names that JavaScript treats as array indexes: such members of an object come first, in ascending order.
enum IndexName {
  /// The index that the name spells canonically, up to 2^32 - 2.
  static func value(_ name: String) -> UInt32? {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count <= 10, bytes.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      first != UInt8(ascii: "0") || bytes.count == 1, let value = UInt32(name), value < .max
    else { return nil }
    return value
  }

  /// The elements with index names first, ascending, then the others as they were.
  static func first<Element>(_ elements: [Element], name: (Element) -> String) -> [Element] {
    let indexed = elements.compactMap { element in value(name(element)).map { (index: $0, element: element) } }
    if indexed.isEmpty { return elements }
    return indexed.sorted { $0.index < $1.index }.map(\.element) + elements.filter { value(name($0)) == nil }
  }
}
