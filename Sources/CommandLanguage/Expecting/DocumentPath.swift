/// A path into the session document (product.md section 5): `report.layout`, `events[-1].type`,
/// `events[type=$exposure].count`, `flags.variants["a.b"]`.
///
/// A name runs up to the next `.` or `[`. In brackets stand a whole number (negative ones count from the end), a filter
/// `name=text`, or any other member name; quotes make a name of anything and hold a `]` in a filter's text. The quotes
/// are optional for names that look like neither number nor filter, since the shell's own quoting eats them.
package struct DocumentPath: Equatable, Sendable {
  /// More steps than this are refused.
  package static let maximumSteps = 100

  /// One part of a path; each looks inside what the one before found.
  package enum Step: Equatable, Sendable {
    case name(String)
    case index(Int)
    /// The elements of a list whose member `name` reads as `text`.
    case filter(name: String, text: String)
  }

  /// As written.
  package let text: String
  package let steps: [Step]
  /// For each step, how many bytes of `text` it ends after.
  let ends: [Int]

  /// The top-level name at which the path starts: the only section of the document that it can look at.
  package var firstName: String? {
    if case .name(let name)? = steps.first { name } else { nil }
  }

  struct Fault: Error {
    let message: String
    /// In bytes of the path.
    let offset: Int
    var hint: String?
  }

  init(_ text: String) throws(Fault) {
    var reader = PathReader(bytes: Array(text.utf8))
    try reader.run()
    self.text = text
    steps = reader.steps
    ends = reader.ends
  }

  /// A member's name as one writes it in a path: names with other signs than letters, digits, `_`, `$` and `-` stand in
  /// brackets and quotes.
  package static func written(_ name: String) -> String {
    let isPlain =
      !name.isEmpty
      && name.utf8.allSatisfy {
        $0 >= 0x80 || Byte.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
          || "_$-".utf8.contains($0)
      }
    if isPlain { return name }
    var text = "[\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\"]"
  }

  /// The path up to and without the step at `index`.
  func prefix(before index: Int) -> String {
    guard index > 0 else { return "" }
    return String(decoding: text.utf8.prefix(ends[index - 1]), as: UTF8.self)
  }
}
