package import TextFormats

/// Cuts the bytes of a script, a pipe or a typed line into statements, one at a time (product.md section 3).
///
/// Feed it chunks of any size and call `next` until it gives nil; it keeps no more than the line it is in. The whole
/// line is checked before any of its statements is given out, so nothing of a faulty line runs; after a fault the
/// reader goes on with the next line. Faults have the codes `unbalancedQuote`, `nulByte`, `invalidUTF8`,
/// `controlCharacter` and `lineTooLong`, all of exit status 3.
package struct StatementReader: Sendable {
  /// The longest line, with its continuations, that is read; a longer one is a fault, so memory stays bounded.
  package static let maximumLineBytes = 64 << 20

  /// What `next` gives.
  package enum Item: Equatable, Sendable {
    case statement(Statement)
    case fault(Diagnostic)
  }

  private let file: String
  /// The number of the first line of the current logical line.
  private var line: Int
  private var bytes: [UInt8] = []
  /// Where the current logical line starts in `bytes`; all other offsets count from here.
  private var head = 0
  private var scan = LineScan()
  /// Where the physical line that is not yet scanned starts.
  private var lineStart = 0
  /// Bytes before this one hold no line end that was not seen.
  private var searched = 0
  /// The finished physical lines of the current logical line.
  private var lines: [LineScan.PhysicalLine] = []
  private var isComplete = false
  private var nextRange = 0
  private var place = PlaceCursor()
  private var isAtStart = true
  private var isSkipping = false
  private var hasEnded = false

  /// - Parameters:
  ///   - file: The name used in places: a path as the user wrote it, `<stdin>`, `<-c>`, `<terminal>`.
  ///   - firstLine: The number of the first line.
  package init(file: String, firstLine: Int = 1) {
    self.file = file
    line = firstLine
  }

  /// True after a line that ended in `\`, while its continuation is awaited.
  package var isContinuing: Bool { !isComplete && !lines.isEmpty }

  /// Takes the next bytes of the input.
  package mutating func feed(_ chunk: some Collection<UInt8>) {
    if head > 0, head >= bytes.count / 2 {
      bytes.removeSubrange(0..<head)
      head = 0
    }
    bytes.append(contentsOf: chunk)
  }

  /// Says that no more bytes follow: what is left is the last line.
  package mutating func finish() { hasEnded = true }

  /// The next statement or fault; nil when more bytes are needed, or, after `finish`, at the end.
  package mutating func next() -> Item? {
    while true {
      if isComplete {
        if nextRange < scan.ranges.count { return .statement(takeStatement()) }
        startLogicalLine(at: lineStart, line: line + lines.count)
      }
      guard let end = findLineEnd() else { return tooLong() }
      if let fault = scanLine(to: end.content, rest: end.rest) { return .fault(fault) }
    }
  }

  // MARK: Lines

  private mutating func startLogicalLine(at start: Int, line: Int) {
    head += start
    searched -= start
    lineStart = 0
    lines.removeAll(keepingCapacity: true)
    scan.reset()
    nextRange = 0
    isComplete = false
    self.line = line
    place = PlaceCursor()
  }

  /// Finds the end of the line at `lineStart`: where its content ends and where the next line starts.
  private mutating func findLineEnd() -> (content: Int, rest: Int)? {
    skipByteOrderMark()
    guard !isAtStart else { return nil }
    let bytes = bytes
    let count = bytes.count - head
    let index = Byte.firstLineFeed(in: bytes, from: head + max(searched, lineStart)) - head
    searched = index
    if index == count {
      guard hasEnded else { return nil }
      if index == lineStart {
        // The input ends here; a continuation that was promised stays empty.
        if lines.isEmpty || isSkipping { return nil }
        return (index, index)
      }
      return (withoutReturn(bytes, to: index), index)
    }
    searched = index + 1
    return (withoutReturn(bytes, to: index), index + 1)
  }

  private func withoutReturn(_ bytes: [UInt8], to end: Int) -> Int {
    end > lineStart && bytes[head + end - 1] == Byte.carriageReturn ? end - 1 : end
  }

  private mutating func skipByteOrderMark() {
    guard isAtStart else { return }
    if bytes.starts(with: Byte.byteOrderMark) {
      head = Byte.byteOrderMark.count
      isAtStart = false
    } else if bytes.count >= Byte.byteOrderMark.count || hasEnded || !Byte.byteOrderMark.starts(with: bytes) {
      isAtStart = false
    }
  }

  /// Scans one physical line; gives its fault, or nil when it was fine, continued or skipped.
  private mutating func scanLine(to end: Int, rest: Int) -> Diagnostic? {
    if isSkipping {
      isSkipping = false
      startLogicalLine(at: rest, line: line + 1)
      return nil
    }
    if rest > Self.maximumLineBytes {
      let fault = longLineFault()
      startLogicalLine(at: rest, line: line + lines.count + 1)
      return fault
    }
    let verdict = scan.scan(bytes, base: head, from: lineStart, to: end)
    switch verdict {
    case .complete:
      lines.append(.init(start: lineStart, textEnd: end, end: end))
      lineStart = rest
      isComplete = true
      return nil
    case .continued:
      lines.append(.init(start: lineStart, textEnd: end - 1, end: end))
      let isLast = hasEnded && rest == bytes.count - head
      lineStart = rest
      if isLast {
        scan.close()
        isComplete = true
      }
      return nil
    case .fault(let fault, let offset):
      let diagnostic = describe(fault, at: offset, lineEnd: end)
      startLogicalLine(at: rest, line: line + lines.count + 1)
      return diagnostic
    }
  }

  /// Called when no line end is in sight: a fault when the line has grown too long already.
  private mutating func tooLong() -> Item? {
    let count = bytes.count - head
    if isSkipping {
      startLogicalLine(at: count, line: line)
      return nil
    }
    guard count > Self.maximumLineBytes else { return nil }
    let fault = longLineFault()
    let number = line + lines.count
    startLogicalLine(at: count, line: number)
    isSkipping = true
    return .fault(fault)
  }

  // MARK: What is given out

  private mutating func takeStatement() -> Statement {
    let range = scan.ranges[nextRange]
    nextRange += 1
    let bytes = bytes
    place.advance(to: range.start, in: bytes, base: head, lines: lines)
    let begin = SourcePlace(file: file, line: line + place.index, column: place.column)
    let first = lines[place.index]
    if range.end <= first.textEnd {
      let text = String(decoding: bytes[head + range.start..<head + range.end], as: UTF8.self)
      let isWhole = range.start == first.start && range.end == first.end
      let sourceLine = isWhole ? text : place.sourceLine(of: first, in: bytes, base: head)
      return Statement(text: text, place: begin, sourceLine: sourceLine, continuations: [])
    }
    return joined(range, begin: begin)
  }

  /// The statement of a range that goes over several lines.
  private mutating func joined(_ range: LineScan.Range, begin: SourcePlace) -> Statement {
    let sourceLine = place.sourceLine(of: lines[place.index], in: bytes, base: head)
    var text: [UInt8] = []
    var continuations: [Statement.Continuation] = []
    var scalars = 0
    for index in place.index..<lines.count {
      let physical = lines[index]
      if physical.start >= range.end { break }
      if index > place.index {
        let whole = String(decoding: bytes[head + physical.start..<head + physical.end], as: UTF8.self)
        continuations.append(.init(scalarOffset: scalars, line: line + index, sourceLine: whole))
      }
      let part = bytes[head + max(range.start, physical.start)..<head + min(range.end, physical.textEnd)]
      scalars += part.count { $0 & 0xC0 != 0x80 }
      text.append(contentsOf: part)
    }
    return Statement(
      text: String(decoding: text, as: UTF8.self), place: begin, sourceLine: sourceLine, continuations: continuations)
  }

  private func describe(_ fault: LineScan.Fault, at offset: Int, lineEnd: Int) -> Diagnostic {
    let column = bytes[head + lineStart..<head + offset].count { $0 & 0xC0 != 0x80 } + 1
    return fault.diagnostic(
      byte: bytes[head + offset],
      place: SourcePlace(file: file, line: line + lines.count, column: column),
      sourceLine: String(decoding: bytes[head + lineStart..<head + lineEnd], as: UTF8.self))
  }

  private func longLineFault() -> Diagnostic {
    Diagnostic(
      code: "lineTooLong", message: "the line is longer than \(Self.maximumLineBytes >> 20) MiB",
      place: SourcePlace(file: file, line: line + lines.count, column: 1),
      hint: "is this a script? One line holds one command")
  }
}

extension StatementReader {
  /// Whether a typed line ends in a `\` that promises another one.
  package static func isUnfinished(_ line: String) -> Bool {
    var reader = StatementReader(file: "")
    reader.feed(line.utf8)
    reader.feed(CollectionOfOne(Byte.lineFeed))
    while let item = reader.next() {
      if case .fault = item { return false }
    }
    return reader.isContinuing
  }
}
