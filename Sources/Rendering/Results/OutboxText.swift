import SessionModel
import TextFormats
import Vocabulary

/// `outbox list` and `outbox discard`.
enum OutboxText {
  /// The wire's times are milliseconds since 1970.
  static func lines(_ view: OutboxView) -> [String] {
    var lines: [String] = []
    if let discarded = view.discarded {
      lines.append(discarded.isEmpty ? "Nothing to discard" : "Discarded \(counted(discarded.count)):")
      lines += table(discarded)
      if view.onTheirWay > 0 {
        lines.append("\(counted(view.onTheirWay)) on the way to the service cannot be called back")
      }
    } else {
      lines += view.events.isEmpty ? ["The outbox is empty" + why(view.absence)] : table(view.events)
    }
    if let failure = view.failure {
      lines.append("Not safe on disk: \(PrintableText.safe(failure))")
    }
    return lines
  }

  private static func why(_ absence: OutboxView.Absence?) -> String {
    switch absence {
    case nil: ""
    case .embedded: ": an embedded session keeps none, its events end with it"
    case .notSending: ": this session sends nothing, its events are held in memory (--send keeps and sends them)"
    }
  }

  private static func table(_ events: [OutboxView.Event]) -> [String] {
    guard !events.isEmpty else { return [] }
    var table = Table(header: ["insert id", "time", "event", "device", "session", "state"])
    for event in events {
      var state = event.state.rawValue
      if let reason = event.reason { state += " (\(words(reason)))" }
      table.add([
        PrintableText.safe(event.insertId), event.time.map(moment) ?? "-", PrintableText.safe(event.type),
        PrintableText.safe(event.deviceId ?? "-"), event.isEarlier ? "earlier" : "this", state,
      ])
    }
    return table.lines()
  }

  private static func moment(_ milliseconds: Int64) -> String {
    let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
    return overflow ? "\(milliseconds)ms" : MomentText.text(microseconds: microseconds)
  }

  private static func words(_ reason: String) -> String {
    switch reason {
    case "keyRefused": "the API key was refused"
    case "overQuota": "over the daily quota"
    case "requestRefused": "the request was refused"
    case "eventRefused": "the event was refused"
    default: PrintableText.safe(reason)
    }
  }

  private static func counted(_ count: Int) -> String { StateText.counted(count, "event") }
}
