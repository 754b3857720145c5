import TextFormats

/// `why` in a live session: what the answer carried, and what to check, since the service evaluated the rules
/// (product.md section 6).
enum RemoteWhyText {
  static func lines(_ body: JSONValue, _ palette: Palette) -> [String] {
    let session = body["session"]
    var lines = WhyText.session(session, palette)
    if let fetched = session?["fetched"], !fetched.isNull {
      for member in fetched.object?.members ?? [] {
        lines.append("  \(PrintableText.safe(member.name)): \(WorldText.shown(member.value))")
      }
    } else {
      let received = (body["received"]?.array ?? []).map { WorldText.shown($0) }
      lines.append("  received   \(received.isEmpty ? "no flag at all" : received.joined(separator: ", "))")
    }
    lines.append("The service evaluated the rules; it tells a client no more than this. To check:")
    lines += checks(body).map { "  " + $0 }
    return lines
  }

  private static func checks(_ body: JSONValue) -> [String] {
    let flag = WorldText.shown(body["flag"])
    let wanted = body["wanted"].map { WorldText.shown($0) } ?? "exactly control or expanded, in small letters"
    let user = body["session"]?["user"]
    let ids = "\(WorldText.shown(user?["device_id"]))" + (user?["user_id"].map { " or \(WorldText.shown($0))" } ?? "")
    var table = Table()
    table.add(["key", "the flag's key is exactly \(flag)"])
    table.add(["value", "the variant's value is \(wanted); its name alone does not count"])
    table.add(["deployment", "the flag is in the deployment whose key this is"])
    table.add(["active", "the flag is active, not a draft and not archived"])
    table.add(["targeting", "a segment or an individual inclusion takes \(ids), and its rollout is not 0%"])
    table.add(["region", "the project is in region \(WorldText.shown(body["region"]))"])
    table.add(["cache", "an answer to the same user may be up to an hour old"])
    return table.lines()
  }
}
