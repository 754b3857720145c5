import TextFormats

/// `profile`: a device's events as the service processed them.
enum ProfileText {
  static func lines(_ body: JSONValue) -> [String] {
    let users = (body["userIds"]?.array ?? []).map { WorldText.shown($0) }
    var lines = [
      "Profile of device \(WorldText.shown(body["deviceId"]))"
        + (users.isEmpty ? "" : ", user \(users.joined(separator: ", "))")
    ]
    let events = body["events"]?.array ?? []
    var table = Table()
    for event in events {
      table.add([
        WorldText.shown(event["type"]),
        event["userId"]?.string.map(PrintableText.safe) ?? "anonymous",
        properties(event["properties"]),
      ])
    }
    lines += events.isEmpty ? ["  no processed events"] : table.lines(indent: "  ")
    for member in body["userProperties"]?.object?.members ?? [] {
      lines.append("  user property \(PrintableText.safe(member.name)) = \(WorldText.shown(member.value))")
    }
    let waiting = body["waiting"]?.integer ?? 0
    lines.append("  \(waiting) still waiting to be processed")
    return lines
  }

  private static func properties(_ properties: JSONValue?) -> String {
    (properties?.object?.members ?? [])
      .filter { $0.value.object == nil }
      .map { "\(PrintableText.safe($0.name))=\(WorldText.shown($0.value))" }
      .joined(separator: " ")
  }
}
