import CEditline

extension LineEditor {
  /// The library's next scalar; nil ends the line, with `outcome` saying why unless it is the end of input.
  func nextScalar() -> UInt32? {
    while outcome == nil {
      if !ready.isEmpty {
        hasHandedOver = true
        return ready.removeFirst()
      }
      tidy()
      switch waitForInput(input) {
      case .none: continue
      case .signal(let number): handle(number)
      case .terminalReady:
        guard readByte() else { return nil }
      }
    }
    return nil
  }

  /// One byte only: what is typed ahead of the next line or the next program stays in the terminal.
  /// False at the end of input.
  private func readByte() -> Bool {
    var byte: UInt8 = 0
    switch withUnsafeMutableBytes(of: &byte, { Descriptors.read(input, into: $0) }) {
    case .end, .failed: return false
    case .nothing: return true
    case .bytes: break
    }
    // U+0080 to U+009F are no text, and one of them is a key of ours.
    guard let scalar = decoder.feed(byte), !(0x80..<0xA0).contains(scalar) else { return true }
    let isLoneEscape = scalar == 0x1B && usesViKeys && !filter.isHolding && !Descriptors.isReadable(input)
    guard !isPasting, !isLoneEscape else {
      ready.append(scalar)
      return true
    }
    switch filter.feed(scalar) {
    case .pass(let scalars): ready.append(contentsOf: scalars)
    case .unknown: ceditline_beep(library)
    case .incomplete: break
    }
    return true
  }

  private func handle(_ number: Int32) {
    switch SignalMeaning(number) {
    case .interrupt:
      leaveLine(with: "^C")
      outcome = .interrupted
    case .terminate:
      leaveLine(with: "")
      outcome = .terminated(signal: number)
    case .resized: resize()
    case .continued: resume()
    case .other: break
    }
  }

  /// Runs one of our key commands and tells the library how to go on.
  func run(_ command: Int32) -> Int32 {
    switch KeyBindings.OwnCommand(rawValue: command) {
    case .complete: completeWord()
    case .paste: paste()
    case nil: Int32(CEDITLINE_ERROR)
    }
  }
}
