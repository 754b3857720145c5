import SessionModel
import Testing
import TextFormats
import Transcripts
import Vocabulary

@Suite struct DamageTests {
  /// Two sessions, so that a cut between them is one of the cuts.
  private func twoSessions() -> [UInt8] {
    var writer = TranscriptWriter()
    for isLast in [false, true] {
      writer.begin(TranscriptHeader(toolVersion: "0.1.0", configuration: SessionConfiguration()))
      for line in 1...3 {
        writer.append(
          Input(time: .start, .command(text: "echo \(line)", place: SourcePlace(file: "s", line: line, column: 1))))
        writer.append([.outcome(Outcome(command: line, name: "echo"))])
      }
      writer.append(Input(time: .start, .leave))
      writer.finish(document: ["a": "b"], isLast: isLast)
    }
    return writer.pending
  }

  @Test func anyCutIsRecognisedAndTheWholeRecordsAreUsable() {
    for bytes in [Sample.bytes, twoSessions()] {
      let whole = read(bytes)
      #expect(whole.fault == nil)
      for length in 1..<bytes.count {
        let (items, fault) = read(Array(bytes[..<length]))
        #expect(fault?.code == "cutTranscript", "cut at \(length)")
        let lines = bytes[..<length].count { $0 == 0x0A }
        #expect(items == Array(whole.items[..<lines]), "cut at \(length)")
      }
    }
  }

  @Test func anyFlippedByteIsRecognised() {
    let masks: [UInt8] = [0x01, 0x02, 0x20, 0x80, 0xFF]
    for index in Sample.bytes.indices {
      var bytes = Sample.bytes
      bytes[index] ^= masks[index % masks.count]
      let (items, fault) = read(bytes)
      // The document in a footer is what a replay compares; all else is known to be damaged by reading alone.
      if fault == nil {
        let document = read(Sample.bytes).items.last
        #expect(items.last != document, "byte \(index)")
      }
    }
  }

  @Test func aTranscriptIsToldFromOtherFiles() {
    for length in [1, 10, 18, 200, Sample.bytes.count] {
      #expect(TranscriptReader.looksLikeTranscript(Sample.bytes[..<length]))
    }
    for text in [
      "", "x", "{}\n", "{\"configuration\":{}}\n", "{\"configuration\":{},\"format\":\"other\"}\n", "{\"a\":1",
    ] {
      #expect(!TranscriptReader.looksLikeTranscript(Array(text.utf8)[...]))
    }
  }

  @Test func anyMissingOrRepeatedLineIsRecognised() {
    let lines = Sample.text.split(separator: "\n")
    for index in lines.indices {
      var missing = lines
      missing.remove(at: index)
      #expect(read(Array((missing.joined(separator: "\n") + "\n").utf8)).fault != nil)
      var repeated = lines
      repeated.insert(lines[index], at: index)
      #expect(read(Array((repeated.joined(separator: "\n") + "\n").utf8)).fault != nil)
    }
  }

  @Test func anEmptyFileIsNamedAsOne() {
    #expect(read([]).fault?.code == "emptyTranscript")
    #expect(read(Array("\n \n".utf8)).fault?.code == "emptyTranscript")
  }

  @Test(arguments: ["hello\n", "hello", "{}\n", "[1]\n", "{\"kind\":\"header\"}\n", "\u{FEFF}{}\n", "\u{0}\n"])
  func anythingElseIsNoTranscript(text: String) {
    let fault = read(Array(text.utf8)).fault
    #expect(fault?.code == "notATranscript")
    #expect(fault?.place?.file == "t.jsonl")
  }

  @Test func aNewerVersionIsNamedWithOurs() {
    let text = Sample.text.replacingFirst(#""version":1"#, with: #""version":12"#)
    let fault = read(Array(text.utf8)).fault
    #expect(fault?.code == "unknownVersion")
    #expect(fault?.message.contains("version 12") == true)
    #expect(fault?.message.contains("reads version 1") == true)
    #expect(fault?.message.contains("flagsh 0.1.0") == true)
  }

  @Test func changedLineEndsAreNamed() {
    let text = Sample.text.split(separator: "\n").map { "\($0)\r\n" }.joined()
    let fault = read(Array(text.utf8)).fault
    #expect(fault?.code == "damagedTranscript")
    #expect(fault?.message.contains("CR LF") == true)
  }

  @Test func aWrongChecksumIsNamedWithTheRightOne() {
    let text = Sample.text.replacingFirst("\"text\":\"open &\"", with: "\"text\":\"open  \"")
    let fault = read(Array(text.utf8)).fault
    #expect(fault?.code == "damagedTranscript")
    #expect(fault?.message.contains("its footer says 03914403") == true)
    #expect(fault?.place?.line == 22)
  }

  @Test func aLineWithoutEndIsGivenUp() {
    var reader = TranscriptReader(file: "t.jsonl")
    reader.feed(Array(Sample.text.prefix { $0 != "\n" }.utf8) + [0x0A])
    let megabyte = [UInt8](repeating: 0x61, count: 1 << 20)
    var fault: Diagnostic?
    for _ in 0..<66 where fault == nil {
      reader.feed(megabyte)
      do {
        while try reader.next() != nil {}
      } catch {
        fault = error
      }
    }
    #expect(fault?.code == "damagedTranscript")
    #expect(fault?.message.contains("64 MiB") == true)
  }

  @Test func transcriptsOneAfterTheOtherAreSessions() {
    let (items, fault) = read(Sample.bytes + Sample.bytes)
    #expect(fault == nil)
    #expect(items.count == 44)
  }

  @Test func aFieldTooManyIsDamage() {
    let text = Sample.text.replacingFirst(#"{"kind":"leave""#, with: #"{"extra":1,"kind":"leave""#)
    let fault = read(Array(text.utf8)).fault
    #expect(fault?.code == "damagedTranscript")
    #expect(fault?.message.contains("\"extra\"") == true)
    #expect(fault?.place?.line == 21)
  }

  @Test(arguments: [
    (#""time":2300000"#, #""time":-1"#), (#""time":2300000"#, #""time":9223372036854775808"#),
    (#""time":2300000"#, #""time":1.5"#), (#""seq":20"#, #""seq":21"#), (#""seq":20"#, #""seq":99999999999999999999"#),
    (#""kind":"leave""#, #""kind":"leaves""#), (#""kind":"leave""#, #""kind":5"#),
  ])
  func valuesOutOfRangeAreDamage(old: String, new: String) {
    let fault = read(Array(Sample.text.replacingFirst(old, with: new).utf8)).fault
    #expect(fault?.code == "damagedTranscript")
    #expect(fault?.place?.line == 21)
  }
}

extension String {
  /// The text with the first occurrence of a part replaced, for changing samples.
  func replacingFirst(_ part: String, with other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return self[..<range.lowerBound] + other + self[range.upperBound...]
  }
}
