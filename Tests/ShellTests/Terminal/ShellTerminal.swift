import Foundation
import TestSupport

/// The built shell in a terminal of its own, with a home folder that outlives it.
final class ShellTerminal {
  let terminal: PseudoTerminal
  let home: ScratchFolder
  private let editsLines: Bool

  /// - Parameter settings: besides a home folder, a terminal type and a locale, all there is in the environment.
  init(
    _ arguments: [String] = [], in home: ScratchFolder? = nil, settings: [String: String] = [:], rows: Int = 30,
    columns: Int = 100
  ) throws {
    let home = try home ?? ScratchFolder()
    self.home = home
    var environment = [
      "HOME": home.path, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "TERM": "xterm-256color", "TMPDIR": home.path,
    ]
    environment.merge(settings) { $1 }
    editsLines = environment["TERM"] != "dumb"
    terminal = try PseudoTerminal(
      BuiltProducts.path(of: "flagsh"), arguments: arguments, environment: environment, folder: home.path, rows: rows,
      columns: columns)
  }

  var screen: ScreenEmulator { terminal.screen }

  /// Whether the program waits for a line.
  private var isReading: Bool { !terminal.isInLineMode || !editsLines }

  /// Types a line and Return. Where the program does not read just then, the terminal itself shows the line too, as in
  /// every shell: a test of whole screens waits for the prompt in between.
  func enter(_ line: String) { terminal.type(line + "\r") }

  /// Waits until the row of the cursor shows exactly this, trailing blanks aside.
  /// - Parameter row: where it has to be, counted from 0; anywhere unless said.
  func waitForLine(_ text: String, row: Int? = nil) throws {
    try terminal.wait(for: "the line '\(text)'") {
      screen.row(screen.cursor.row) == text && (row == nil || row == screen.cursor.row)
    }
  }

  /// Waits until some row shows exactly this.
  func waitForRow(_ text: String) throws {
    try terminal.wait(for: "a row '\(text)'") { screen.lines.contains(text) }
  }

  /// Leaves with Ctrl-D and gives how the program ended; waits for the prompt, since in between the key means nothing.
  func leave() throws -> PseudoTerminal.Ending {
    try terminal.wait(for: "a prompt") { screen.row(screen.cursor.row).hasSuffix(">") && isReading }
    terminal.type("\u{4}")
    return try terminal.waitForEnd()
  }

  static let prompt = "embedded anonymous not-fetched>"
  static let expandedPrompt = "embedded tester-expanded expanded/assignment>"
}
