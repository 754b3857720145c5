import FlagEvaluation
import TextFormats

/// The table of `--count`.
enum VariantCountText {
  static func lines(_ distributions: [VariantDistribution], users: Int) -> [String] {
    var rows = [["FLAG", "VARIANT", "USERS", "SHARE", "EXPECTED"]]
    for distribution in distributions {
      var flag = PrintableText.safe(distribution.flag)
      for variant in distribution.variants {
        rows.append([
          flag, PrintableText.safe(variant.name), String(variant.count), percent(Double(variant.count), of: users),
          percent(variant.expected, of: users),
        ])
        flag = ""
      }
      if distribution.without > 0 || distribution.variants.isEmpty {
        rows.append([
          flag, "(no variant)", String(distribution.without), percent(Double(distribution.without), of: users), "",
        ])
      }
    }
    return ["\(users) \(users == 1 ? "user" : "users")"] + aligned(rows)
  }

  /// Texts to the left, numbers to the right.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<5).map { column in rows.map { $0[column].unicodeScalars.count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.unicodeScalars.count)
        line += (column == 0 ? "" : "  ") + (column < 2 ? cell + padding : padding + cell)
      }
      while line.utf8.last == 0x20 { line.removeLast() }
      return line
    }
  }

  /// One decimal, rounded half up: `41.7%`.
  private static func percent(_ part: Double, of users: Int) -> String {
    guard users > 0 else { return "-" }
    let tenths = Int((part / Double(users) * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10)%"
  }
}
