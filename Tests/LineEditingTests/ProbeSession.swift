import Foundation
import TestSupport

/// The probe program in a terminal, with a way to know that it dealt with every key.
final class ProbeSession {
  let terminal: PseudoTerminal
  private let folder: ScratchFolder
  private let control: Int32
  private var sent = 0

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

  /// Tells the program to do something while a line is being typed.
  func order(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(control, bytes, bytes.count)
  }
}
