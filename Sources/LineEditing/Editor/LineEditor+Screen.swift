import CEditline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What is on the screen around the line being typed. The library never tells where its cursor is, so the place is
/// computed by its own rules; every function here leaves the cursor where the library believes it.
extension LineEditor {
  package func printAbove(_ text: String) {
    let whole = text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    guard isReading else {
      Descriptors.write(whole, to: output)
      return
    }
    Descriptors.write(clearing() + whole, to: output)
    redraw()
  }

  package func promptChanged() {
    guard isReading else { return }
    let next = prompt()
    guard next != shownPrompt else { return }
    Descriptors.write(clearing(), to: output)
    show(next)
    redraw()
  }

  /// Hands the prompt to the library, which draws it with the line.
  func show(_ prompt: Prompt) {
    shownPrompt = prompt
    ceditline_set_prompt(library, prompt.text)
  }

  /// Repairs the screen before waiting for a key, unless keys are there already.
  func tidy() {
    if ceditline_take_prompt_drawn(library) { needsPainting = shownPrompt.painted != nil }
    guard !isPasting, !Descriptors.isReadable(input) else { return }
    // Editing lines of several rows leaves wrong cells on some terminals.
    let columns = Int(ceditline_columns(library))
    let (line, _) = currentLine()
    if !line.elementsEqual(checkedLine) {
      let isNew = checkedLine.isEmpty && line.isEmpty
      checkedLine = Array(line)
      let rows = position(after: line, columns: columns).row
      if rows > 0, rows < Int(ceditline_rows(library)), !isNew {
        Descriptors.write(clearing(), to: output)
        ceditline_redraw(library)
        needsPainting = ceditline_take_prompt_drawn(library) && shownPrompt.painted != nil
      }
    }
    paintPrompt()
  }

  /// The line, and the part of it before the cursor; valid until the library's next action.
  func currentLine() -> (line: UnsafeBufferPointer<UInt32>, beforeCursor: UnsafeBufferPointer<UInt32>) {
    var count = 0
    var cursor = 0
    let start = ceditline_line(library, &count, &cursor)
    return (
      UnsafeBufferPointer(start: start, count: count), UnsafeBufferPointer(start: start, count: min(cursor, count))
    )
  }

  /// Control text that goes to the prompt's first cell and erases everything from there on.
  func clearing() -> String {
    let cursor = position(after: currentLine().beforeCursor, columns: Int(ceditline_columns(library)))
    return "\r" + up(cursor.row) + "\u{1B}[J"
  }

  /// Draws prompt and line where the cursor stands, which is the first cell of an empty rest of the screen.
  func redraw() {
    ceditline_redraw(library)
    needsPainting = ceditline_take_prompt_drawn(library) && shownPrompt.painted != nil
    paintPrompt()
  }

  /// Leaves the line as it stands on the screen, with a mark at its end, and goes to the row below.
  func leaveLine(with mark: String) {
    let columns = Int(ceditline_columns(library))
    let (line, beforeCursor) = currentLine()
    let cursor = position(after: beforeCursor, columns: columns)
    let end = position(after: line, columns: columns)
    Descriptors.write(
      "\r" + down(end.row - cursor.row) + right(end.column) + mark + "\n", to: output)
  }

  func resize() {
    // The size first: terminals wrap what they show anew, so only the new width gives the cursor's row.
    ceditline_resize(library)
    Descriptors.write(clearing(), to: output)
    redraw()
  }

  /// After a suspension the parent shell has changed the modes, and the cursor stands somewhere below.
  func resume() {
    // In the background setting modes would stop the process again; another SIGCONT comes with the foreground.
    guard tcgetpgrp(input) == getpgrp() else { return }
    ceditline_prepare_terminal(library, false)
    ceditline_prepare_terminal(library, true)
    ceditline_resize(library)
    Descriptors.write("\u{1B}[?2004h\r\u{1B}[J", to: output)
    redraw()
  }

  private func position(after scalars: UnsafeBufferPointer<UInt32>, columns: Int) -> ScreenPosition {
    ScreenPosition(promptWidth: shownPrompt.width, scalars: scalars, columns: columns) {
      Int(ceditline_width($0))
    }
  }

  /// Writes the coloured prompt over the plain one that the library drew.
  private func paintPrompt() {
    guard needsPainting, let painted = shownPrompt.painted else { return }
    needsPainting = false
    let columns = Int(ceditline_columns(library))
    let (line, beforeCursor) = currentLine()
    guard shownPrompt.width < columns, position(after: line, columns: columns).row < Int(ceditline_rows(library)) else {
      return
    }
    let cursor = position(after: beforeCursor, columns: columns)
    Descriptors.write(
      "\r" + up(cursor.row) + painted + "\u{1B}[m\r" + down(cursor.row) + right(cursor.column), to: output)
  }

  private func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }

  private func down(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)B" : "" }

  private func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}
