/// Columns of text, aligned by scalar count, two blanks apart; no trailing blanks.
struct Table {
  private var rows: [[String]]

  init(header: [String] = []) { rows = header.isEmpty ? [] : [header] }

  mutating func add(_ row: [String]) { rows.append(row) }

  func lines(indent: String = "") -> [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].unicodeScalars.count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() {
        line += cell
        if column + 1 < row.count && !row[(column + 1)...].allSatisfy(\.isEmpty) {
          line += String(repeating: " ", count: widths[column] - cell.unicodeScalars.count + 2)
        }
      }
      return line
    }
  }
}
