import Testing

@testable import TextFormats

/// Corner cases of the grammar, after the published list "Parsing JSON is a minefield" (its `y_` and `n_` files).
struct JSONGrammarTests {
  @Test(arguments: [
    "[]", "[[]   ]", "[\"\"]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]",
    "[1,null,null,null,2]",
    "[2] ", "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.000000000000000000000000000000000000000000000000001]", "[20e1]",
    "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]",
    "[123.456789]", "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{\"asd\":\"sdf\"}", "{\"a\":\"b\",\"a\":\"c\"}", "{}",
    "{\"\":0}",
    "{\"foo\\u0000bar\": 42}", "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }", "{\"a\":[]}", "{\n\"a\": \"b\"\n}",
    "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]", "[\"a/*b*/c/*d//e\"]", "[\"\\\\a\"]",
    "[\"\\\\n\"]",
    "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"asd\"]", "[ \"asd\"]", "[\"\\uDBFF\\uDFFF\"]", "[\"new\\u00A0line\"]",
    "[\"􏿿\"]",
    "[\"\u{FFFF}\"]", "[\"\\u0000\"]", "[\"\\u002c\"]", "[\"π\"]", "[\"\u{1BFFF}\"]", "[\"asd \"]", "\" \"",
    "[\"\\uD834\\uDd1e\"]", "[\"\\u0821\"]", "[\"\\u0123\"]", "[\"\u{2028}\"]", "[\"\u{2029}\"]",
    "[\"\\u0061\\u30af\\u30EA\\u30b9\"]",
    "[\"\u{7F}\"]", "[\"\\uA66D\"]", "[\"\\u005C\"]", "[\"⍂㈴⍂\"]", "[\"\\uDBFF\\uDFFE\"]", "[\"\\u200B\"]",
    "[\"\\u2064\"]",
    "[\"\\uFDD0\"]", "[\"\\u0022\"]", "[\"€𝄞\"]", "[\"aa\u{7F}\"]", "false", "42", "-0.1", "null", "\"asd\"", "true",
    "\"\"",
    "[\"a\"]\n", "[true]", "\t\r\n []\t\r\n ",
  ])
  func acceptsWhatTheGrammarAllows(_ text: String) throws {
    _ = try JSON.parse(text)
  }

  @Test(arguments: [
    "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x", "[3[4]]",
    "[,]",
    "[1,]", "[1,,]", "[\"a\",\n4\n,1,", "[*]", "[\"a\"", "[1,", "[1,\n1\n,1", "[{}", "[\"\u{0B}a\"\\f]", "[fals]",
    "[nul]",
    "[tru]", "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]",
    "[0.3e+]",
    "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]",
    "[2.e+3]",
    "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[\u{FF11}]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]", "[0e+-1]",
    "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[1.a]", "[012]",
    "[-]", "00", "01", "[\"x\", truth]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{\"a\":\"a\" 123}",
    "{key: 'value'}",
    "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}", "{null:null,null:null}",
    "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}//",
    "{\"a\":\"b\"}/",
    "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", " ", "",
    "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[é]", "[\"\\x00\"]",
    "[\"\\\\\\\"]",
    "[\"\\\t\"]", "[\"\\🌀\"]", "[\"\\\"]", "[\"\\u00A\"]", "[\"\\uD834\\uDd\"]", "[\"\\uD800\\uD800\\x\"]", "[\"\\a\"]",
    "[\"\\uqqqq\"]", "[\\u0020\"asd\"]", "[\\n]", "\"", "['single quote']", "abc", "[\"\\", "[\"a\u{0}a\"]",
    "[\"new\nline\"]",
    "[\"\t\"]", "\"\\UA66D\"", "\"\"x", "<.>", "[<null>]", "[1]x", "[1]]", "[][]", "]", "{]", "2@", "{}}", "{\"\":",
    "{\"a\":/*comment*/\"b\"}",
    "{\"a\": true} \"x\"", "['", "[,", "[{", "[\"a", "{", "{[", "{,", "{\"a", "{'a'", "*", "{\"a\":\"b\"}#{}",
    "[\\u000A\"\"]",
    "[1", "[ false, nul", "[ true, fals", "[ false, tru", "{\"asd\":\"asd\"", "å", "[\u{2060}]", "[\u{0C}]",
    "\u{FEFF}{}",
    "[\"\\uD800\"]", "[\"\\uDC00\"]", "[\"\\uDd1ea\"]", "[\"\\uD800\\uD800\"]", "[\"\\ud800abc\"]", "[\"\\uD800\\n\"]",
    "{\"\\uDFAA\":0}", "\u{0}", "[1]\u{0}", "[\u{A0}1]", "nullx", "True", "NULL", "1_000", "1,", "\"a\" \"b\"",
  ])
  func refusesWhatTheGrammarForbids(_ text: String) {
    #expect(throws: JSONError.self) { try JSON.parse(text) }
  }

  @Test(
    arguments: [
      [0x5B, 0x22, 0xFF, 0x22, 0x5D],  // a byte that never occurs
      [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D],  // overlong in two bytes
      [0x5B, 0x22, 0xE0, 0x80, 0xAF, 0x22, 0x5D],  // overlong in three
      [0x5B, 0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22, 0x5D],  // overlong in four
      [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D],  // a surrogate
      [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D],  // beyond U+10FFFF
      [0x5B, 0x22, 0x81, 0x22, 0x5D],  // a lone continuation
      [0x5B, 0x22, 0xE6, 0x97, 0x22, 0x5D],  // cut
      [0x22, 0x5C, 0xE5, 0x22],  // after a backslash
      [0x22, 0x5C, 0x6E, 0xE9, 0x22],  // after an escape
      [0x5B, 0xFF, 0x5D],
      [0x31, 0x65, 0xE5],
      [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x30, 0x7D],  // in a name
      [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00],  // UTF-16
      [0xEF, 0xBB, 0xBF],
      [0xEF, 0xBB],
    ] as [[UInt8]])
  func refusesBytesThatAreNotUTF8(_ bytes: [UInt8]) {
    #expect(throws: JSONError.self) { try JSON.parse(bytes) }
    #expect(throws: JSONError.self) { try JSON.parse(bytes, allowsByteOrderMark: true) }
  }

  @Test func skipsAByteOrderMarkOnlyWhenAllowed() throws {
    #expect(try JSON.parse("\u{FEFF}[1]", allowsByteOrderMark: true) == [1])
    #expect(throws: JSONError.self) { try JSON.parse("\u{FEFF}[1]") }
    #expect(throws: JSONError.self) { try JSON.parse("\u{FEFF}\u{FEFF}[1]", allowsByteOrderMark: true) }
  }

  @Test func nestsToTheLimitAndNotBeyond() throws {
    let limit = JSON.depthLimit
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    var value = try JSON.parse(nested(limit))
    var depth = 1
    while let inner = value.array?.first {
      value = inner
      depth += 1
    }
    #expect(depth == limit)
    let error = #expect(throws: JSONError.self) { try JSON.parse(nested(limit + 1)) }
    #expect(error?.offset == limit)
    #expect(error?.what == "nested deeper than 512 arrays and objects")
    #expect(throws: JSONError.self) { try JSON.parse(String(repeating: "{\"a\":[", count: 200_000)) }
  }
}
