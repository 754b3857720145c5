import SessionModel
import TextFormats
import Vocabulary

/// `events`, `suppressed`, `export` and `flush`.
enum LedgerText {
  static func lines(_ entries: [LedgerEntry], name: String?) -> [String] {
    guard !entries.isEmpty else { return [name == "suppressed" ? "Nothing was suppressed" : "Nothing was tracked"] }
    var table = Table(header: [
      "#", "time", "event", "identity", name == "suppressed" ? "reason" : "delivery", "properties",
    ])
    for entry in entries {
      table.add([
        "\(entry.sequence)", TimeText.text(entry.time), PrintableText.safe(entry.type), identity(entry), fate(entry),
        properties(entry),
      ])
    }
    return table.lines()
  }

  static func exported(_ entry: LedgerEntry?) -> [String] {
    guard let entry else { return ["Report exported"] }
    switch entry.fate {
    case .tracked: return ["Report exported; tracked as #\(entry.sequence) \(entry.type)"]
    case .suppressed(let reason): return ["Report exported; not tracked (\(words(reason)))"]
    }
  }

  static func flushed(_ view: FlushView) -> [String] {
    var lines = ["Device ID: \(PrintableText.safe(view.deviceId)); flush requested"]
    if !view.isSending, view.events.held > 0 || view.isLive {
      let held = view.events.held == 1 ? "1 event is held" : "\(view.events.held) events are held"
      lines.append("\(held): this session uploads nothing" + (view.isLive ? " (--send does)" : ""))
    }
    if view.isOff {
      let waiting = view.events.queued == 0 ? "" : "; waiting: \(view.events.queued)"
      lines.append("Without keys nothing is uploaded\(waiting)")
    }
    if view.events.parked > 0 {
      lines.append("\(view.events.parked) parked after a refusal" + (view.isLive ? ": outbox list" : ": events"))
    }
    return lines
  }

  static func fate(_ entry: LedgerEntry) -> String {
    switch entry.fate {
    case .tracked(let delivery): delivery.rawValue
    case .suppressed(let reason): words(reason)
    }
  }

  private static func words(_ reason: LedgerEntry.Suppression) -> String {
    switch reason {
    case .deduplicated: "de-duplicated"
    case .notAssigned: "not assigned"
    case .override: "override"
    case .flagsOff: "flags off"
    }
  }

  private static func identity(_ entry: LedgerEntry) -> String {
    PrintableText.safe(entry.userId ?? "anonymous") + " / " + PrintableText.safe(String(entry.deviceId.prefix(8)))
  }

  private static func properties(_ entry: LedgerEntry) -> String {
    entry.properties.members
      .filter { $0.name != "metadata" }
      .map { "\(PrintableText.safe($0.name))=\(valueText($0.value))" }
      .joined(separator: " ")
  }

  static func valueText(_ value: JSONValue) -> String {
    if let text = value.string { return PrintableText.safe(text) }
    return ResultText.harmless(json: value.text)
  }
}
