/// Reads lines from a terminal that cannot edit (`TERM=dumb`, no UTF-8 locale): the terminal driver's own line mode,
/// the same prompt, Ctrl-C and Ctrl-D.
package final class PlainTerminalReader: LineReader {
  private let input: Int32
  private let output: Int32
  private let prompt: () -> Prompt
  private let waitForInput: WaitForInput
  private var buffer: [UInt8] = []
  private var atEnd = false
  private var isReading = false

  package init(
    input: Int32 = 0, output: Int32 = 1, prompt: @escaping () -> Prompt, waitForInput: @escaping WaitForInput
  ) {
    self.input = input
    self.output = output
    self.prompt = prompt
    self.waitForInput = waitForInput
  }

  package func readLine() -> LineEvent {
    if !buffer.contains(UInt8(ascii: "\n")) { showPrompt() }
    isReading = true
    defer { isReading = false }
    while true {
      if let line = takeLine() { return .line(line) }
      if atEnd { return end() }
      switch waitForInput(input) {
      case .none: continue
      case .terminalReady: fill()
      case .signal(let number):
        switch SignalMeaning(number) {
        case .interrupt:
          buffer.removeAll()
          Descriptors.write("\n", to: output)
          return .interrupted
        case .terminate: return .terminated(signal: number)
        case .continued: showPrompt()
        case .resized, .other: continue
        }
      }
    }
  }

  package func printAbove(_ text: String) {
    let whole = text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
    Descriptors.write(isReading ? "\n" + whole : whole, to: output)
    if isReading { showPrompt() }
  }

  package func promptChanged() {
    guard isReading else { return }
    Descriptors.write("\n", to: output)
    showPrompt()
  }

  package func remember(_ line: String) {}

  package func forgetLines() {}

  package func close() {}

  private func showPrompt() {
    Descriptors.write(prompt().text, to: output)
  }

  private func takeLine() -> String? {
    guard let newline = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: buffer[..<newline], as: UTF8.self)
    buffer.removeSubrange(...newline)
    return line
  }

  private func end() -> LineEvent {
    Descriptors.write("\n", to: output)
    guard !buffer.isEmpty else { return .endOfInput }
    let line = String(decoding: buffer, as: UTF8.self)
    buffer.removeAll()
    return .line(line)
  }

  private func fill() {
    let found = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
      let outcome = Descriptors.read(input, into: chunk)
      if case .bytes(let count) = outcome { buffer.append(contentsOf: chunk.prefix(count)) }
      return outcome
    }
    switch found {
    case .bytes, .nothing: break
    case .end, .failed: atEnd = true
    }
  }
}
