import Foundation
import TestSupport

/// The probe program in a terminal, with a way to know that it dealt with every key.
final class ProbeSession {
  let terminal: PseudoTerminal
  private let folder: ScratchFolder
  private let control: Int32
  private var sent = 0
  private var orders = 0

  init(
    term: String? = "xterm-256color", rows: Int = 24, columns: Int = 80, settings: [String: String] = [:],
    locale: String = "C.UTF-8", prompt: String = "> "
  ) throws {
    folder = try ScratchFolder()
    let pipe = folder.path(of: "control")
    mkfifo(pipe, 0o600)
    control = open(pipe, O_RDWR | O_CLOEXEC)
    var environment = ["HOME": folder.path, "LC_ALL": locale, "PROBE_MARKS": "1", "PROBE_CONTROL": pipe]
    environment["PROBE_PROMPT"] = prompt
    environment["TERM"] = term
    environment.merge(settings) { $1 }
    terminal = try PseudoTerminal(
      BuiltProducts.path(of: "line-editing-probe"), environment: environment, rows: rows, columns: columns)
    try settle()
  }

  deinit { close(control) }

  var screen: ScreenEmulator { terminal.screen }

  /// Types and waits until the program asks for more.
  func type(_ text: String) throws {
    try type(bytes: Array(text.utf8))
  }

  func type(bytes: [UInt8]) throws {
    sent += bytes.count
    terminal.type(bytes: bytes)
    try settle()
  }

  /// Waits until every typed byte was read and the program is idle.
  func settle() throws {
    try terminal.wait(for: "byte \(sent) to be dealt with") { screen.latestCommand == "777;\(sent)" }
  }

  /// Types Ctrl-C, which the terminal makes a signal of, and waits for the next prompt.
  func interrupt() throws {
    terminal.type("\u{3}")
    try terminal.wait(for: "interrupted")
    try terminal.wait(for: "\u{1B}]777;\(sent)\u{07}")
  }

  /// Tells the program to do something while a line is being typed, and waits until it did.
  func order(_ text: String) throws {
    orders += 1
    let bytes = Array("\(text)\nmark \(orders)\n".utf8)
    _ = write(control, bytes, bytes.count)
    try terminal.wait(for: "\u{1B}]777;order \(orders)\u{07}")
  }
}
