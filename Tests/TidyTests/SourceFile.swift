import Foundation

/// One Swift file of the package, as text and as bare code.
struct SourceFile {
  /// Relative to the root of the repository.
  let path: String
  let lines: [String]
  /// The lines without comments and without what stands in literals, so that only code is left to look at.
  let code: [String]

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = Self.bare(lines)
  }

  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  var stem: String { name.split(separator: ".").first.map(String.init) ?? name }

  /// The target it belongs to: the folder below Sources or Tests.
  var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// The modules it imports, with the line number.
  var imports: [(module: String, line: Int)] {
    code.enumerated().compactMap { index, line in
      var words = line.split(separator: " ").filter { !$0.hasPrefix("@") }
      if ["package", "public", "private", "internal"].contains(words.first) { words.removeFirst() }
      guard words.count >= 2, words[0] == "import" else { return nil }
      return (words.count > 2 ? String(words[2]) : String(words[1]), index + 1)
    }
  }

  /// The places, as `path:line`, where the code uses a name: not as a part of a longer name, not as a member that
  /// only has the same name, and not where one is declared.
  func uses(of token: String) -> [String] {
    code.enumerated().filter { Self.uses(token, in: $0.element) }.map { "\(path):\($0.offset + 1)" }
  }

  static func uses(_ token: String, in line: String) -> Bool {
    var rest = line[...]
    while let found = rest.range(of: token) {
      let before = line[..<found.lowerBound]
      let after = line[found.upperBound...]
      let startsName = token.first.map { $0.isLetter } ?? false
      let endsName = token.last.map { $0.isLetter } ?? false
      let isPart = startsName && (before.last.map { $0.isLetter || $0.isNumber || "_.".contains($0) } ?? false)
      let goesOn = endsName && (after.first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
      if !isPart, !goesOn, !before.hasSuffix("func ") { return true }
      rest = line[found.upperBound...]
    }
    return false
  }

  /// Blanks out comments and the content of literals. What an interpolation holds counts as content.
  private static func bare(_ lines: [String]) -> [String] {
    var isInLongLiteral = false
    var longEnd = "\"\"\""
    return lines.map { line in
      if isInLongLiteral {
        guard let end = line.range(of: longEnd) else { return "" }
        isInLongLiteral = false
        return bareLine(line[end.upperBound...]).code
      }
      let result = bareLine(line[...])
      if let end = result.openLiteral {
        isInLongLiteral = true
        longEnd = end
      }
      return result.code
    }
  }

  /// The code of a line, and how a literal ends that goes on below.
  private static func bareLine(_ line: Substring) -> (code: String, openLiteral: String?) {
    var code = ""
    var rest = line
    while let character = rest.first {
      if rest.hasPrefix("//") { break }
      let hashes = String(rest.prefix { $0 == "#" })
      let quoted = rest.dropFirst(hashes.count)
      if quoted.hasPrefix("\"\"\"") {
        let end = "\"\"\"" + hashes
        guard let close = quoted.dropFirst(3).range(of: end) else { return (code + "\"\"", end) }
        code += "\"\""
        rest = rest[close.upperBound...]
      } else if quoted.first == "\"" {
        code += "\"\""
        rest = afterLiteral(quoted.dropFirst(), hashes: hashes)
      } else {
        code.append(character)
        rest = rest.dropFirst()
      }
    }
    return (code, nil)
  }

  /// What follows the end of a literal on one line.
  private static func afterLiteral(_ text: Substring, hashes: String) -> Substring {
    var rest = text
    var depth = 0
    while let character = rest.first {
      if rest.hasPrefix("\\" + hashes + "(") {
        depth += 1
        rest = rest.dropFirst(2 + hashes.count)
      } else if depth > 0 {
        if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
        rest = rest.dropFirst()
      } else if hashes.isEmpty, character == "\\" {
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("\"" + hashes) {
        return rest.dropFirst(1 + hashes.count)
      } else {
        rest = rest.dropFirst()
      }
    }
    return rest
  }
}
