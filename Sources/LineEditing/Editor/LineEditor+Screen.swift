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

  /// Scalars up to which a line that is not plain ASCII is repaired after every key: one step more on a wrong column can
  /// bring the library to a wrong row, which cannot be repaired.
  private static let alwaysRepaired = 2000

  /// Scalars up to which a line is laid out: it is taller than any screen then, and every key would cost too much.
  private static let longestLaidOut = 20_000

  /// Repairs the screen before waiting for a key; usually not when keys are there already.
  func tidy() {
    if ceditline_take_prompt_drawn(library) { isDrawnByLibrary = true }
    let (line, cursor) = currentLine()
    guard line.count <= Self.longestLaidOut else { return }
    let isDelicate = line.count <= Self.alwaysRepaired && line.contains { $0 >= 0x7F }
    guard !isPasting, isDelicate || !Descriptors.isReadable(input) else { return }
    let textChanged = !line.elementsEqual(checkedLine)
    // A key that changes nothing may move the terminal's cursor where the library counts columns differently.
    guard textChanged || cursor != checkedCursor || isDrawnByLibrary || (isDelicate && hasHandedOver) else { return }
    hasHandedOver = false
    paint(textChanged: textChanged)
  }

  /// The line and the cursor's place in it, in scalars; valid until the library's next action.
  func currentLine() -> (line: UnsafeBufferPointer<UInt32>, cursor: Int) {
    var count = 0
    var cursor = 0
    let start = ceditline_line(library, &count, &cursor)
    return (UnsafeBufferPointer(start: start, count: count), min(cursor, count))
  }

  /// Control text that goes to the prompt's first cell and erases everything from there on.
  func clearing() -> String {
    "\r" + up(layout().cursor.row) + Self.erasing
  }

  /// Erases from the first column to the screen's end. From the second on and then the row: tmux takes erasing
  /// from the first cell of the screen for `clear` and keeps a copy.
  private static let erasing = "\u{1B}[C\u{1B}[J\r\u{1B}[K"

  /// Draws prompt and line where the cursor stands, which is the first cell of an empty rest of the screen.
  func redraw() {
    ceditline_redraw(library)
    _ = ceditline_take_prompt_drawn(library)
    isDrawnByLibrary = true
    paint(textChanged: true)
  }

  /// Leaves the line as it stands on the screen, with a mark at its end, and goes to the row below.
  func leaveLine(with mark: String) {
    let layout = layout()
    Descriptors.write(
      "\r" + down(layout.end.row - layout.cursor.row) + right(layout.end.column) + mark + "\n", to: output)
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
    Descriptors.write("\u{1B}[?2004h\r" + Self.erasing, to: output)
    redraw()
  }

  private func layout(isDrawn: Bool = false) -> LineLayout {
    let (line, cursor) = currentLine()
    return LineLayout(
      promptWidth: shownPrompt.width, line: line.prefix(Self.longestLaidOut), cursor: cursor,
      columns: Int(ceditline_columns(library)),
      isDrawn: isDrawn
    ) { Int(ceditline_width($0)) }
  }

  /// Writes prompt and line over what the library drew, where that is wrong or lacks the prompt's colours.
  ///
  /// Drawing lines of several rows, and moving over wide characters, the library leaves wrong cells and a wrong column
  /// behind (on some terminals); its row is right.
  private func paint(textChanged: Bool) {
    let (line, cursor) = currentLine()
    guard line.count <= Self.longestLaidOut else { return }
    checkedLine = Array(line)
    checkedCursor = cursor
    let isPlain = !isDrawnByLibrary || shownPrompt.painted == nil
    isDrawnByLibrary = false
    let layout = layout(isDrawn: true)
    // A scalar that went may have left its mark.
    let isDoubtful = layout.isUneven || wasUneven || (textChanged && layout.end.row > 0)
    wasUneven = layout.isUneven
    guard isDoubtful || !isPlain, layout.end.row < Int(ceditline_rows(library)) else { return }
    Descriptors.write(
      "\r" + up(layout.cursor.row) + (shownPrompt.painted.map { $0 + "\u{1B}[m" } ?? shownPrompt.text)
        + String(layout.text) + "\u{1B}[J\r" + up(layout.end.row - layout.cursor.row) + right(layout.cursor.column),
      to: output)
  }

  private func up(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)A" : "" }

  private func down(_ rows: Int) -> String { rows > 0 ? "\u{1B}[\(rows)B" : "" }

  private func right(_ columns: Int) -> String { columns > 0 ? "\u{1B}[\(columns)C" : "" }
}
