/// A cell of the screen, counted from the first cell of the prompt.
struct ScreenPosition: Equatable {
  var row: Int
  var column: Int
}

/// Where the library puts the scalars of a line, by its own rules, and what has to be written to show them there.
struct LineLayout {
  /// The cell after the last scalar.
  private(set) var end: ScreenPosition
  /// The cell of the cursor.
  private(set) var cursor: ScreenPosition
  /// Shows the line when written behind the prompt, over whatever stands there; the terminal's cursor is at `end` then.
  /// Empty unless asked for.
  private(set) var text = String.UnicodeScalarView()
  /// Whether some scalar takes more or less than one cell. Moving over those, the library may go wrong.
  private(set) var isUneven = false

  private let columns: Int
  private let isDrawn: Bool
  /// The last column was written, and the terminal goes to the next row only with the next scalar.
  private var wrapIsPending = false

  /// `cursor` counts scalars; `width` is the library's own table of columns.
  init(
    promptWidth: Int, line: some Collection<UInt32>, cursor: Int, columns: Int, isDrawn: Bool = false,
    width: (UInt32) -> Int
  ) {
    self.columns = max(columns, 1)
    self.isDrawn = isDrawn
    end = ScreenPosition(row: promptWidth / self.columns, column: promptWidth % self.columns)
    self.cursor = end
    wrapIsPending = promptWidth > 0 && end.column == 0
    var index = 0
    for scalar in line {
      let cells = (0x20..<0x7F).contains(scalar) ? 1 : width(scalar)
      if index == cursor {
        // A wide scalar that does not fit takes the cursor with it to the next row.
        self.cursor =
          end.column + max(cells, 1) > self.columns ? ScreenPosition(row: end.row + 1, column: 0) : end
      }
      index += 1
      add(scalar, cells: cells)
    }
    if cursor >= index { self.cursor = end }
    realizeWrap()
  }

  private mutating func add(_ scalar: UInt32, cells: Int) {
    switch scalar {
    case 0x0A:
      realizeWrap()
      end = ScreenPosition(row: end.row + 1, column: 0)
      draw("\u{1B}[K\r\n")
    case 0x09:
      isUneven = true
      repeat {
        put(" ", cells: 1)
      } while end.column % 8 != 0
    case 0..<0x20, 0x7F..<0xA0:
      // Shown as ^X.
      isUneven = true
      put("^", cells: 1)
      put(scalar == 0x7F ? "?" : Unicode.Scalar(scalar | 0x40) ?? "?", cells: 1)
    default:
      if cells != 1 { isUneven = true }
      if cells >= 0, let known = Unicode.Scalar(scalar) {
        while end.column + cells > columns, cells <= columns { put(" ", cells: 1) }
        put(known, cells: cells)
      } else {
        // Not printable: shown by its number, with four or five digits.
        let digits = String(scalar, radix: 16, uppercase: true)
        let padding = String(repeating: "0", count: max((scalar > 0xFFFF ? 5 : 4) - digits.count, 0))
        for character in ("\\U+" + padding + digits).unicodeScalars { put(character, cells: 1) }
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar, cells: Int) {
    if isDrawn { text.append(scalar) }
    guard cells > 0 else { return }
    wrapIsPending = false
    end.column += cells
    if end.column >= columns {
      // A wide scalar on a screen of one column must not leave the screen.
      end = ScreenPosition(row: end.row + 1, column: (end.column - columns) % columns)
      wrapIsPending = end.column == 0
    }
  }

  /// Makes the terminal go to the next row now.
  private mutating func realizeWrap() {
    guard wrapIsPending else { return }
    wrapIsPending = false
    draw(" \r")
  }

  private mutating func draw(_ characters: String) {
    if isDrawn { text.append(contentsOf: characters.unicodeScalars) }
  }
}
