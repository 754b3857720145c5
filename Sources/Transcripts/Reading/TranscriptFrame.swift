import TextFormats

/// What every reader of a transcript keeps: where it is, and whether what it has seen holds together.
struct TranscriptFrame {
  /// Longer lines are not read.
  static let lineLimit = 64 << 20

  /// How every transcript begins, since names stand in order.
  static let headerStart = Array(#"{"configuration":{"#.utf8)

  let file: String
  /// Lines read so far.
  private(set) var line = 0
  /// Sessions begun so far.
  private(set) var session = 0
  private(set) var isOpen = false
  /// The number of the last record of the session.
  private(set) var sequence = 0
  private(set) var counts = RecordCounts()
  private var checksum = CRC32()
  private var inputs = InputDigest()
  private var announcesMore = false
  /// Whether anything but empty lines was seen.
  private var isBlank = true

  init(file: String) { self.file = file }

  /// Takes the next whole line, its LF included, and reads it in full.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> TranscriptItem? {
    line += 1
    let text = UnsafeBufferPointer(rebasing: bytes.dropLast())
    guard bytes.count <= Self.lineLimit else { throw damaged("a line of more than \(Self.lineLimit >> 20) MiB") }
    if session == 0, text.allSatisfy(Self.isSpace) { return nil }
    isBlank = false
    if isOpen {
      // Commands are most of what is parsed in a replay: they have a reader of their own.
      if let command = CommandLineReader.read(text, line: line) { return .record(try counted(command, bytes)) }
    }
    let json = try parse(text)
    if isOpen { return try takeInside(json, bytes, text) }
    isOpen = true
    let header = try header(json)
    session += 1
    sequence = 0
    counts = RecordCounts()
    checksum = CRC32()
    inputs = InputDigest()
    checksum.update(UnsafeRawBufferPointer(bytes))
    return .header(header)
  }

  /// Takes the next whole line, which the caller knows to be an output record of this kind with the right number.
  mutating func takeKnown(_ kind: RecordKind, _ bytes: UnsafeBufferPointer<UInt8>) {
    line += 1
    sequence += 1
    counts[kind] += 1
    checksum.update(UnsafeRawBufferPointer(bytes))
  }

  /// The footer that would be right for what was read of the session.
  func footer(document: JSONValue, isLast: Bool) -> TranscriptFooter {
    TranscriptFooter(
      counts: counts, checksum: checksum.value, inputs: inputs.value, document: document, isLast: isLast)
  }

  /// Takes the next whole line, which the caller knows to be this footer.
  mutating func takeKnown(_ footer: TranscriptFooter) {
    line += 1
    isOpen = false
    announcesMore = !footer.isLast
  }

  /// Judges the end of the file.
  ///
  /// - Parameter unfinished: the bytes behind the last LF.
  func end(_ unfinished: UnsafeBufferPointer<UInt8>) -> Diagnostic? {
    if isBlank, unfinished.allSatisfy(Self.isSpace) { return TranscriptFault.empty(file: file) }
    if isBlank {
      return zip(unfinished, Self.headerStart).allSatisfy(==)
        ? TranscriptFault.cut(file: file, line: line + 1, what: "its first line has no end")
        : TranscriptFault.notATranscript(file: file)
    }
    if !unfinished.isEmpty {
      return TranscriptFault.cut(file: file, line: line + 1, what: "its last line has no end")
    }
    if isOpen {
      return TranscriptFault.cut(file: file, line: line, what: "session \(session) has no footer")
    }
    return announcesMore
      ? TranscriptFault.cut(file: file, line: line, what: "another session should follow session \(session)") : nil
  }

  // MARK: Parts

  private mutating func takeInside(
    _ json: JSONValue, _ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) throws(Diagnostic) -> TranscriptItem {
    guard let word = json["kind"]?.string else { throw damaged("a record has no kind", shown: text) }
    if word.isExactly("footer") { return .footer(try footer(json, bytes, text)) }
    if word.isExactly("header") {
      throw damaged("a new header inside session \(session), which has no footer", shown: text)
    }
    guard let kind = RecordKind(rawValue: word) else {
      throw damaged("a record of the unknown kind \(JSONValue.string(word).text)", shown: text)
    }
    let record: TranscriptRecord
    do {
      record = try RecordDecoder.record(json, kind: kind, line: line)
    } catch {
      throw damaged(error.what, shown: text)
    }
    return .record(try counted(record, bytes))
  }

  private mutating func counted(
    _ record: TranscriptRecord, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Diagnostic) -> TranscriptRecord {
    guard record.sequence == sequence + 1 else {
      throw damaged("record \(record.sequence) stands where record \(sequence + 1) should")
    }
    sequence += 1
    counts[record.kind] += 1
    checksum.update(UnsafeRawBufferPointer(bytes))
    if let input = record.input { inputs.add(input) }
    return record
  }

  private func header(_ json: JSONValue) throws(Diagnostic) -> TranscriptHeader {
    guard json["kind"]?.string == "header", json["format"]?.string == TranscriptHeader.format else {
      if session == 0 { throw TranscriptFault.notATranscript(file: file) }
      throw damaged("a record after the footer of session \(session)")
    }
    let version = json["version"]
    guard version == .integer(Int64(TranscriptHeader.version)) else {
      throw TranscriptFault.unknownVersion(
        version?.text ?? "none", tool: json["tool"]?.string, file: file, line: line)
    }
    do {
      return try TranscriptHeader(json: json)
    } catch {
      throw damaged(error.what)
    }
  }

  private mutating func footer(
    _ json: JSONValue, _ bytes: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>
  ) throws(Diagnostic) -> TranscriptFooter {
    let footer: TranscriptFooter
    do {
      footer = try TranscriptFooter(json: json)
    } catch {
      throw damaged(error.what, shown: text)
    }
    guard footer.counts == counts else {
      throw damaged("session \(session) has \(counts.total) records, its footer counts \(footer.counts.total)")
    }
    guard footer.checksum == checksum.value else {
      let actual = TranscriptFooter.hexadecimal(checksum.value)
      let recorded = TranscriptFooter.hexadecimal(footer.checksum)
      throw damaged("the bytes of session \(session) have the CRC-32 \(actual), its footer says \(recorded)")
    }
    guard footer.inputs == nil || footer.inputs == inputs.value else {
      throw damaged("something that went into session \(session) was changed since it was recorded")
    }
    // The checksum cannot cover the line that it stands in; that line has to be exactly what would be written.
    var canonical: [UInt8] = []
    RecordEncoder().append(footer, to: &canonical)
    guard canonical.elementsEqual(bytes) else {
      throw damaged("the footer of session \(session) is not written as flagsh writes it", shown: text)
    }
    isOpen = false
    announcesMore = !footer.isLast
    return footer
  }

  private func parse(_ text: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> JSONValue {
    if text.last == 0x0D { throw TranscriptFault.lineEnds(file: file, line: line) }
    do {
      return try JSON.parse(text)
    } catch {
      if session == 0 { throw TranscriptFault.notATranscript(file: file) }
      throw TranscriptFault.damaged(
        file: file, line: line, column: error.column, what: "a record is not JSON (\(error.what))",
        shown: error.column < 100 ? TranscriptFault.Line(text) : nil)
    }
  }

  private func damaged(_ what: String, shown: UnsafeBufferPointer<UInt8>? = nil) -> Diagnostic {
    TranscriptFault.damaged(file: file, line: line, what: what, shown: shown.map(TranscriptFault.Line.init))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
