import TextFormats

/// The diagnostics of transcripts that cannot be read to their end; all of them are exit status 5 (product.md section 2).
enum TranscriptFault {
  /// How much of a line at fault is shown.
  private static let shownLength = 120

  static func empty(file: String) -> Diagnostic {
    Diagnostic(
      code: "emptyTranscript", message: "the transcript is empty", place: SourcePlace(file: file, line: 1, column: 1),
      hint: "record one with flagsh --record \(file)")
  }

  static func cut(file: String, line: Int, what: String) -> Diagnostic {
    Diagnostic(
      code: "cutTranscript", message: "the transcript is cut: \(what)",
      place: SourcePlace(file: file, line: line, column: 1),
      hint: "its whole records are usable: flagsh transcript show or script reads them")
  }

  static func damaged(file: String, line: Int, column: Int = 1, what: String, shown: Line? = nil) -> Diagnostic {
    Diagnostic(
      code: "damagedTranscript", message: "the transcript is damaged: \(what)",
      place: SourcePlace(file: file, line: line, column: column), sourceLine: shown?.text,
      hint: "restore the file, or record it again")
  }

  static func lineEnds(file: String, line: Int) -> Diagnostic {
    Diagnostic(
      code: "damagedTranscript", message: "the transcript is damaged: its line ends are CR LF instead of LF",
      place: SourcePlace(file: file, line: line, column: 1),
      hint: "check transcripts out as they are, with `*.jsonl -text` in .gitattributes")
  }

  static func notATranscript(file: String) -> Diagnostic {
    Diagnostic(
      code: "notATranscript", message: "this is no transcript: its first line is not the header of one",
      place: SourcePlace(file: file, line: 1, column: 1), hint: "transcripts are recorded with flagsh --record FILE")
  }

  static func unknownVersion(_ version: String, tool: String?, file: String, line: Int) -> Diagnostic {
    let writer = tool.map { " by flagsh \($0)" } ?? ""
    return Diagnostic(
      code: "unknownVersion",
      message: "the transcript was written\(writer) in format version \(version); this flagsh reads version "
        + "\(TranscriptHeader.version)",
      place: SourcePlace(file: file, line: line, column: 1),
      hint: "use the version of flagsh that wrote it, or a newer one")
  }

  /// A line at fault, as far as it is shown.
  struct Line {
    let text: String

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      let isLong = bytes.count > shownLength
      text = String(decoding: bytes.prefix(shownLength), as: UTF8.self) + (isLong ? "..." : "")
    }
  }
}
