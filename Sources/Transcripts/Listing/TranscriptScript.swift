import SessionModel
import TextFormats
import Vocabulary

/// The commands of a transcript as a script that `flagsh run` takes (`transcript script`).
///
/// Commands stand as they were written, one a line. What a script cannot say is a comment: the file that the commands
/// came from, Ctrl-C, and time that passed at a prompt.
package struct TranscriptScript {
  private let file: String
  private var session = 0
  private var place = ""
  private var time = Instant.start

  /// - Parameter file: the transcript as the user named it.
  package init(file: String) { self.file = file }

  /// The script lines that come from an item, without line ends.
  package mutating func lines(for item: TranscriptItem) -> [String] {
    switch item {
    case .header(let header): return begin(header)
    case .footer: return []
    case .record(let record):
      defer { time = record.time }
      switch record.content {
      case .input(.command(let text, let place)): return command(text, place, at: record.time)
      case .input(.interrupt): return ["# interrupted (Ctrl-C) at \(TimeText.seconds(record.time)) s"]
      case .input, .output: return []
      }
    }
  }

  private mutating func begin(_ header: TranscriptHeader) -> [String] {
    session += 1
    place = ""
    time = .start
    let separator = session > 1 ? [""] : []
    let tool = PrintableText.safe(header.toolVersion)
    let title = "# session \(session) of \(PrintableText.safe(file)), recorded by flagsh \(tool)"
    let configuration = header.configuration
    guard configuration.world == .embedded else { return separator + ["\(title), in the live world"] }
    let world = header.worldName.map { ", world \(PrintableText.safe($0))" } ?? ""
    let options = "--seed \(header.seedText) --clock \(header.startText) --platform \(configuration.platform)"
    return separator + ["\(title)\(world)", "# options: \(PrintableText.safe(options))"]
  }

  private mutating func command(_ text: String, _ place: SourcePlace, at time: Instant) -> [String] {
    var lines: [String] = []
    if !self.place.isExactly(place.file) {
      lines.append("# from \(PrintableText.safe(place.file))")
      self.place = place.file
    }
    // Time moves by answers and timers, which are records of their own, or while a prompt waits.
    let pause = time.since(self.time)
    if pause > .zero { lines.append("# \(TimeText.seconds(Instant.start.advanced(by: pause))) s later") }
    return lines + [text]
  }
}
