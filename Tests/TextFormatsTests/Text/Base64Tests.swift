import Testing

@testable import TextFormats

struct Base64Tests {
  /// RFC 4648 section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func followsTheVectorsOfTheStandard(_ plain: String, _ encoded: String) {
    #expect(Base64.encode(plain.utf8) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
    let unpadded = encoded.filter { $0 != "=" }
    #expect(Base64.encode(plain.utf8, as: .url) == unpadded)
    #expect(Base64.decode(unpadded, as: .url) == Array(plain.utf8))
  }

  @Test func hasAnAlphabetOfItsOwnForAddresses() {
    let bytes: [UInt8] = [0xFB, 0xEF, 0xFF, 0xFE]
    #expect(Base64.encode(bytes) == "++///g==")
    #expect(Base64.encode(bytes, as: .url) == "--___g")
    #expect(Base64.decode("--___g", as: .url) == bytes)
    #expect(Base64.decode("++///g==", as: .url) == nil)
    #expect(Base64.decode("--___g==") == nil)
  }

  @Test(arguments: [
    "Zg", "Zg=", "Zg===", "Z===", "====", "Zm9v=", "Zm9v====", "Zh==", "Zm9=", "Z g==", "Zg==\n", "Z", "Zm=v", "é===",
  ])
  func refusesWhatNoEncoderWrites(_ text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func readsBackEveryByte() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(Base64.decode(Base64.encode(bytes, as: .url), as: .url) == bytes)
    }
  }
}
