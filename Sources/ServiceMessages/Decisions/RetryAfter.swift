import TextFormats
package import Vocabulary

/// The pause that a service asks for before another try (RFC 9110, 10.2.3): seconds, or a moment.
package enum RetryAfter {
  /// The longest pause that is believed, a day.
  static let longest: Int64 = 86_400

  /// - Parameter wallMilliseconds: what time it is, since 1970-01-01T00:00:00Z.
  /// - Returns: nil for what is neither seconds nor a moment.
  package static func pause(_ text: String, wallMilliseconds: Int64) -> Span? {
    let text = text.trimmingWhitespace
    if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return .seconds(min(Int64(text) ?? longest, longest))
    }
    guard let moment = moment(text) else { return nil }
    return .milliseconds(min(max(0, moment - wallMilliseconds), longest * 1_000))
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// A date in the one form that servers make today: `Tue, 01 Dec 2026 00:00:00 GMT`.
  private static func moment(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[0].utf8.last == UInt8(ascii: ","), words[5] == "GMT",
      let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    guard case .moment(let milliseconds)? = try? CalendarMoment.parse("\(words[3])-\(number)-\(words[1])T\(words[4])Z")
    else { return nil }
    return milliseconds
  }
}
