import TestSupport
import Testing

/// Random keys against a model of a line; the screen is compared after each key.
@Suite struct RandomEditTests {
  @Test(arguments: ["xterm-256color", "vt100"], [UInt64](1...12))
  func screenShowsTheLineAfterEveryKey(term: String, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Wide characters, or accents that stand on the character before.
    let alphabet: [Character] = seed % 3 == 0 ? Array("abcdefghijkl") + ["\u{301}"] : Array("abcdefgh世é")
    let columns = 24
    let probe = try ProbeSession(
      term: term, columns: columns, settings: seed.isMultiple(of: 2) ? ["PROBE_PAINT": "1;32"] : [:])
    var line: [Character] = []
    var cursor = 0
    var keys: [String] = []
    for step in 0..<50 {
      let key = Self.key(&random, alphabet, &line, &cursor)
      keys.append(key)
      try probe.type(key)
      let expected = Screen(prompt: "> ", line: line, cursor: cursor, columns: columns)
      let matches =
        probe.screen.lines == expected.lines && probe.screen.cursor == .init(expected.row, expected.column)
      #expect(
        matches,
        """
        seed \(seed), \(term), step \(step), keys \(keys.map(\.debugDescription).joined()):
        expected \(expected)
        screen \(probe.screen.lines), cursor \(probe.screen.cursor)
        bytes \(probe.terminal.visibleOutput.suffix(500))
        """)
      if !matches { break }
    }
  }

  /// Changes the model and gives the key that does the same.
  private static func key(
    _ random: inout SeededGenerator, _ alphabet: [Character], _ line: inout [Character], _ cursor: inout Int
  ) -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8:
      let text = alphabet.shuffled(using: &random).prefix(Int.random(in: 1...9, using: &random))
      line.insert(contentsOf: text, at: cursor)
      cursor += text.count
      return String(text)
    case 8, 9:
      guard cursor > 0 else { return stay(&cursor) }
      line.remove(at: cursor - 1)
      cursor -= 1
      return "\u{7F}"
    case 10:
      guard cursor < line.count else { return "\u{5}" }  // stays at the end
      line.remove(at: cursor)
      return "\u{1B}[3~"
    case 11, 12:
      guard cursor > 0 else { return stay(&cursor) }
      cursor -= 1
      return "\u{1B}[D"
    case 13:
      guard cursor < line.count else { return "\u{5}" }  // stays at the end
      cursor += 1
      return "\u{1B}[C"
    case 14, 15:
      cursor = 0
      return "\u{1}"
    case 16:
      cursor = line.count
      return "\u{5}"
    case 17:
      line.removeSubrange(cursor...)
      return "\u{B}"
    case 18:
      line.removeSubrange(..<cursor)
      cursor = 0
      return "\u{15}"
    default:
      let back = Int.random(in: 0...cursor, using: &random)
      cursor -= back
      return back == 0 ? stay(&cursor) : String(repeating: "\u{2}", count: back)
    }
  }

  private static func stay(_ cursor: inout Int) -> String {
    cursor = 0
    return "\u{1}"
  }

  /// Where a terminal shows a line: written from the rule, not from the editor's code.
  private struct Screen: CustomStringConvertible {
    var lines: [String] = []
    var row = 0
    var column = 0

    init(prompt: String, line: [Character], cursor: Int, columns: Int) {
      var rows = [""]
      var used = 0
      for (index, character) in (Array(prompt) + line).enumerated() {
        if index == prompt.count + cursor { (row, column) = (rows.count - 1, used) }
        let width = character == "世" ? 2 : character == "\u{301}" ? 0 : 1
        if width == 0, used == 0, rows.count > 1 {
          rows[rows.count - 2].append(character)
          continue
        }
        if used + width > columns {
          if (row, column) == (rows.count - 1, used), index == prompt.count + cursor { (row, column) = (rows.count, 0) }
          rows.append("")
          used = 0
        }
        rows[rows.count - 1].append(character)
        used += width
        if used == columns {
          rows.append("")
          used = 0
        }
      }
      if cursor == line.count { (row, column) = (rows.count - 1, used) }
      while rows.last == "" { rows.removeLast() }
      lines = rows.map { text in
        var text = text
        while text.last == " " { text.removeLast() }
        return text
      }
    }

    var description: String { "\(lines), cursor \(row) \(column)" }
  }
}
