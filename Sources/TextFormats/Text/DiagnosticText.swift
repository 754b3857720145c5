/// Diagnostics as the lines that people read.
///
/// ```
/// smoke.flagsh:3:9: error: unknown option '--foo'
/// refresh --foo
///         ^
/// hint: see 'help refresh'
/// ```
package enum DiagnosticText {
  /// How bad it is, as the word in the first line.
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  /// How many columns of a long source line are shown.
  package static let columnsShown = 100

  /// The lines, without line ends. Nothing in them can move a terminal's cursor, whatever the diagnostic holds.
  ///
  /// - Parameter program: stands in place of the file when there is none.
  package static func lines(
    _ diagnostic: Diagnostic, severity: Severity = .error, program: String = "flagsh"
  ) -> [String] {
    let origin =
      diagnostic.place.map { "\(PrintableText.safe($0.file)):\($0.line):\($0.column)" } ?? PrintableText.safe(program)
    var lines = ["\(origin): \(severity.rawValue): \(PrintableText.safe(diagnostic.message))"]
    if let place = diagnostic.place, let source = diagnostic.sourceLine {
      lines += excerpt(of: source, column: place.column)
    }
    if let hint = diagnostic.hint { lines.append("hint: \(PrintableText.safe(hint))") }
    return lines
  }

  /// The lines as one text, each with its line end.
  package static func text(
    _ diagnostic: Diagnostic, severity: Severity = .error, program: String = "flagsh"
  ) -> String {
    lines(diagnostic, severity: severity, program: program).map { $0 + "\n" }.joined()
  }

  /// The source line and below it a caret under the scalar at a column, which is counted from 1; a column beyond the
  /// end stands for the end.
  private static func excerpt(of source: String, column: Int) -> [String] {
    let scalars = source.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: max(0, column - 1), limitedBy: scalars.endIndex)
    let caret = end ?? scalars.endIndex

    // Most of the room goes to what stands before the caret.
    let room = columnsShown * 2 / 3
    var start = scalars.startIndex
    var stop = scalars.endIndex
    if scalars.distance(from: scalars.startIndex, to: scalars.endIndex) > columnsShown {
      let before = scalars.distance(from: scalars.startIndex, to: caret)
      if before > room { start = scalars.index(caret, offsetBy: -room) }
      stop = scalars.index(start, offsetBy: columnsShown, limitedBy: scalars.endIndex) ?? scalars.endIndex
    }

    var shown = start > scalars.startIndex ? "..." : ""
    var padding = String(repeating: " ", count: shown.utf8.count)
    for index in scalars[start..<stop].indices {
      let (text, space) = cell(of: scalars[index])
      shown += text
      if index < caret { padding += space }
    }
    if stop < scalars.endIndex { shown += "..." }
    return [shown, padding + "^"]
  }

  /// How a scalar of the source line is shown, and the space that takes as much room in the line below.
  private static func cell(of scalar: Unicode.Scalar) -> (text: String, space: String) {
    if scalar == "\t" { return ("\t", "\t") }
    guard PrintableText.isSafe(scalar) else {
      let escape = PrintableText.escape(scalar)
      return (escape, String(repeating: " ", count: escape.utf8.count))
    }
    return (String(scalar), String(repeating: " ", count: width(of: scalar)))
  }

  /// The columns that a terminal gives a scalar: marks none, East Asian wide forms and pictures two.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
