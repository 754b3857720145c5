import ServiceMessages
import SessionModel
import TextFormats
import Vocabulary

/// A transcript as text for people, a line for each record (`transcript show`): number, seconds since the start, what.
package struct TranscriptListing {
  /// How much of a text is shown, in columns.
  private static let shownColumns = 100

  private let file: String
  private var session = 0

  /// - Parameter file: the transcript as the user named it.
  package init(file: String) { self.file = file }

  /// The lines for an item, without line ends.
  package mutating func lines(for item: TranscriptItem) -> [String] {
    switch item {
    case .header(let header): return begin(header)
    case .record(let record):
      let number = Self.right("\(record.sequence)", 6)
      let time = Self.right(TimeText.seconds(record.time), 14)
      return ["\(number) \(time)  \(Self.text(of: record))"]
    case .footer(let footer): return [Self.text(of: footer)]
    }
  }

  private mutating func begin(_ header: TranscriptHeader) -> [String] {
    session += 1
    let configuration = header.configuration
    var facts = ["\(configuration.world.rawValue) world"]
    if let name = header.worldName { facts[0] += " \(Self.cut(name))" }
    facts.append("seed \(header.seedText)")
    facts.append("start \(header.startText)")
    facts.append("platform \(Self.cut(configuration.platform))")
    if let reason = configuration.flagsOff { facts.append("flags off: \(reason.rawValue)") }
    let title = "\(Self.cut(file)): session \(session), recorded by flagsh \(Self.cut(header.toolVersion))"
    return (session > 1 ? [""] : []) + [title, "  " + facts.joined(separator: ", ")]
  }

  // MARK: Records

  /// Inputs stand at the margin, what came out of them is indented.
  private static func text(of record: TranscriptRecord) -> String {
    switch record.content {
    case .input(let input): text(of: input)
    case .output(let output): "    " + text(of: output)
    }
  }

  private static func text(of input: Input.Kind) -> String {
    switch input {
    case .command(let text, let place): "> \(cut(text))  (\(cut(place.file)):\(place.line))"
    case .answer(let request, .response(let response)):
      "answer to request \(request): status \(response.status), \(response.body.count) bytes"
    case .answer(let request, .failure(let failure)):
      "answer to request \(request): \(cut("\(failure.kind.rawValue) \(failure.detail)"))"
    case .timer(let id): "timer \(id)"
    case .outbox(let found): "\(found.count) undelivered events of earlier sessions"
    case .outboxFailed(let reason): "the outbox failed: \(cut(reason))"
    case .interrupt: "interrupt"
    case .leave: "leave"
    }
  }

  private static func text(of output: RecordedOutput) -> String {
    switch output {
    case .request(let id, let request):
      "request \(id) to \(request.service.rawValue): \(cut(request.method)) \(cut(request.path))"
    case .cancelRequest(let id): "cancel request \(id)"
    case .startTimer(let id, let due): "start timer \(id), due at \(TimeText.seconds(due))"
    case .cancelTimer(let id): "cancel timer \(id)"
    case .outbox(.append(let records)): "outbox: keep \(ids(records.map(\.insertId)))"
    case .outbox(.remove(let insertIds)): "outbox: forget \(ids(insertIds))"
    case .outbox(.setAside(let insertIds, let reason)): "outbox: set aside \(ids(insertIds)), \(cut(reason))"
    case .outcome(let outcome): text(of: outcome)
    case .ledger(let entry): text(ofLedger: entry)
    case .notice(let code): "notice \(cut(code))"
    }
  }

  private static func ids(_ insertIds: [String]) -> String {
    insertIds.count == 1 ? "event \(cut(insertIds[0]))" : "\(insertIds.count) events"
  }

  private static func text(of outcome: RecordedOutcome) -> String {
    var text = "outcome of command \(outcome.command)"
    if let name = outcome.name { text += " \(cut(name))" }
    if let job = outcome.job { text += ", job %\(job)" }
    text += ": status \(outcome.status.rawValue)"
    if let failure = outcome.failure { text += ", \(cut(failure))" }
    return text
  }

  private static func text(ofLedger entry: JSONValue) -> String {
    let type = cut(entry["type"]?.string ?? "?")
    let number = entry["sequence"]?.integer ?? 0
    if let reason = entry["reason"]?.string { return "suppressed \(number) \(type): \(cut(reason))" }
    return "event \(number) \(type): \(cut(entry["delivery"]?.string ?? "?"))"
  }

  private static func text(of footer: TranscriptFooter) -> String {
    let counts = RecordKind.allCases.filter { footer.counts[$0] > 0 }.map { "\(footer.counts[$0]) \($0.rawValue)" }
    let total = "\(footer.counts.total) record\(footer.counts.total == 1 ? "" : "s")"
    let parts = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    return "  end: \(total)\(parts), CRC-32 \(TranscriptFooter.hexadecimal(footer.checksum)) as computed"
  }

  private static func cut(_ text: String) -> String {
    PrintableText.cut(PrintableText.safe(text), columns: shownColumns)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.utf8.count)) + text
  }
}
