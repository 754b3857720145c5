import CEditline

extension LineEditor {
  /// Scalars that one paste may bring; more are dropped with a beep.
  static let longestPaste = 1 << 20

  /// Tab: nothing fits, one fits, or several do.
  func completeWord() -> Int32 {
    let (scalars, cursor) = currentLine()
    let line = Self.text(scalars)
    let answer = complete(line, cursor)
    let end = min(answer.range.upperBound, cursor)
    let start = min(max(answer.range.lowerBound, 0), end)
    // What stands between the range's end and the cursor stays; candidates can only be inserted at the cursor.
    guard !answer.candidates.isEmpty, end == cursor else { return Int32(CEDITLINE_ERROR) }
    let typed = end - start
    if answer.candidates.count == 1, let only = answer.candidates.first {
      return replace(typed, with: only.text + only.suffix)
    }
    let prefix = answer.commonPrefix
    if prefix.count > typed {
      return replace(typed, with: String(String.UnicodeScalarView(prefix)))
    }
    list(answer.candidates)
    return Int32(CEDITLINE_NORM)
  }

  /// A bracketed paste: its text is inserted, never run. Line ends become newlines inside the line.
  func paste() -> Int32 {
    var text: [UInt32] = []
    isPasting = true
    defer { isPasting = false }
    var scalar: UInt32 = 0
    var isTooLong = false
    while true {
      guard ceditline_next_scalar(library, &scalar) else {
        // Interrupted in the middle: nothing of it counts.
        return Int32(CEDITLINE_END)
      }
      if text.count >= Self.longestPaste + KeyBindings.pasteEnd.count {
        // Only the tail is still needed, to see the end.
        isTooLong = true
        text.removeSubrange(Self.longestPaste..<Self.longestPaste + 1)
      }
      text.append(scalar)
      if scalar == UInt32(ascii: "~"), text.suffix(KeyBindings.pasteEnd.count).elementsEqual(KeyBindings.pasteEnd) {
        text.removeLast(KeyBindings.pasteEnd.count)
        break
      }
    }
    let inserted = ceditline_insert(library, Self.cleaned(text))
    if isTooLong || !inserted { ceditline_beep(library) }
    return Int32(CEDITLINE_REFRESH)
  }

  /// Pasted scalars as text: one newline for each kind of line end, none at the end, no control characters.
  static func cleaned(_ scalars: [UInt32]) -> String {
    var result = String.UnicodeScalarView()
    var afterReturn = false
    for value in scalars {
      defer { afterReturn = value == 0x0D }
      switch value {
      case 0x0D: result.append("\n")
      case 0x0A:
        if !afterReturn { result.append("\n") }
      case 0x09: result.append("\t")
      case 0..<0x20, 0x7F..<0xA0: continue
      default:
        if let scalar = Unicode.Scalar(value) { result.append(scalar) }
      }
    }
    while result.last == "\n" { result.removeLast() }
    return String(result)
  }

  private func replace(_ count: Int, with text: String) -> Int32 {
    if count > 0 { ceditline_delete_before_cursor(library, Int32(clamping: count)) }
    let fits = ceditline_insert(library, Self.cleaned(text.unicodeScalars.map(\.value)))
    return Int32(fits ? CEDITLINE_REFRESH : CEDITLINE_ERROR)
  }

  private func list(_ candidates: [CompletionAnswer.Candidate]) {
    let lines = CandidateList.lines(
      candidates, columns: Int(ceditline_columns(library)), rows: max(Int(ceditline_rows(library)) - 2, 1),
      width: { Int(ceditline_width($0.value)) })
    printAbove(lines.joined(separator: "\n"))
  }

  private static func text(_ scalars: UnsafeBufferPointer<UInt32>) -> String {
    var view = String.UnicodeScalarView()
    for value in scalars {
      if let scalar = Unicode.Scalar(value) { view.append(scalar) }
    }
    return String(view)
  }
}
