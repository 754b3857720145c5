import Testing

@testable import TextFormats

struct JSONReaderTests {
  @Test func keepsIntegersOf64BitsExact() throws {
    #expect(try JSON.parse("9223372036854775807") == .integer(.max))
    #expect(try JSON.parse("-9223372036854775808") == .integer(.min))
    #expect(try JSON.parse("9223372036854775808") == .number("9223372036854775808"))
    #expect(try JSON.parse("-9223372036854775809") == .number("-9223372036854775809"))
    #expect(try JSON.parse("18446744073709551616") == .number("18446744073709551616"))
    #expect(try JSON.parse("100000000000000000000") == .number("100000000000000000000"))
    #expect(try JSON.parse("1000000000000000000") == .integer(1_000_000_000_000_000_000))
    #expect(try JSON.parse("-0") == .integer(0))
  }

  @Test func keepsOtherNumbersAsWritten() throws {
    for literal in ["1.0", "1e3", "1E+3", "-0.0", "0.1000", "123456789012345678901234567890"] {
      #expect(try JSON.parse(literal) == .number(literal))
    }
    #expect(try JSON.parse("1") != JSON.parse("1.0"))
  }

  @Test func readsEscapesAsTheScalarsTheyName() throws {
    #expect(try JSON.parse(#""\u0041\u00e9\u20AC\ud834\udd1e\/\b\f\n\r\t\"\\""#) == "Aé€𝄞/\u{8}\u{C}\n\r\t\"\\")
    #expect(try JSON.parse(#""\u0000""#) == "\u{0}")
    #expect(
      try JSON.parse("\"€\\n𝄞 long enough for several words of eight bytes\"").string?.unicodeScalars.first == "€")
  }

  @Test func tellsCanonicallyEquivalentNamesApart() throws {
    let object = try #require(try JSON.parse("{\"e\u{301}\":1,\"\u{e9}\":2}").object)
    #expect(object.count == 2)
    #expect(object["\u{e9}"] == 2)
    #expect(object["e\u{301}"] == 1)
  }

  @Test func keepsTheFirstPlaceAndTheLastValueOfARepeatedName() throws {
    let object = try #require(try JSON.parse(#"{"a":1,"b":2,"a":3,"c":{"a":9},"b":null}"#).object)
    #expect(object.members.map(\.name) == ["a", "b", "c"])
    #expect(object["a"] == 3)
    #expect(object["b"] == .some(.null))
  }

  @Test func findsRepeatedNamesAmongMany() throws {
    for count in [23, 24, 25, 26, 100] {
      let members = (0..<count).map { "\"name that is long \($0)\":\($0)" } + ["\"name that is long 7\":true"]
      let object = try #require(try JSON.parse("{\(members.joined(separator: ","))}").object)
      #expect(object.count == count)
      #expect(object.members[7].value == true)
    }
  }

  @Test(.timeLimit(.minutes(1))) func readsHostileObjectsInLinearTime() throws {
    // Names of one length, equal in their first and last eight bytes, and a few that repeat.
    let members = (0..<100_000).map { index in
      let digits = String(index % 99_990)
      return "\"aaaaaaaa\(String(repeating: "0", count: 6 - digits.utf8.count))\(digits)bbbbbbbb\":\(index)"
    }
    let object = try #require(try JSON.parse("{\(members.joined(separator: ","))}").object)
    #expect(object.count == 99_990)
    #expect(object.members[9].value == .integer(99_999))
  }

  @Test func readsAPartOfALargerBuffer() throws {
    let bytes = Array("xx[1,2]yy".utf8)
    #expect(try JSON.parse(bytes[2..<7]) == [1, 2])
    let error = #expect(throws: JSONError.self) { try JSON.parse(bytes[2..<8]) }
    #expect(error?.offset == 5)
  }

  @Test(arguments: [
    ("", 0, 1, 1, "$", "expected a value, found the end"),
    ("{\"a\":[1,{\"b\":x}]}", 13, 1, 14, "$.a[1].b", "expected a value, found 'x'"),
    ("[1,\n 2,\n  }]", 10, 3, 3, "$[2]", "expected a value, found '}'"),
    ("{\"flags\":[{},{\"key\":1},{\"key\" 2}]}", 30, 1, 31, "$.flags[2].key", "expected ':' after a name, found '2'"),
    ("{\"a\":1 \"b\"}", 7, 1, 8, "$", "expected ',' or '}', found '\"'"),
    ("[1 2]", 3, 1, 4, "$[1]", "expected ',' or ']', found '2'"),
    ("{\"a\":1,}", 7, 1, 8, "$", "expected a name in quotes, found '}'"),
    ("[1] x", 4, 1, 5, "$", "expected the end after the value, found 'x'"),
    ("{\"a.b\":{\"\":[01]}}", 12, 1, 13, "$[\"a.b\"][\"\"][0]", "a number must not start with 0"),
    ("[\"é\u{1}\"]", 4, 1, 4, "$[0]", "a string holds the control character byte 0x01; write it as an escape"),
    ("[\"abc", 1, 1, 2, "$[0]", "a string is not closed"),
    ("[\"\\q\"]", 3, 1, 4, "$[0]", "unknown escape '\\' followed by 'q'"),
    ("[\"ab\\ud800\"]", 4, 1, 5, "$[0]", "half of a surrogate pair stands alone"),
    ("[“a”]", 1, 1, 2, "$[0]", "expected a value, found U+201C"),
  ])
  func saysWhereAndWhat(
    _ text: String, _ offset: Int, _ line: Int, _ column: Int, _ path: String, _ what: String
  ) {
    let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
    #expect(error?.offset == offset)
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.path == path)
    #expect(error?.what == what)
  }

  @Test func cutsDeepPathsAndLongNames() {
    let name = String(repeating: "n", count: 1_000)
    let deep = String(repeating: "[", count: 400)
    let error = #expect(throws: JSONError.self) { try JSON.parse("{\"\(name)\":\(deep)!") }
    #expect((error?.path.utf8.count ?? .max) < 200)
    #expect(error?.path.hasPrefix("$[\"nnn") == true)
  }

  @Test func turnsIntoADiagnosticWithTheLineAtFault() throws {
    let bytes = Array("[1,\n 2,\r\n  x]\n".utf8)
    let error = try #require(throws: JSONError.self) { try JSON.parse(bytes) }
    let diagnostic = error.diagnostic(file: "world.json", firstLine: 10, text: bytes[...])
    #expect(diagnostic.place == SourcePlace(file: "world.json", line: 12, column: 3))
    #expect(diagnostic.sourceLine == "  x]")
    #expect(diagnostic.message == "invalid JSON at $[2]: expected a value, found 'x'")
  }

  @Test(
    arguments: [
      ("[1,]", "remove the comma before it"), ("{\"a\":1,\n}", "remove the comma before it"),
      ("{'a':1}", "put names and strings in double quotes"), ("[\"a\" \"b\"]", "put a comma between the values"),
      ("{\"a\":true \"b\":1}", "put a comma between the values"), ("[] // x", "remove the comment; JSON has none"),
      ("[True]", "write true and false in lower case"), ("NaN", "write null; JSON has no NaN and no Infinity"),
      ("[\"a\"", "the text ends too early; check that it is whole"), ("\u{FEFF}1", "remove the byte-order mark"),
      ("[“a”]", "put names and strings in plain double quotes"), ("[1]]", nil), ("", nil), ("[x]", nil),
    ] as [(String, String?)])
  func hintsAtUsualMistakes(_ text: String, _ hint: String?) {
    let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
    #expect(error?.hint == hint)
  }
}
