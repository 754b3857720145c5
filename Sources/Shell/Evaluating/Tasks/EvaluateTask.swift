import TextFormats

/// What `flagsh evaluate` does with each line of its input.
protocol EvaluateTask: AnyObject {
  /// Evaluates one line and appends what it gives, lines with their ends, to the output.
  func take(_ document: JSONValue, line: Int, into output: inout [UInt8]) throws(LineFault)
  /// Appends what stands in the output for a line that could not be evaluated.
  func refuse(_ fault: LineFault, into output: inout [UInt8])
  /// Appends what is told at the end.
  func finish(_ tally: LineTally, into output: inout [UInt8])
  /// What is told on standard error at the end.
  func note(_ tally: LineTally) -> String?
}

extension EvaluateTask {
  func refuse(_ fault: LineFault, into output: inout [UInt8]) {}
  func finish(_ tally: LineTally, into output: inout [UInt8]) {}
  func note(_ tally: LineTally) -> String? {
    tally.bad == 0 ? nil : "\(tally.bad) of \(tally.lines) lines could not be evaluated"
  }
}
