/// Paths into JSON documents as people write them: `$.flags[2].key`, `$["a.b"]`.
package enum JSONPath {
  /// How much of one name is shown.
  private static let nameLimit = 60

  /// The step to a member: `.name` when the name is a plain word, else `["name"]`.
  package static func step(name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"):
        true
      default: false
      }
    }
    let scalars = name.unicodeScalars
    let cut = scalars.index(scalars.startIndex, offsetBy: nameLimit, limitedBy: scalars.endIndex) ?? scalars.endIndex
    let isWhole = cut == scalars.endIndex
    if isPlain, isWhole, !name.isEmpty { return ".\(name)" }
    var bytes: [UInt8] = []
    JSONWriter.append(string: String(scalars[..<cut]) + (isWhole ? "" : "..."), to: &bytes)
    return "[\(String(decoding: bytes, as: UTF8.self))]"
  }
}
