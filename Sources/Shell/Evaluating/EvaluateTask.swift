import EmbeddedServices
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

/// Why a line gives no result.
struct LineFault: Error {
  /// How much of a long line is kept behind the fault.
  static let bytesShown = 400

  var diagnostic: Diagnostic
  /// Where in the line the fault lies; nil when the diagnostic has its place already.
  var path: String?
  /// What the line calls itself.
  var name = JSONValue.null

  init(_ diagnostic: Diagnostic, path: String? = nil, name: JSONValue = .null) {
    self.diagnostic = diagnostic
    self.path = path
    self.name = name
  }

  /// The fault with its line, its column and the text of the line.
  func placed(in line: JSONLines.Line) -> LineFault {
    guard diagnostic.place == nil else { return self }
    var placed = self
    let bytes = Array(line.bytes)
    let offset = JSONLocator.offset(ofPath: path ?? "$", in: bytes)
    let column = TextPosition(ofOffset: offset, in: bytes).column
    placed.diagnostic.place = SourcePlace(file: EvaluateMode.inputName, line: line.number, column: column)
    placed.diagnostic.sourceLine = TextPosition.line(holding: offset, in: bytes.prefix(offset + Self.bytesShown))
    return placed
  }
}
