import Foundation
import TestSupport
import Testing

/// The built program in a folder of its own, with exactly the environment that a test gives.
final class Flagsh {
  /// How a run ended, byte for byte.
  struct Run {
    var ending: RunningProgram.Ending
    var output: String
    var errors: String

    /// The exit status; nil when a signal ended it.
    var status: Int32? { if case .exited(let status) = ending { status } else { nil } }
    var outputLines: [String] { Self.lines(output) }
    var errorLines: [String] { Self.lines(errors) }

    private static func lines(_ text: String) -> [String] {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if lines.last == "" { lines.removeLast() }
      return lines
    }
  }

  static let path = BuiltProducts.path(of: "flagsh")
  /// The current folder of every run.
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    try run(arguments, bytes: Array(input.utf8), environment: environment)
  }

  func run(
    _ arguments: [String], bytes: [UInt8] = [], environment: [String: String] = [:],
    input: RunningProgram.Stream = .pipe, output: RunningProgram.Stream = .pipe, errors: RunningProgram.Stream = .pipe
  ) throws -> Run {
    let program = try start(arguments, environment: environment, input: input, output: output, errors: errors)
    program.send(bytes)
    program.endInput()
    let ending = try program.waitForEnd(patience: 60)
    return Run(ending: ending, output: program.outputText, errors: program.errorText)
  }

  func start(
    _ arguments: [String], environment: [String: String] = [:], input: RunningProgram.Stream = .pipe,
    output: RunningProgram.Stream = .pipe, errors: RunningProgram.Stream = .pipe
  ) throws -> RunningProgram {
    try RunningProgram(
      Self.path, arguments: arguments, environment: environment, folder: scratch.path, input: input, output: output,
      errors: errors)
  }

  /// Replays a transcript in the folder; the status.
  func replayStatus(_ name: String) throws -> Int32? { try run("replay", name).status }
}

/// What every diagnostic on standard error looks like: place, severity, text.
func expectDiagnostic(
  _ run: Flagsh.Run, _ first: String, hint: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(run.errorLines.contains { $0.hasPrefix(first) }, "\(run.errors)", sourceLocation: sourceLocation)
  if hint {
    #expect(run.errorLines.contains { $0.hasPrefix("hint: ") }, "\(run.errors)", sourceLocation: sourceLocation)
  }
}
