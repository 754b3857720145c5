/// The shortest decimal digits that read back as a given binary64, from which each engine's way of writing it is made.
struct ShortestDecimal {
  let isNegative: Bool
  /// ASCII digits without leading or trailing zeros; `0` for zero.
  let digits: [UInt8]
  /// The decimal exponent of the first digit: 0 for 1.5, -1 for 0.15.
  let exponent: Int

  /// Of a finite number.
  init(_ number: Double) {
    var digits: [UInt8] = []
    var point: Int?
    var power = 0
    isNegative = number.sign == .minus
    var bytes = Array(number.magnitude.description.utf8)[...]
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits.append(byte)
      case UInt8(ascii: "."): point = digits.count
      default:
        power = Int(String(decoding: bytes, as: UTF8.self)) ?? 0
        bytes = []
      }
    }
    var exponent = (point ?? digits.count) - 1 + power
    let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leadingZeros)
    exponent -= leadingZeros
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty {
      digits = [UInt8(ascii: "0")]
      exponent = 0
    }
    self.digits = digits
    self.exponent = exponent
  }

  /// As Python's `repr`: scientific below 1e-4 and from 1e16, else positional with a digit after the point.
  var pythonText: String {
    (isNegative ? "-" : "")
      + (exponent < -4 || exponent >= 16 ? scientific(exponentDigits: 2) : positional(keepsPoint: true))
  }

  /// As ECMAScript's `Number::toString`: scientific below 1e-6 and from 1e21; minus zero is `0`.
  var javaScriptText: String {
    if digits == [UInt8(ascii: "0")] { return "0" }
    return (isNegative ? "-" : "")
      + (exponent < -6 || exponent > 20 ? scientific(exponentDigits: 1) : positional(keepsPoint: false))
  }

  private func scientific(exponentDigits: Int) -> String {
    let magnitude = String(exponent.magnitude)
    let padding = String(repeating: "0", count: max(0, exponentDigits - magnitude.utf8.count))
    let fraction = digits.count > 1 ? "." + String(decoding: digits.dropFirst(), as: UTF8.self) : ""
    return String(decoding: digits.prefix(1), as: UTF8.self) + fraction + "e" + (exponent < 0 ? "-" : "+") + padding
      + magnitude
  }

  private func positional(keepsPoint: Bool) -> String {
    if exponent < 0 {
      return "0." + String(repeating: "0", count: -exponent - 1) + String(decoding: digits, as: UTF8.self)
    }
    let wholeCount = exponent + 1
    if digits.count <= wholeCount {
      return String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: wholeCount - digits.count)
        + (keepsPoint ? ".0" : "")
    }
    return String(decoding: digits.prefix(wholeCount), as: UTF8.self) + "."
      + String(decoding: digits.dropFirst(wholeCount), as: UTF8.self)
  }
}
