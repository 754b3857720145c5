import CEditline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Edits lines on a terminal: arrow keys, history, Tab, paste, with text appearing above the line at any moment.
///
/// Belongs to the thread that made it; one at a time in a process. It owns no loop: while no key is there it calls the
/// closure `waitForInput`, from which `printAbove` and `promptChanged` may be called.
package final class LineEditor: LineReader {
  /// What an editor needs to know of its terminal and its user.
  package struct Configuration {
    /// The name under which lines of `editrc` may be meant for this program only.
    package var program: String
    package var input: Int32
    package var output: Int32
    /// The user's `editrc`, read when it exists; nil to read none.
    package var editrc: String?
    /// Lines that the arrow keys reach.
    package var historyLimit: Int

    package init(
      program: String = "flagsh", input: Int32 = 0, output: Int32 = 1, editrc: String? = nil, historyLimit: Int = 1000
    ) {
      self.program = program
      self.input = input
      self.output = output
      self.editrc = editrc
      self.historyLimit = historyLimit
    }

    /// Where the user's `editrc` is, given the values of `EDITRC` and `HOME`. The library's own rule differs by system.
    package static func editrcPath(editrc: String?, home: String?) -> String? {
      if let editrc, !editrc.isEmpty { return editrc }
      guard let home, !home.isEmpty else { return nil }
      return home + "/.editrc"
    }
  }

  /// The text in front of the line; asked for once a line and by `promptChanged`.
  package var prompt: () -> Prompt
  /// What Tab offers for a line and the cursor's place in it, in scalars. A pure function; no world's work.
  package var complete: (_ line: String, _ cursor: Int) -> CompletionAnswer
  /// Waits for a key and does the world's work meanwhile.
  package var waitForInput: WaitForInput

  /// What went wrong while starting, for the user to read; editing works nevertheless.
  package private(set) var warnings: [String] = []

  let input: Int32
  let output: Int32
  let library: OpaquePointer

  /// True between the moment the prompt is about to be drawn and the end of `readLine`.
  var isReading = false
  /// What ended the line, when it was not Enter.
  var outcome: LineEvent?
  var shownPrompt = Prompt("")
  /// The library drew the prompt since it was painted last.
  var isDrawnByLibrary = false
  /// The line and cursor as they were when the screen was last checked.
  var checkedLine: [UInt32] = []
  var checkedCursor = 0
  /// The line on the screen has scalars that take more or less than one cell.
  var wasUneven = false
  /// The library got a scalar since then.
  var hasHandedOver = false
  var decoder = ScalarDecoder()
  var filter = EscapeFilter(known: KeyBindings.knownSequences)
  /// ESC is a key of its own.
  private(set) var usesViKeys = false
  /// A paste is being collected: its bytes pass unfiltered and nothing is drawn.
  var isPasting = false
  /// Scalars that were let through and not handed over.
  var ready: [UInt32] = []

  package init(
    _ configuration: Configuration = Configuration(), prompt: @escaping () -> Prompt,
    complete: @escaping (_ line: String, _ cursor: Int) -> CompletionAnswer = { _, _ in .none },
    waitForInput: @escaping WaitForInput
  ) throws(EditingObstacle) {
    if let obstacle = Self.obstacle(input: configuration.input, output: configuration.output) { throw obstacle }
    guard ceditline_use_utf8_locale() else { throw .noUTF8Locale }
    guard ceditline_open() else { throw .noLibrary }

    // The library gets its object after it was made, as the object needs the library.
    let link = Link()
    let callbacks = ceditline_callbacks(
      context: Unmanaged.passUnretained(link).toOpaque(),
      read_scalar: { context, scalar in
        guard let found = Link.editor(of: context)?.nextScalar() else { return 0 }
        scalar.pointee = found
        return 1
      },
      command: { context, command in
        Link.editor(of: context)?.run(command) ?? Int32(CEDITLINE_ERROR)
      })
    let limit = Int32(clamping: configuration.historyLimit)
    guard
      let library = ceditline_create(
        configuration.program, configuration.input, configuration.output, callbacks, limit)
    else { throw .outOfResources }

    self.input = configuration.input
    self.output = configuration.output
    self.library = library
    self.link = link
    self.prompt = prompt
    self.complete = complete
    self.waitForInput = waitForInput
    link.editor = self

    do throws(EditingObstacle) {
      try prepare(configuration)
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  /// Why editing cannot even be tried on these descriptors; nil when it can.
  package static func obstacle(input: Int32 = 0, output: Int32 = 1) -> EditingObstacle? {
    guard isatty(input) == 1, isatty(output) == 1 else { return .notATerminal }
    guard let name = getenv("TERM").map({ String(cString: $0) }), !name.isEmpty else { return .terminalUnnamed }
    return name == "dumb" ? .terminalUnable(name: name) : nil
  }

  package func readLine() -> LineEvent {
    guard !isClosed else { return .endOfInput }
    outcome = nil
    ready = []
    decoder.reset()
    filter.reset()
    checkedLine = []
    checkedCursor = 0
    wasUneven = false
    show(prompt())
    isReading = true
    // The library would do so only after the prompt: a key pressed in between would be echoed twice.
    ceditline_prepare_terminal(library, true)
    Descriptors.write("\u{1B}[?2004h", to: output)
    var count: Int32 = 0
    let bytes = ceditline_read_line(library, &count)
    isReading = false
    Descriptors.write("\u{1B}[?2004l", to: output)
    if let outcome { return outcome }
    guard let bytes, count > 0 else {
      Descriptors.write("\n", to: output)
      return .endOfInput
    }
    let buffer = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    let line = buffer.last == UInt8(ascii: "\n") ? buffer.dropLast() : buffer[...]
    return .line(String(decoding: line, as: UTF8.self))
  }

  /// Lines that begin with a space stay out, as they do in the history file.
  package func remember(_ line: String) {
    guard !isClosed, HistoryFile.isKept(line) else { return }
    ceditline_history_add(library, line)
  }

  package func forgetLines() {
    guard !isClosed else { return }
    ceditline_history_clear(library)
  }

  package func close() {
    guard !isClosed else { return }
    isClosed = true
    ceditline_destroy(library)
  }

  private var isClosed = false
  private let link: Link

  /// What the library's callbacks hold on to.
  private final class Link {
    weak var editor: LineEditor?

    static func editor(of context: UnsafeMutableRawPointer?) -> LineEditor? {
      guard let context else { return nil }
      return Unmanaged<Link>.fromOpaque(context).takeUnretainedValue().editor
    }
  }

  private func prepare(_ configuration: Configuration) throws(EditingObstacle) {
    guard ceditline_can_move_up(library) else {
      throw .terminalUnable(name: getenv("TERM").map { String(cString: $0) } ?? "")
    }
    for command in KeyBindings.OwnCommand.allCases {
      ceditline_add_command(library, command.rawValue, command.name, command.help)
    }
    bind(KeyBindings.defaults)
    guard let path = configuration.editrc, access(path, F_OK) == 0 else { return }
    filter = EscapeFilter(known: nil)
    if !ceditline_source(library, path) {
      warnings.append("\(path): cannot be read, or a line in it is not understood; the rest of it was skipped")
    }
    guard ceditline_editing_allowed(library) else { throw .switchedOff }
    bind(KeyBindings.essential)
    usesViKeys = ceditline_uses_vi_keys(library)
  }

  private func bind(_ bindings: [KeyBindings.Binding]) {
    for binding in bindings { ceditline_bind(library, binding.key, binding.command) }
  }
}
