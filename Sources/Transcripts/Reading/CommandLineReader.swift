import SessionModel
import TextFormats
import Vocabulary

/// Reads the line of a command record without building a tree, when it is written exactly as the encoder writes it and
/// its texts need no escapes; anything else is left to the full reader.
enum CommandLineReader {
  static func read(_ line: UnsafeBufferPointer<UInt8>, line number: Int) -> TranscriptRecord? {
    var cursor = Cursor(bytes: line)
    guard cursor.skip("{\"column\":"), let column = cursor.number(),
      cursor.skip(",\"file\":\""), let file = cursor.text(),
      cursor.skip("\",\"kind\":\"command\",\"line\":"), let place = cursor.number(),
      cursor.skip(",\"seq\":"), let sequence = cursor.number(),
      cursor.skip(",\"text\":\""), let text = cursor.text(),
      cursor.skip("\",\"time\":"), let time = cursor.number(),
      cursor.skip("}"), cursor.isAtEnd
    else { return nil }
    return TranscriptRecord(
      line: number, sequence: sequence, time: Instant(microseconds: Int64(time)),
      content: .input(.command(text: text, place: SourcePlace(file: file, line: place, column: column))))
  }

  private struct Cursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ literal: StaticString) -> Bool {
      let count = literal.utf8CodeUnitCount
      guard bytes.count - position >= count else { return false }
      for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] { return false }
      position += count
      return true
    }

    /// A number without a sign and without leading zeros, of at most 15 digits: always within the limits of fields.
    mutating func number() -> Int? {
      let start = position
      var value = 0
      while position < bytes.count, position - start < 16, case let digit = bytes[position] &- 0x30, digit < 10 {
        value = value * 10 + Int(digit)
        position += 1
      }
      let count = position - start
      guard (1...15).contains(count), count == 1 || bytes[start] != 0x30 else { return nil }
      return value
    }

    /// The text up to the closing quote, which is not taken; nil when there is an escape or no end in it.
    mutating func text() -> String? {
      let start = position
      var isASCII: UInt8 = 0
      while position < bytes.count, bytes[position] != 0x22 {
        let byte = bytes[position]
        guard byte >= 0x20, byte != 0x5C else { return nil }
        isASCII |= byte
        position += 1
      }
      let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
      if isASCII >= 0x80, UTF8Validation.firstInvalid(in: text) != nil { return nil }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
