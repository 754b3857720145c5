import Testing

@testable import TextFormats

struct PercentEncodingTests {
  /// As `urllib.parse.quote(text, safe="")` of python3 gives.
  @Test(arguments: [
    ("", ""), ("abcXYZ019-._~", "abcXYZ019-._~"), ("a b/c?d=e&f", "a%20b%2Fc%3Fd%3De%26f"),
    ("é€𝄞", "%C3%A9%E2%82%AC%F0%9D%84%9E"),
    ("100%+", "100%25%2B"), ("\"<>\\^`{|}\u{0}\n", "%22%3C%3E%5C%5E%60%7B%7C%7D%00%0A"),
  ])
  func encodesAllButTheUnreserved(_ plain: String, _ encoded: String) {
    #expect(PercentEncoding.encode(plain) == encoded)
    #expect(PercentEncoding.decode(encoded) == plain)
  }

  @Test func readsLowerCaseDigitsAndPlainBytes() {
    #expect(PercentEncoding.decode("%c3%A9/x y") == "é/x y")
  }

  @Test func readsPlusAsSpaceOnlyInForms() {
    #expect(PercentEncoding.decode("a+b%2B") == "a+b+")
    #expect(PercentEncoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
  }

  @Test(arguments: ["%", "%4", "a%4", "%zz", "%4g", "%%41"])
  func refusesCutEscapes(_ text: String) {
    #expect(PercentEncoding.decodeBytes(text) == nil)
    #expect(PercentEncoding.decode(text) == nil)
  }

  @Test func givesBytesThatAreNoTextAsBytesOnly() {
    #expect(PercentEncoding.decode("%FF") == nil)
    #expect(PercentEncoding.decodeBytes("%FF") == [0xFF])
  }
}
