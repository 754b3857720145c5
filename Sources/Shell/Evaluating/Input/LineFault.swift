import EmbeddedServices
import TextFormats

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
