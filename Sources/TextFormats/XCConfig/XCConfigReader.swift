/// Reads xcconfig files, following includes, into assignments whose references are not yet resolved.
struct XCConfigReader {
  private let conditions: [String: String]
  /// The last assignment of each name; `$(inherited)` in it is already the one before.
  private(set) var assigned: [String: XCConfig.Setting] = [:]
  private(set) var skipped: [XCConfig.Setting] = []
  private(set) var files: [String] = []
  private(set) var absentFiles: [String] = []
  private(set) var warnings: [Diagnostic] = []
  /// The files being read, from the outermost to the current one, by their normal form.
  private var open: [String] = []
  private var filesRead = 0

  /// Where an include stands.
  struct Inclusion {
    let place: SourcePlace
    let sourceLine: String
    let isOptional: Bool
  }

  init(conditions: [String: String]) { self.conditions = conditions }

  mutating func read(
    _ path: String, includedAt inclusion: Inclusion?, contents: (String) -> [UInt8]?
  ) throws(Diagnostic) {
    let normal = XCConfigPath.normal(path)
    try refuseCycle(to: normal, path, includedAt: inclusion)
    guard let bytes = contents(path) else {
      if inclusion?.isOptional == true {
        absentFiles.append(path)
        return
      }
      throw Diagnostic(
        code: "missingFile", message: "there is no file '\(path)'", place: inclusion?.place,
        sourceLine: inclusion?.sourceLine,
        hint: inclusion == nil ? "check the path" : "check the path, or write #include? for a file that may be absent")
    }
    filesRead += 1
    if filesRead > XCConfig.fileLimit {
      throw Diagnostic(
        code: "tooManyFiles", message: "more than \(XCConfig.fileLimit) files are included", place: inclusion?.place,
        sourceLine: inclusion?.sourceLine, hint: "include each file once")
    }
    if !files.contains(where: { $0.isExactly(path) }) { files.append(path) }
    open.append(normal)
    try read(lines: try Self.lines(of: bytes, file: path), of: path, contents: contents)
    open.removeLast()
  }

  private func refuseCycle(to normal: String, _ path: String, includedAt inclusion: Inclusion?) throws(Diagnostic) {
    if let start = open.firstIndex(where: { $0.isExactly(normal) }) {
      let circle = (open[start...] + [normal]).joined(separator: " -> ")
      throw Diagnostic(
        code: "includeCycle", message: "'\(path)' includes itself: \(circle)", place: inclusion?.place,
        sourceLine: inclusion?.sourceLine, hint: "remove this include")
    }
    if open.count >= XCConfig.includeDepthLimit {
      throw Diagnostic(
        code: "includeDepth", message: "files include each other more than \(XCConfig.includeDepthLimit) deep",
        place: inclusion?.place, sourceLine: inclusion?.sourceLine, hint: "include fewer files in a row")
    }
  }

  private mutating func read(
    lines: [String], of file: String, contents: (String) -> [UInt8]?
  ) throws(Diagnostic) {
    var index = 0
    while index < lines.count {
      let text = lines[index]
      let number = index + 1
      index += 1
      func place(_ column: Int) -> SourcePlace { SourcePlace(file: file, line: number, column: column) }
      let line: XCConfigLine
      do {
        line = try XCConfigLine(text)
      } catch {
        throw Diagnostic(
          code: "invalidConfiguration", message: error.what, place: place(error.column), sourceLine: text,
          hint: error.hint)
      }
      switch line {
      case .empty: break
      case .unknownDirective(let column):
        warnings.append(
          Diagnostic(
            code: "unknownDirective", message: "'#' does not start a comment; the line is passed over",
            place: place(column), sourceLine: text, hint: "start comments with //; Xcode refuses this line"))
      case .include(let path, let isOptional, let column):
        try read(
          XCConfigPath.resolve(path, from: file),
          includedAt: Inclusion(place: place(column), sourceLine: text, isOptional: isOptional), contents: contents)
      case .assignment(let name, let conditions, var value, let column):
        while value.utf8.last == UInt8(ascii: "\\") {
          value = XCConfigLine.value(value.unicodeScalars.dropLast())
          guard index < lines.count else { break }
          let more = XCConfigLine.value(XCConfigLine.withoutComment(lines[index]))
          index += 1
          value = [value, more].filter { !$0.isEmpty }.joined(separator: " ")
        }
        let setting = XCConfig.Setting(name: name, value: value, place: place(column), sourceLine: text)
        if conditions.allSatisfy(holds) { try assign(setting) } else { skipped.append(setting) }
      }
    }
  }

  private func holds(_ condition: XCConfigLine.Condition) -> Bool {
    if condition.pattern == "*" { return true }
    guard let actual = conditions[condition.parameter] else { return false }
    return XCConfigPath.matches(Array(actual.utf8)[...], pattern: Array(condition.pattern.utf8)[...])
  }

  private mutating func assign(_ setting: XCConfig.Setting) throws(Diagnostic) {
    var setting = setting
    let earlier = assigned[setting.name]?.value ?? ""
    setting.value = XCConfigExpander.replacingInherited(in: setting.value, named: setting.name, with: earlier)
    try XCConfigExpander.checkLength(of: setting)
    assigned[setting.name] = setting
  }

  /// The lines of a file; LF, CR LF and CR end one.
  private static func lines(of bytes: [UInt8], file: String) throws(Diagnostic) -> [String] {
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    if let fault = UTF8Validation.firstFault(in: text) {
      let position = TextPosition(ofOffset: fault.offset, in: text)
      let what = if case .null = fault { "the file holds a NUL byte" } else { "the file is not UTF-8" }
      throw Diagnostic(
        code: "invalidText", message: what,
        place: SourcePlace(file: file, line: position.line, column: position.column), hint: "save the file as UTF-8")
    }
    var lines: [String] = []
    var rest = text
    while !rest.isEmpty {
      let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
      lines.append(String(decoding: rest[..<end], as: UTF8.self))
      let isPair = end + 1 < rest.endIndex && rest[end] == 0x0D && rest[end + 1] == 0x0A
      rest = rest[min(rest.endIndex, end + (isPair ? 2 : 1))...]
    }
    return lines
  }
}
