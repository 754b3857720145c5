import Foundation
import TestSupport
import Testing

/// The probe reading lines as batch mode does: no editing, signals noticed while it waits.
@Suite struct BatchTests {
  private func start(ignoring signals: String = "") throws -> PseudoTerminal {
    let probe = BuiltProducts.path(of: "line-editing-probe")
    let script = (signals.isEmpty ? "" : "trap '' \(signals); ") + "exec '\(probe)'"
    let terminal = try PseudoTerminal(
      "/bin/sh", arguments: ["-c", script],
      environment: ["PROBE_MODE": "batch", "PROBE_MARKS": "1", "TERM": "xterm", "LC_ALL": "C.UTF-8"])
    try terminal.wait(for: "]777;")
    return terminal
  }

  @Test func linesAreReadWithoutEditing() throws {
    let terminal = try start()
    terminal.type("refresh\n")
    try terminal.wait(for: "line \"refresh\"")
    terminal.type("\u{4}")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(!terminal.visibleOutput.contains("␛[?2004h"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalsAreNoticedWhileWaiting(signal: Int32) throws {
    let terminal = try start()
    terminal.signal(signal)
    #expect(try terminal.waitForEnd() == .exited(128 + signal))
  }

  @Test func signalsThatTheParentIgnoresStayIgnored() throws {
    let terminal = try start(ignoring: "INT HUP")
    terminal.signal(SIGINT)
    terminal.signal(SIGHUP)
    terminal.type("still here\n")
    try terminal.wait(for: "line \"still here\"")
    terminal.signal(SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
  }

  @Test func resizingIsNoSignalForBatchMode() throws {
    let terminal = try start()
    terminal.resize(rows: 10, columns: 40)
    terminal.type("still here\n")
    try terminal.wait(for: "line \"still here\"")
  }
}
