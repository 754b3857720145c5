/// A small terminal: what an xterm would show after these bytes. Colours are ignored, scrolled-off rows forgotten.
package struct ScreenEmulator {
  /// A cell holds a scalar with the marks on it; the second half of a wide one holds nothing.
  private typealias Row = [[Unicode.Scalar]]

  package private(set) var rows: Int
  package private(set) var columns: Int
  private var cursorRow = 0
  private var cursorColumn = 0
  /// How often the bell rang.
  package private(set) var bells = 0
  /// Whether the program asked for pastes to be marked.
  package private(set) var marksPastes = false
  /// The text of the latest operating system command (`ESC ] … BEL`).
  package private(set) var latestCommand = ""

  private var cells: [Row]
  /// Whether a row runs on in the next one.
  private var continues: [Bool]
  /// The last column was written: the next scalar goes to the next row.
  private var wrapIsPending = false
  private var saved = (row: 0, column: 0)
  private var state = State.text
  private var parameters: [UInt8] = []
  private var scalarBytes: [UInt8] = []

  private enum State {
    case text
    case escape
    case control
    case command
    case charset
  }

  private static let blank: [Unicode.Scalar] = [" "]

  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    cells = Array(repeating: Array(repeating: Self.blank, count: columns), count: rows)
    continues = Array(repeating: false, count: rows)
  }

  // MARK: Looking

  /// A row's text without trailing spaces.
  package func row(_ index: Int) -> String {
    var view = String.UnicodeScalarView()
    for cell in cells[index] { view.append(contentsOf: cell) }
    while view.last == " " { view.removeLast() }
    return String(view)
  }

  /// A cell's place, counted from 0.
  package struct Place: Equatable, Sendable {
    package var row: Int
    package var column: Int

    package init(_ row: Int, _ column: Int) {
      self.row = row
      self.column = column
    }
  }

  package var cursor: Place { Place(cursorRow, cursorColumn) }

  /// All rows up to the last that is not empty.
  package var lines: [String] {
    var result = (0..<rows).map { row($0) }
    while result.last == "" { result.removeLast() }
    return result
  }

  package var text: String { lines.joined(separator: "\n") }

  // MARK: Writing

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { feed(byte) }
  }

  private mutating func feed(_ byte: UInt8) {
    switch state {
    case .text: feedText(byte)
    case .charset: state = .text
    case .escape: feedEscape(byte)
    case .command:
      if byte == 0x07 {
        latestCommand = String(decoding: parameters, as: UTF8.self)
        state = .text
      } else {
        parameters.append(byte)
      }
    case .control:
      if (0x40..<0x7F).contains(byte) {
        state = .text
        perform(byte)
      } else {
        parameters.append(byte)
      }
    }
  }

  private mutating func feedText(_ byte: UInt8) {
    guard byte >= 0x20 else {
      scalarBytes = []
      control(byte)
      return
    }
    scalarBytes.append(byte)
    let needed = byte < 0x80 ? 1 : scalarBytes[0] >= 0xF0 ? 4 : scalarBytes[0] >= 0xE0 ? 3 : 2
    guard scalarBytes.count >= needed else { return }
    let scalar = String(decoding: scalarBytes, as: UTF8.self).unicodeScalars.first
    scalarBytes = []
    if let scalar { put(scalar) }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bells += 1
    case 0x08:
      wrapIsPending = false
      cursorColumn = max(cursorColumn - 1, 0)
    case 0x09:
      wrapIsPending = false
      cursorColumn = min((cursorColumn / 8 + 1) * 8, columns - 1)
    case 0x0A: lineFeed()
    case 0x0D:
      wrapIsPending = false
      cursorColumn = 0
    case 0x1B: state = .escape
    default: break
    }
  }

  private mutating func feedEscape(_ byte: UInt8) {
    state = .text
    switch byte {
    case UInt8(ascii: "["):
      parameters = []
      state = .control
    case UInt8(ascii: "]"):
      parameters = []
      state = .command
    case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
    case UInt8(ascii: "7"): saved = (cursorRow, cursorColumn)
    case UInt8(ascii: "8"): move(to: saved.row, saved.column)
    case UInt8(ascii: "M"):
      if cursorRow == 0 {
        cells.insert(Array(repeating: Self.blank, count: columns), at: 0)
        cells.removeLast()
      } else {
        cursorRow -= 1
      }
    default: break
    }
  }

  private mutating func perform(_ final: UInt8) {
    let numbers = String(decoding: parameters, as: UTF8.self).split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let first = max(numbers.first ?? 0, 1)
    switch final {
    case UInt8(ascii: "A"): move(to: cursorRow - first, cursorColumn)
    case UInt8(ascii: "B"): move(to: cursorRow + first, cursorColumn)
    case UInt8(ascii: "C"): move(to: cursorRow, cursorColumn + first)
    case UInt8(ascii: "D"): move(to: cursorRow, cursorColumn - first)
    case UInt8(ascii: "G"): move(to: cursorRow, first - 1)
    case UInt8(ascii: "d"): move(to: first - 1, cursorColumn)
    case UInt8(ascii: "H"), UInt8(ascii: "f"):
      move(to: first - 1, (numbers.count > 1 ? max(numbers[1], 1) : 1) - 1)
    case UInt8(ascii: "J"): eraseScreen(numbers.first ?? 0)
    case UInt8(ascii: "K"): eraseRow(numbers.first ?? 0)
    case UInt8(ascii: "X"): blank(cursorColumn..<min(cursorColumn + first, columns))
    case UInt8(ascii: "P"): shiftLeft(first)
    case UInt8(ascii: "@"): shiftRight(first)
    case UInt8(ascii: "h"), UInt8(ascii: "l"):
      if parameters == Array("?2004".utf8) { marksPastes = final == UInt8(ascii: "h") }
    default: break
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = Self.width(of: scalar)
    guard width > 0 else {
      let column = wrapIsPending ? cursorColumn : max(cursorColumn - 1, 0)
      cells[cursorRow][column].append(scalar)
      return
    }
    if wrapIsPending || cursorColumn + width > columns {
      continues[cursorRow] = true
      lineFeed()
      cursorColumn = 0
    }
    wrapIsPending = false
    cells[cursorRow][cursorColumn] = [scalar]
    if width == 2 { cells[cursorRow][cursorColumn + 1] = [] }
    cursorColumn += width
    if cursorColumn >= columns {
      cursorColumn = columns - 1
      wrapIsPending = true
    }
  }

  private mutating func lineFeed() {
    wrapIsPending = false
    if cursorRow < rows - 1 {
      cursorRow += 1
    } else {
      cells.removeFirst()
      continues.removeFirst()
      cells.append(Array(repeating: Self.blank, count: columns))
      continues.append(false)
    }
  }

  private mutating func move(to row: Int, _ column: Int) {
    wrapIsPending = false
    cursorRow = min(max(row, 0), rows - 1)
    cursorColumn = min(max(column, 0), columns - 1)
  }

  private mutating func blank(_ range: Range<Int>) {
    for column in range { cells[cursorRow][column] = Self.blank }
  }

  private mutating func eraseRow(_ mode: Int) {
    switch mode {
    case 0:
      blank(cursorColumn..<columns)
      continues[cursorRow] = false
    case 1: blank(0..<cursorColumn + 1)
    default: blank(0..<columns)
    }
  }

  private mutating func eraseScreen(_ mode: Int) {
    switch mode {
    case 0:
      eraseRow(0)
      for row in cursorRow + 1..<max(rows, cursorRow + 1) { eraseWhole(row) }
    case 1:
      for row in 0..<cursorRow { eraseWhole(row) }
      eraseRow(1)
    default:
      for row in 0..<rows { eraseWhole(row) }
    }
  }

  private mutating func eraseWhole(_ row: Int) {
    cells[row] = Array(repeating: Self.blank, count: columns)
    continues[row] = false
  }

  private mutating func shiftLeft(_ count: Int) {
    let count = min(count, columns - cursorColumn)
    cells[cursorRow].removeSubrange(cursorColumn..<cursorColumn + count)
    cells[cursorRow] += Array(repeating: Self.blank, count: count)
  }

  private mutating func shiftRight(_ count: Int) {
    let count = min(count, columns - cursorColumn)
    cells[cursorRow].insert(contentsOf: Array(repeating: Self.blank, count: count), at: cursorColumn)
    cells[cursorRow].removeLast(count)
  }

  // MARK: Size

  /// Wraps what is shown anew, as most terminals do.
  package mutating func resize(rows newRows: Int, columns newColumns: Int) {
    var paragraphs: [Row] = []
    var cursor = (paragraph: 0, offset: 0)
    var runsOn = false
    for index in 0..<rows {
      if !runsOn { paragraphs.append([]) }
      if index == cursorRow {
        cursor = (paragraphs.count - 1, (paragraphs.last?.count ?? 0) + cursorColumn + (wrapIsPending ? 1 : 0))
      }
      paragraphs[paragraphs.count - 1] += cells[index]
      runsOn = continues[index]
    }
    var newCells: [Row] = []
    var newContinues: [Bool] = []
    var newCursor = (row: 0, column: 0)
    for (number, paragraph) in paragraphs.enumerated() {
      var used = paragraph
      let keep = number == cursor.paragraph ? cursor.offset : 0
      while used.count > keep, used.last == Self.blank { used.removeLast() }
      if number == cursor.paragraph {
        while used.count < keep { used.append(Self.blank) }
        newCursor = (newCells.count + keep / newColumns, keep % newColumns)
      }
      var start = 0
      repeat {
        let piece = used[min(start, used.count)..<min(start + newColumns, used.count)]
        newCells.append(Array(piece) + Array(repeating: Self.blank, count: newColumns - piece.count))
        start += newColumns
        newContinues.append(start < used.count)
      } while start < used.count
      while number == cursor.paragraph, newCells.count <= newCursor.row {
        newCells.append(Array(repeating: Self.blank, count: newColumns))
        newContinues.append(false)
      }
    }
    // Empty rows below the cursor go first, then rows at the top.
    while newCells.count > newRows, newCells.count - 1 > newCursor.row,
      newCells.last?.allSatisfy({ $0 == Self.blank }) ?? false
    {
      newCells.removeLast()
      newContinues.removeLast()
    }
    while newCells.count > newRows {
      newCells.removeFirst()
      newContinues.removeFirst()
      newCursor.row -= 1
    }
    while newCells.count < newRows {
      newCells.append(Array(repeating: Self.blank, count: newColumns))
      newContinues.append(false)
    }
    rows = newRows
    columns = newColumns
    cells = newCells
    continues = newContinues
    move(to: newCursor.row, newCursor.column)
  }

  // MARK: Widths

  /// Columns of a scalar, for the ranges that tests use.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x0300..<0x0370, 0x200B..<0x2010, 0xFE00..<0xFE10: 0
    case 0x1100..<0x1160, 0x2E80..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00, 0xFF01..<0xFF61, 0x1_F300..<0x1_FA00: 2
    default: 1
    }
  }
}
