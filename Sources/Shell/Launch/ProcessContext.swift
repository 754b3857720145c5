import Rendering
import TextFormats
import Vocabulary

/// What the whole process shares: streams, signals, environment.
final class ProcessContext {
  let environment: [String: String]
  let out = OutputStream(descriptor: 1)
  let err = OutputStream(descriptor: 2)
  let signals = SignalWatch()
  private var kept: [Any] = []

  init(environment: [String: String]) { self.environment = environment }

  /// Spares what lives to the end of the process from being taken apart before it: a tenth of a short run.
  func keepUntilExit(_ object: Any) { kept.append(object) }

  /// Where temporary files are made.
  var temporaryFolder: String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  func reporter(_ options: LaunchOptions) -> Reporter {
    Reporter(
      out: out, err: err, form: options.output, palette: Palette(isOn: usesColor(options.color)),
      isQuiet: options.isQuiet)
  }

  /// Colour when asked for, else only on terminals that know it (product.md section 2).
  private func usesColor(_ color: LaunchOptions.Color) -> Bool {
    switch color {
    case .always: return true
    case .never: return false
    case .auto:
      let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      return isInteractive && !isRefused && environment["TERM"] != "dumb"
    }
  }

  /// Whether a person sits in front: standard input and output are both terminals.
  var isInteractive: Bool { SystemCalls.isTerminal(0) && SystemCalls.isTerminal(1) }

  /// Says what is wrong before any session exists.
  func fail(_ diagnostic: Diagnostic, _ status: ExitStatus) -> ExitStatus {
    out.flush()
    err.write(DiagnosticText.text(diagnostic))
    err.flush()
    return status
  }
}
