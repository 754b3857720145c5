import CWaiting
import LineEditing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reads lines and says what it read. Tests tell it what to do through the environment, through the lines
/// themselves, and through a named pipe (`PROBE_CONTROL`) whose lines are carried out while a line is being typed.
@main
final class Probe {
  private var reader: (any LineReader)?
  private var promptText = "> "
  private var control: Int32 = -1
  private var controlText: [UInt8] = []
  private var signals: [Int32] = []
  private var bytesRead = 0
  private var history: HistoryFile?

  static func main() {
    exit(Probe().run())
  }

  private func variable(_ name: String) -> String? {
    getenv("PROBE_" + name).map { String(cString: $0) }
  }

  private func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(1, bytes, bytes.count)
  }

  private func runBatch() -> Int32 {
    guard cwaiting_install_batch() else { return 70 }
    let source = ByteSource(descriptor: 0) { [unowned self] in wait($0) }
    while true {
      switch source.nextLine(maximumBytes: 1 << 16) {
      case .line(let bytes, _): say("line \(quoted(String(decoding: bytes, as: UTF8.self)))")
      case .tooLong: say("too long")
      case .end: return 0
      case .signal(let number): return 128 + number
      case .failed(let number):
        say("failed \(number)")
        return 1
      }
    }
  }

  private func run() -> Int32 {
    if variable("MODE") == "batch" { return runBatch() }
    guard cwaiting_install_interactive() else { return 70 }
    if let path = variable("CONTROL") { control = open(path, O_RDWR | O_NONBLOCK) }
    if let text = variable("PROMPT") { promptText = text }
    let makePrompt = { [unowned self] in
      Prompt(promptText, painted: variable("PAINT").map { "\u{1B}[\($0)m\(self.promptText)\u{1B}[0m" })
    }
    do {
      let editor = try LineEditor(
        .init(editrc: variable("EDITRC")), prompt: makePrompt,
        complete: { [unowned self] in complete($0, $1) }, waitForInput: { [unowned self] in wait($0) })
      for warning in editor.warnings { say("warning: \(warning)") }
      reader = editor
    } catch {
      say("plain: \(error)")
      reader = PlainTerminalReader(prompt: makePrompt, waitForInput: { [unowned self] in wait($0) })
    }
    if let path = variable("HISTORY") {
      let history = HistoryFile(path: path)
      if let warning = history.load() { say(warning) }
      for entry in history.entries { reader?.remember(entry) }
      self.history = history
    }
    defer { reader?.close() }
    return loop()
  }

  private func loop() -> Int32 {
    while let event = reader?.readLine() {
      switch event {
      case .line("quit"): return 0
      case .line(let line):
        say("line \(quoted(line))")
        reader?.remember(line)
        if let warning = history?.append(line) { say(warning) }
      case .interrupted: say("interrupted")
      case .endOfInput:
        say("end")
        return 0
      case .terminated(let signal): return 128 + signal
      }
    }
    return 70
  }

  private func wait(_ terminal: Int32) -> Happening {
    while true {
      if !signals.isEmpty { return .signal(signals.removeFirst()) }
      let readable = Int32(CWAITING_READABLE)
      var entries = [cwaiting_wake_descriptor(), terminal, control].map {
        cwaiting_entry(descriptor: $0, wanted: readable, ready: 0)
      }
      if cwaiting_wait(&entries, 3, 0) == 0 {
        // Everything typed so far was dealt with.
        if variable("MARKS") != nil { mark("\(bytesRead)") }
        _ = cwaiting_wait(&entries, 3, -1)
      }
      if entries[0].ready != 0 {
        var numbers = [Int32](repeating: 0, count: 16)
        let count = cwaiting_drain(&numbers, 16)
        signals += numbers.prefix(count)
        continue
      }
      if entries[2].ready != 0 {
        obey()
        continue
      }
      if entries[1].ready != 0 {
        bytesRead += 1
        return .terminalReady
      }
    }
  }

  /// Tells the test something, in a sequence that shows nothing.
  private func mark(_ text: String) {
    let bytes = Array("\u{1B}]777;\(text)\u{07}".utf8)
    _ = write(1, bytes, bytes.count)
  }

  private func obey() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(control, &buffer, buffer.count)
    guard count > 0 else { return }
    controlText += buffer[..<count]
    while let newline = controlText.firstIndex(of: 10) {
      let order = String(decoding: controlText[..<newline], as: UTF8.self)
      controlText.removeSubrange(...newline)
      if order.hasPrefix("above ") {
        reader?.printAbove(String(order.dropFirst(6)))
      } else if order.hasPrefix("prompt ") {
        promptText = String(order.dropFirst(7))
        reader?.promptChanged()
      } else if order.hasPrefix("mark ") {
        mark("order \(order.dropFirst(5))")
      }
    }
  }

  private func complete(_ line: String, _ cursor: Int) -> CompletionAnswer {
    let before = line.unicodeScalars.prefix(cursor)
    let word = before.reversed().prefix { $0 != " " }.count
    let typed = String(String.UnicodeScalarView(before.suffix(word)))
    var words = ["refresh", "record", "report", "status", "größe"]
    if let count = variable("CANDIDATES").flatMap({ Int($0) }) {
      words = (0..<count).map { "item\(1000 + $0)" }
    }
    let found = words.filter { $0.hasPrefix(typed) }
    let note = variable("NOTE")
    return CompletionAnswer(range: cursor - word..<cursor, candidates: found.map { .init($0, note: note) })
  }

  /// Visible on one row: newline and tab as `\n` and `\t`.
  private func quoted(_ line: String) -> String {
    var result = "\""
    for scalar in line.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\"": result += "\\\""
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
