import SessionModel
import TextFormats
import Vocabulary

/// Feeds the inputs of a transcript to sessions and compares what comes out with what was recorded.
///
/// Feed the bytes of one file in chunks, then call `finish`. Memory does not grow with the file. Outputs are encoded
/// again and compared as bytes; only where those differ are they read and compared by meaning. There is no world here,
/// so nothing can reach a network.
package struct Replayer {
  /// What is written again while replaying.
  package enum Rewriting: Equatable, Sendable {
    case nothing
    /// `--record COPY`: the header stays as it was, byte by byte.
    case copy
    /// `--update`: as a copy, with the header naming this version of the tool.
    case update(toolVersion: String)
  }

  /// How many divergences of one session are described; the others are counted.
  package static let divergenceLimit = 10

  private var scanner = LineScanner()
  private var frame: TranscriptFrame
  private let rewriting: Rewriting
  private var writer = TranscriptWriter()
  private var report: ReplayReport

  private var session: Session?
  private var outputs = ReplayedOutputs()
  /// Set after a divergence until the next input: one cause is told once.
  private var isSkipping = false
  private var cause: Divergence.Cause?

  /// - Parameters:
  ///   - file: the file as the user named it.
  ///   - rewriting: what `takeRewritten` gives.
  package init(file: String, rewriting: Rewriting = .nothing) {
    frame = TranscriptFrame(file: file)
    self.rewriting = rewriting
    report = ReplayReport(file: file)
  }

  /// Replays what these bytes complete. After a fault the rest of the file is ignored.
  package mutating func feed(_ chunk: UnsafeRawBufferPointer) {
    guard report.fault == nil else { return }
    scanner.feed(chunk)
    do {
      try takeLines()
    } catch {
      report.fault = error
    }
  }

  /// Takes more bytes of the file, cut anywhere.
  package mutating func feed(_ chunk: [UInt8]) { chunk.withUnsafeBytes { feed($0) } }

  /// Ends the file and gives the report. When the file was not whole, a rewritten session ends with a footer of its own
  /// where the whole records ended.
  package mutating func finish() -> ReplayReport {
    if report.fault == nil {
      let unfinished = scanner.unfinished
      report.fault = scanner.bytes.withUnsafeBufferPointer { frame.end(UnsafeBufferPointer(rebasing: $0[unfinished])) }
    }
    noteCounts()
    if writer.isOpen, let session { writer.finish(document: session.document, isLast: true) }
    return report
  }

  /// Moves out what was rewritten since the last call; empty unless rewriting was asked for.
  package mutating func takeRewritten() -> [UInt8] { writer.takePending() }

  /// Whether the file is no whole transcript: nothing that follows changes the report.
  package var isBroken: Bool { report.fault != nil }

  // MARK: Lines

  private mutating func takeLines() throws(Diagnostic) {
    while let range = scanner.next() {
      // The buffer is moved out, since a session's turn must not be taken while its bytes are borrowed from `self`.
      let bytes = scanner.bytes
      try bytes.withUnsafeBufferPointer { (buffer) throws(Diagnostic) in
        try take(UnsafeBufferPointer(rebasing: buffer[range]))
      }
    }
    guard scanner.unfinished.count > TranscriptFrame.lineLimit else { return }
    throw TranscriptFault.damaged(
      file: frame.file, line: frame.line + 1, what: "a line of more than \(TranscriptFrame.lineLimit >> 20) MiB")
  }

  private mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
    if !isSkipping, let kind = outputs.take(ifEqualTo: line) {
      frame.takeKnown(kind, line)
      return
    }
    if takeFooter(ifEqualTo: line) { return }
    switch try frame.take(line) {
    case nil: break
    case .header(let header): begin(header, line)
    case .record(let record):
      if let input = record.input { apply(input) } else { compare(record.kind, line) }
    case .footer(let footer): end(footer)
    }
  }

  /// Takes the footer when it is byte by byte what this replay would write; then it need not be read, however deep the
  /// document is.
  private mutating func takeFooter(ifEqualTo line: UnsafeBufferPointer<UInt8>) -> Bool {
    // The bytes first: to look at the session is to copy it.
    guard line.starts(with: "{\"counts\":{".utf8), outputs.isExhausted || isSkipping, let session else { return false }
    let document = session.document
    for isLast in [true, false] {
      let footer = frame.footer(document: document, isLast: isLast)
      var expected: [UInt8] = []
      RecordEncoder().append(footer, to: &expected)
      guard expected.elementsEqual(line) else { continue }
      frame.takeKnown(footer)
      close(document: document, footer)
      return true
    }
    return false
  }

  private mutating func begin(_ header: TranscriptHeader, _ line: UnsafeBufferPointer<UInt8>) {
    session = Session(header.configuration)
    outputs.removeAll()
    isSkipping = false
    cause = nil
    report.sessions.append(ReplayReport.SessionReport(number: frame.session, toolVersion: header.toolVersion))
    switch rewriting {
    case .nothing: break
    case .copy: writer.begin(headerLine: line)
    case .update(let toolVersion):
      var header = header
      header.toolVersion = toolVersion
      writer.begin(header)
    }
  }

  private mutating func apply(_ input: Input) {
    expectNoMoreOutputs()
    isSkipping = false
    if case .command(let text, let place) = input.kind {
      cause = Divergence.Cause(text: text, place: place)
    }
    guard let results = session?.apply(input) else {
      outputs.removeAll()
      isSkipping = true
      return
    }
    outputs.replace(with: results, after: frame.sequence, time: input.time)
    guard rewriting != .nothing else { return }
    writer.append(input)
    writer.append(results)
  }

  private mutating func compare(_ kind: RecordKind, _ line: UnsafeBufferPointer<UInt8>) {
    guard !isSkipping else { return }
    guard let recorded = try? JSON.parse(line) else { return }
    guard let next = outputs.next, let replayed = try? JSON.parse(next.line) else {
      diverge(kind.rawValue, expected: Divergence.shown(recorded), found: nil)
      return
    }
    guard next.kind == kind else {
      diverge(kind.rawValue, expected: Divergence.shown(recorded), found: Divergence.shown(replayed))
      return
    }
    guard let difference = JSONDifference.first(expected: recorded, found: replayed) else { return outputs.skip() }
    diverge(
      kind.rawValue, field: difference.path, expected: difference.expected.map(Divergence.shown),
      found: difference.found.map(Divergence.shown))
  }

  private mutating func end(_ footer: TranscriptFooter) {
    expectNoMoreOutputs()
    guard let session else { return }
    let document = session.document
    compare(document: document, with: footer)
    close(document: document, footer)
  }

  private mutating func close(document: JSONValue, _ footer: TranscriptFooter) {
    noteCounts()
    if let last = report.sessions.indices.last { report.sessions[last].isWhole = true }
    if writer.isOpen {
      let isCopy = rewriting == .copy
      writer.finish(
        document: document, isLast: footer.isLast, namesInputs: !isCopy || footer.inputs != nil,
        checksDocument: !isCopy || footer.checksDocument)
    }
    session = nil
    outputs.removeAll()
  }

  private mutating func compare(document: JSONValue, with footer: TranscriptFooter) {
    var recorded: [UInt8] = []
    var replayed: [UInt8] = []
    footer.document.write(into: &recorded)
    document.write(into: &replayed)
    guard recorded != replayed, let document = try? JSON.parse(replayed) else { return }
    guard let difference = JSONDifference.first(expected: footer.document, found: document) else { return }
    diverge(
      "document", field: difference.path, expected: difference.expected.map(Divergence.shown),
      found: difference.found.map(Divergence.shown))
  }

  /// Tells of an output that the replay gave and the transcript does not have before its current line.
  private mutating func expectNoMoreOutputs() {
    guard !isSkipping, let next = outputs.next else { return }
    let found = (try? JSON.parse(next.line)).map(Divergence.shown)
    diverge(next.kind.rawValue, expected: nil, found: found)
  }

  private mutating func diverge(_ record: String, field: String? = nil, expected: String?, found: String?) {
    isSkipping = true
    guard let last = report.sessions.indices.last else { return }
    report.sessions[last].divergenceCount += 1
    guard report.sessions[last].divergences.count < Self.divergenceLimit else { return }
    report.sessions[last].divergences.append(
      Divergence(
        session: frame.session, line: frame.line, record: record, field: field, expected: expected, found: found,
        cause: cause))
  }

  private mutating func noteCounts() {
    if let last = report.sessions.indices.last, !report.sessions[last].isWhole {
      report.sessions[last].counts = frame.counts
    }
  }
}
