/// A cell of the screen, counted from the first cell of the prompt.
struct ScreenPosition: Equatable {
  var row: Int
  var column: Int

  /// Where the library puts the cursor after a prompt and these scalars. `width` is its own table.
  init(
    promptWidth: Int, scalars: some Sequence<UInt32>, columns: Int, width: (UInt32) -> Int
  ) {
    let columns = max(columns, 1)
    row = promptWidth / columns
    column = promptWidth % columns
    for scalar in scalars {
      switch scalar {
      case 0x0A:
        row += 1
        column = 0
      case 0x09:
        repeat {
          advance(by: 1, columns: columns)
        } while column % 8 != 0
      // Shown as ^X.
      case 0..<0x20, 0x7F..<0xA0:
        advance(by: 1, columns: columns)
        advance(by: 1, columns: columns)
      case 0x20..<0x7F:
        advance(by: 1, columns: columns)
      default:
        let cells = width(scalar)
        if cells >= 0 {
          advance(by: cells, columns: columns)
        } else {
          // Not printable: shown as \U+XXXX.
          for _ in 0..<(scalar > 0xFFFF ? 8 : 7) { advance(by: 1, columns: columns) }
        }
      }
    }
  }

  private mutating func advance(by width: Int, columns: Int) {
    // A wide scalar that does not fit on the rest of the row starts the next one.
    if column + width > columns {
      row += 1
      column = 0
    }
    column += width
    if column >= columns {
      row += 1
      column -= columns
    }
  }
}
