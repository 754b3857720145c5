/// Declarations, as far as lines of well-formatted code tell.
extension SourceFile {
  private static let types: Set<Substring> = ["struct", "enum", "class", "protocol", "typealias"]
  private static let modifiers: Set<Substring> = [
    "static", "mutating", "final", "indirect", "private(set)", "nonisolated", "consuming", "borrowing",
  ]

  /// The types and functions that other targets may use and that have no comment, with the line number.
  var undocumentedDeclarations: [(name: String, line: Int)] {
    code.indices.compactMap { index in
      guard let name = Self.packageDeclaration(code[index]), !isDocumented(at: index) else { return nil }
      return (name, index + 1)
    }
  }

  /// The names of the functions in the protocols of this file.
  var protocolFunctions: [String] {
    var names: [String] = []
    var isInside = false
    for line in code {
      if line.hasPrefix("package protocol ") { isInside = true } else if line.hasPrefix("}") { isInside = false }
      if isInside, let name = Self.functionName(line) { names.append(name) }
    }
    return names
  }

  /// How many lines each function and initializer has, with the number of its first line.
  var functionLengths: [(line: Int, count: Int)] {
    code.indices.compactMap { index in
      let line = code[index]
      guard
        Self.functionName(line) != nil || Self.words(line).contains(where: { $0.hasPrefix("init") && $0.contains("(") })
      else { return nil }
      if line.contains("{"), line.count(where: { $0 == "{" }) == line.count(where: { $0 == "}" }) {
        return (index + 1, 1)
      }
      let indent = line.prefix { $0 == " " }
      guard let end = code[index...].firstIndex(where: { $0.hasPrefix(indent + "}") }) else { return nil }
      // What a protocol asks for has no body.
      let isClosed = code[index...end].dropFirst().contains { other in
        !other.isEmpty && other.prefix { $0 == " " }.count < indent.count
      }
      return isClosed ? nil : (index + 1, end - index + 1)
    }
  }

  static func packageDeclaration(_ line: String) -> String? {
    var words = words(line)
    guard words.first == "package" else { return nil }
    words = Array(words.dropFirst().drop { modifiers.contains($0) })
    guard let kind = words.first, let next = words.dropFirst().first else { return nil }
    if types.contains(kind) { return String(next.prefix { $0.isLetter || $0.isNumber }) }
    guard let name = functionName(line), name != "hash" else { return nil }
    return name
  }

  /// The name behind `func`; nil for operators and for lines that declare none.
  private static func functionName(_ line: String) -> String? {
    let words = words(line)
    guard let index = words.firstIndex(of: "func"), index + 1 < words.endIndex else { return nil }
    let name = words[index + 1].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }

  private static func words(_ line: String) -> [Substring] { line.split(separator: " ") }

  private func isDocumented(at index: Int) -> Bool {
    let above = lines[..<index].last { line in
      let text = line.drop { $0 == " " }
      return !text.hasPrefix("@") && !text.hasPrefix("#")
    }
    return above?.drop { $0 == " " }.hasPrefix("///") ?? false
  }
}
