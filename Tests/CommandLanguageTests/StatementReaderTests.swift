import CommandLanguage
import Testing
import TextFormats

@Suite struct StatementReaderTests {
  @Test(arguments: [
    ("open", ["open"]),
    ("open\n", ["open"]),
    ("open\r\nclose\r\n", ["open", "close"]),
    ("\u{FEFF}open\nclose", ["open", "close"]),
    ("  open  \t", ["open"]),
    ("a; b ;c;;", ["a", "b", "c"]),
    ("", []), ("\n\n \t\n", []), ("# only a comment", []),
    ("open # why", ["open"]), ("a#b", ["a#b"]), ("echo '#' \"#\" \\# #x", ["echo '#' \"#\" \\#"]),
    ("echo 'a;b' \"c;d\" e\\;f", ["echo 'a;b' \"c;d\" e\\;f"]),
    ("refresh & open", ["refresh &", "open"]), ("refresh&", ["refresh&"]), ("refresh &; open", ["refresh &", "open"]),
    ("echo a&b", ["echo a&b"]), ("! logout", ["! logout"]), ("!logout;open", ["!logout", "open"]),
    ("echo a\\\nb\nc", ["echo ab", "c"]), ("echo a \\\r\n  b\r\nc", ["echo a   b", "c"]),
    ("echo a\\", ["echo a"]), ("echo a\\\n", ["echo a"]), ("\\\n\\\nopen", ["open"]),
    ("a; echo b \\\n# a comment\nc", ["a", "echo b", "c"]), ("# comment \\\nopen", ["open"]),
    ("echo a\\ ", ["echo a\\ "]), ("echo \"a\\\"b\"", ["echo \"a\\\"b\""]), ("echo 'a\\'", ["echo 'a\\'"]),
    ("echo ünï ☃ 👩‍💻", ["echo ünï ☃ 👩‍💻"]), ("echo 'a\u{1}b'", ["echo 'a\u{1}b'"]),
    ("echo 'open\nclose", ["FAULT unbalancedQuote 1:6", "close"]),
    ("a; echo \"b\nclose", ["FAULT unbalancedQuote 1:9", "close"]),
    ("echo \"b\\\nclose", ["FAULT unbalancedQuote 1:6", "close"]),
    ("ok\nöö \u{0}x\nok", ["ok", "FAULT nulByte 2:4", "ok"]), ("# \u{0}", ["FAULT nulByte 1:3"]),
    ("a\u{7}b", ["FAULT controlCharacter 1:2"]), ("a\rb", ["FAULT controlCharacter 1:2"]),
    ("a\u{85}b", ["FAULT controlCharacter 1:2"]), ("a\u{7F}", ["FAULT controlCharacter 1:2"]),
    ("echo x \\\n 'y\nz", ["FAULT unbalancedQuote 2:2", "z"]),
  ])
  func splitsTextIntoStatements(text: String, expected: [String]) {
    #expect(texts(text) == expected)
  }

  // The malformed sequences of Unicode's table 3-8 and of RFC 3629 section 10, each after two good characters.
  @Test(
    arguments: [
      [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0xAF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC2], [0xE2, 0x82], [0xC2, 0x20],
      [0xF0, 0x9F, 0x98],
    ] as [[UInt8]])
  func findsInvalidUTF8(bytes: [UInt8]) throws {
    for (before, after) in [("äa", ""), ("ä'", "'"), ("ä\"", "\""), ("\\ä", "b"), (" #", "")] {
      let text = Array(before.utf8)
      let found = items(text + bytes + Array(after.utf8) + Array("\nok".utf8))
      guard case .fault(let fault) = try #require(found.first) else {
        Issue.record("no fault for \(bytes) after \(before)")
        continue
      }
      #expect(fault.code == "invalidUTF8")
      #expect(fault.place?.column == 3)
      #expect(found.count == 2)
    }
  }

  @Test func placesCountScalarsAndLines() throws {
    let found = items("öä; open\n\n  close; ! b &")
    let places = found.map { item -> String in
      guard case .statement(let statement) = item else { return "fault" }
      return "\(statement.place.line):\(statement.place.column) \(statement.text)|\(statement.sourceLine)"
    }
    #expect(
      places == [
        "1:1 öä|öä; open", "1:5 open|öä; open", "3:3 close|  close; ! b &", "3:10 ! b &|  close; ! b &",
      ])
  }

  @Test func placesFollowContinuedLines() throws {
    let found = items("x; why \\\n  ré \\\n--wnat a")
    guard case .statement(let statement) = found[1] else {
      Issue.record("\(found)")
      return
    }
    #expect(statement.text == "why   ré --wnat a")
    let diagnostic = #expect(throws: Diagnostic.self) { try CommandParser.parse(statement) }
    #expect(diagnostic?.place == SourcePlace(file: "f", line: 3, column: 1))
    #expect(diagnostic?.sourceLine == "--wnat a")
    #expect(diagnostic?.code == "unknownOption")

    // Whoever knows only text and place can have the diagnostic moved afterwards.
    let blind = #expect(throws: Diagnostic.self) { try CommandParser.parse(statement.text, place: statement.place) }
    #expect(blind.map(statement.relocated) == diagnostic)
  }

  @Test func givesStatementsAsSoonAsTheirLineEnds() {
    var reader = StatementReader(file: "f")
    reader.feed(Array("open; clo".utf8))
    #expect(reader.next() == nil)
    reader.feed(Array("se\nsta".utf8))
    #expect(reader.next() != nil)
    #expect(reader.next() != nil)
    #expect(reader.next() == nil)
    reader.feed(Array("tus \\\n".utf8))
    #expect(reader.next() == nil)
    #expect(reader.isContinuing)
    reader.feed(Array("\n".utf8))
    #expect(reader.next() != nil)
    #expect(!reader.isContinuing)
  }

  @Test(arguments: [
    ("open \\", true), ("open", false), ("open \\\\", false), ("open \\\\\\", true), ("# \\", false),
    ("echo 'a \\", false),
    ("echo 'a' \\", true), ("", false), ("\\", true), ("a; b \\", true),
  ])
  func knowsUnfinishedLines(line: String, expected: Bool) {
    #expect(StatementReader.isUnfinished(line) == expected)
  }

  @Test func splittingTheInputAnywhereChangesNothing() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let alphabet: [[UInt8]] =
      [
        "a", "b", " ", "\t", "\n", "\r\n", "\r", ";", "&", "!", "#", "'", "\"", "\\", "\\\n", "ö", "☃", "👩", "\u{FEFF}",
        "\u{0}", "\u{7}",
      ]
      .map { Array($0.utf8) } + [[0xFF], [0xC2], [0xE2, 0x82]]
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...30, using: &random)).flatMap { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let whole = items(bytes)
      let pieces = (0..<10).map { _ in Int.random(in: 0...4, using: &random) }
      #expect(items(bytes, pieces: pieces) == whole, "seed \(seed), bytes \(bytes)")
      for case .statement(let statement) in whole {
        do { _ = try CommandParser.parse(statement) } catch {
          #expect(error.code != "unbalancedQuote" && error.code != "badStatement", "seed \(seed), bytes \(bytes)")
        }
      }
    }
  }

  @Test func randomBytesNeverCrash() {
    let seed = UInt64.random(in: 1...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      for case .statement(let statement) in items(bytes) { _ = try? CommandParser.parse(statement) }
    }
  }

  @Test func aLineOfTenMegabytesIsOneStatement() {
    let bytes = Array("echo ".utf8) + Array(repeating: UInt8(ascii: "x"), count: 10_000_000)
    let found = items(bytes, pieces: Array(repeating: 65_536, count: 152))
    guard case .statement(let statement)? = found.first else {
      Issue.record("no statement")
      return
    }
    #expect(found.count == 1)
    #expect(statement.text.utf8.count == 10_000_005)
  }

  @Test func aLineBeyondTheLimitIsAFaultAndTheNextLineIsRead() {
    var reader = StatementReader(file: "f")
    let piece = Array(repeating: UInt8(ascii: "x"), count: 1 << 20)
    var faults = 0
    for _ in 0..<(StatementReader.maximumLineBytes >> 20) + 3 {
      reader.feed(piece)
      while let item = reader.next() { if case .fault(let fault) = item, fault.code == "lineTooLong" { faults += 1 } }
    }
    reader.feed(Array("\nopen\n".utf8))
    let item = reader.next()
    #expect(faults == 1)
    #expect(item == .statement(Statement(text: "open", place: SourcePlace(file: "f", line: 2, column: 1))))
  }
}
