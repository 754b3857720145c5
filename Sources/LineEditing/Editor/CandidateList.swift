/// Candidates laid out for the screen.
enum CandidateList {
  /// Spaces between columns, and between a candidate and its note.
  static let gap = 2

  /// Lines without line ends, none wider than `columns - 1` and not more than `rows` of them; the last one tells how
  /// many candidates are left out. `width` gives a scalar's columns.
  static func lines(
    _ candidates: [CompletionAnswer.Candidate], columns: Int, rows: Int, width: (Unicode.Scalar) -> Int
  ) -> [String] {
    let room = max(columns - 1, 1)
    let labels = candidates.map { cut(printable($0.label ?? $0.text), to: room, width: width) }
    let widest = labels.map { columnCount($0, width: width) }.max() ?? 0
    if candidates.contains(where: { $0.note != nil }) {
      let lines = zip(candidates, labels).map { candidate, label in
        guard let note = candidate.note else { return label }
        let padding = String(repeating: " ", count: widest - columnCount(label, width: width) + gap)
        return cut(label + padding + printable(note), to: room, width: width)
      }
      guard lines.count > rows else { return lines }
      let shown = max(rows - 1, 0)
      return lines.prefix(shown) + [remainder(lines.count - shown)]
    }
    let perLine = max((room + gap) / (widest + gap), 1)
    // Down first, then across, as in `ls`.
    var lineCount = (labels.count + perLine - 1) / perLine
    var shown = labels.count
    if lineCount > rows {
      lineCount = max(rows - 1, 0)
      shown = min(lineCount * perLine, labels.count)
    }
    var lines = (0..<lineCount).map { line in
      var text = ""
      for index in stride(from: line, to: shown, by: max(lineCount, 1)) {
        if !text.isEmpty { text += String(repeating: " ", count: gap) }
        text += labels[index]
        if index + lineCount < shown {
          text += String(repeating: " ", count: widest - columnCount(labels[index], width: width))
        }
      }
      return text
    }
    if shown < labels.count { lines.append(remainder(labels.count - shown)) }
    return lines
  }

  private static func remainder(_ count: Int) -> String { "… \(count) more" }

  /// Control characters would act on the terminal.
  private static func printable(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      result.append(isControl ? "?" : scalar)
    }
    return String(result)
  }

  private static func columnCount(_ text: String, width: (Unicode.Scalar) -> Int) -> Int {
    text.unicodeScalars.reduce(0) { $0 + max(width($1), 0) }
  }

  private static func cut(_ text: String, to columns: Int, width: (Unicode.Scalar) -> Int) -> String {
    guard columnCount(text, width: width) > columns else { return text }
    var used = 1
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      used += max(width(scalar), 0)
      if used > columns { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }
}
