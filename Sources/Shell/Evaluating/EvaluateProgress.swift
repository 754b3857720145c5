import CWaiting

/// How far the evaluation has come, on standard error while that is a terminal.
final class EvaluateProgress {
  private static let interval: Int64 = 200_000
  /// The clock is looked at after so many lines.
  private static let stride = 64

  private let context: ProcessContext
  private let isShown: Bool
  private let start = cwaiting_now()
  private var next: Int64
  private var isOnScreen = false
  private var untilLook = 0

  /// - Parameter showsBesideOutput: whether nothing else is printed meanwhile, so that progress may share the terminal
  ///   with the output.
  init(_ context: ProcessContext, _ options: LaunchOptions, showsBesideOutput: Bool) {
    self.context = context
    isShown =
      !options.isQuiet && SystemCalls.isTerminal(2) && !SystemCalls.isTerminal(0)
      && (showsBesideOutput || !SystemCalls.isTerminal(1))
    next = start + Self.interval
  }

  func tick(_ tally: LineTally) {
    guard isShown else { return }
    untilLook -= 1
    guard untilLook < 0 else { return }
    untilLook = Self.stride
    let now = cwaiting_now()
    guard now >= next else { return }
    next = now + Self.interval
    let seconds = max(1, Double(now - start) / 1_000_000)
    let bad = tally.bad == 0 ? "" : ", \(tally.bad) bad"
    write("\r\(tally.lines) lines, \(Int(Double(tally.lines) / seconds)) a second\(bad)\u{1B}[K")
    isOnScreen = true
  }

  /// Makes room for other lines.
  func clear() {
    guard isOnScreen else { return }
    isOnScreen = false
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    context.err.write(text)
    context.err.flush()
  }
}
