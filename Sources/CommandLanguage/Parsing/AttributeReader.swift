import TextFormats
import Vocabulary

/// Reads `NAME=VALUE` of a contextual attribute.
enum AttributeReader {
  /// Names that the request itself uses (personalization.md 1.3), in lower case, with what to do instead. Their case is
  /// no way around: a service that reads them leniently would take them all the same.
  static let reservedNames: [(name: String, hint: String)] = [
    ("anchorid", "use --anchor ID"), ("anchortype", "use --anchor-type TYPE"),
    ("anchordmoname", "use --anchor-type TYPE"),
    ("individualid", "it is the device id; `identity --device-id ID` sets it"),
    ("profileid", "decisions are for the device id; `identity --device-id ID` sets it"),
    ("unifiedindividualid", "decisions are for the device id; `identity --device-id ID` sets it"),
    ("dataspace", "PERSONALIZATION_DATASPACE of the configuration sets it"),
    ("channel", "the client sets it"), ("channelcontext", "the client sets it"),
    ("correlationid", "the client sets it"), ("messageid", "the client sets it"),
    ("requesturl", "an app has no page address"), ("utm_source", "it comes from a page's address"),
    ("utm_medium", "it comes from a page's address"), ("utm_campaign", "it comes from a page's address"),
    ("utm_content", "it comes from a page's address"), ("utm_term", "it comes from a page's address"),
    ("p13n_sys_requesttimezone", "the client sets it"),
  ]

  static func read(_ word: Word, as type: AttributeType) throws(CommandFault) -> ContextualAttribute {
    let bytes = Array(word.text.utf8)
    guard let equals = bytes.firstIndex(of: Byte.equals) else {
      throw bad(word, "\(ValueReader.quoted(word.text)) sets no attribute", "write --\(type.option) NAME=VALUE")
    }
    let name = String(decoding: bytes[..<equals], as: UTF8.self)
    let text = String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    let lower = name.lowercased()
    if let reserved = reservedNames.first(where: { $0.name.isExactly(lower) }) {
      throw bad(word, "the attribute name \(name) is reserved", reserved.hint)
    }
    return ContextualAttribute(name: name, value: try value(text, word, as: type, byte: equals + 1))
  }

  private static func value(
    _ text: String, _ word: Word, as type: AttributeType, byte: Int
  ) throws(CommandFault) -> JSONValue {
    func bad(_ what: String, _ hint: String) -> CommandFault {
      CommandFault(
        .badArgument, "\(ValueReader.quoted(text)) is no \(what)", at: word.offset(ofByte: byte), hint: hint)
    }
    let asText = "--attribute NAME=TEXT takes any text"
    switch type {
    case .text: return .string(text)
    case .int:
      let digits = text.utf8.first == Byte.dash ? text.utf8.dropFirst() : text.utf8[...]
      guard !digits.isEmpty, digits.allSatisfy(Byte.isDigit), let number = Int64(text) else {
        throw bad("whole number of 64 bits", asText)
      }
      return .integer(number)
    case .double:
      let isPlain = text.utf8.allSatisfy { Byte.isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
      guard isPlain, let number = Double(text), number.isFinite else {
        throw bad("finite number", "write digits, such as 249.5 or 1e3; \(asText)")
      }
      return .double(number)
    case .bool:
      guard text.isExactly("true") || text.isExactly("false") else { throw bad("true or false", asText) }
      return .bool(text.isExactly("true"))
    case .date:
      do throws(CalendarMoment.Fault) {
        switch try CalendarMoment.parse(text) {
        case .day: return .string(text)
        case .moment(let milliseconds): return .string(CalendarMoment.text(milliseconds: milliseconds))
        }
      } catch {
        let what =
          switch error {
          case .notAMoment: "date"
          case .outOfRange: "date of the calendar"
          case .tooFine: "date in whole milliseconds"
          }
        throw bad(what, CalendarMoment.hint)
      }
    }
  }

  private static func bad(_ word: Word, _ message: String, _ hint: String) -> CommandFault {
    CommandFault(.badArgument, message, at: word.offset, hint: hint)
  }
}
