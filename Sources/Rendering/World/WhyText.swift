import TextFormats

/// `why`: the whole decision, so that a reader can recompute it (product.md section 6).
enum WhyText {
  static func lines(_ body: JSONValue, _ palette: Palette) -> [String] {
    if body["evaluation"]?.string == "remote" { return RemoteWhyText.lines(body, palette) }
    var lines = session(body["session"], palette)
    lines += conditions(body["conditions"])
    let flags = body["trace"]?["flags"]?.array ?? []
    for flag in flags { lines += self.lines(flag: flag) }
    lines += want(body["want"])
    return lines
  }

  // MARK: What the session knows

  static func session(_ session: JSONValue?, _ palette: Palette) -> [String] {
    guard let session else { return [] }
    let user = session["user"]
    var lines = [palette.strong("Flag \(WorldText.shown(session["flag"]))")]
    let userId = user?["user_id"].map { WorldText.shown($0) } ?? "anonymous"
    lines.append("  identity   \(userId), device ID \(WorldText.shown(user?["device_id"]))")
    for member in user?["user_properties"]?.object?.members ?? [] {
      lines.append("             \(PrintableText.safe(member.name)) = \(WorldText.shown(member.value))")
    }
    lines.append("  value      \(value(session))")
    lines.append("  counts as  \(verdict(session))")
    return lines
  }

  private static func value(_ session: JSONValue) -> String {
    if let override = session["override"]?.string { return "\(PrintableText.safe(override)), set by hand (override)" }
    guard let fetched = session["fetched"], !fetched.isNull else {
      return "none: nothing was fetched for this flag (revision \(session["revision"]?.text ?? "0"))"
    }
    let value = fetched["value"] ?? fetched["key"]
    return "\(WorldText.shown(value)), from the fetch of revision \(session["revision"]?.text ?? "0")"
  }

  private static func verdict(_ session: JSONValue) -> String {
    switch session["verdict"]?.string {
    case "override": "an override: nothing is tracked while it decides the layout"
    case "assigned": "assigned: a successful fetch, a known value, not the service's default"
    case "off": "not assigned: flags are off"
    case "notFetched": "not assigned: not fetched yet"
    case "loading": "not assigned: still loading"
    case "fetchFailed", "timeout", "cancelled": "not assigned: the fetch failed"
    case "absent": "not assigned: the answer has no entry for this flag"
    case "noValue": "not assigned: the variant has no text value"
    case "unknownValue": "not assigned: the value is neither control nor expanded"
    case "defaultVariant": "not assigned: it is the service's default variant"
    case let other?: other
    case nil: "unknown to this session"
    }
  }

  // MARK: What the world knows

  private static func conditions(_ conditions: JSONValue?) -> [String] {
    guard let conditions else { return [] }
    if conditions["served"]?.bool == true {
      return [
        "  served     yes: active, deployed, in this deployment, \(WorldText.shown(conditions["evaluationMode"]))"
      ]
    }
    var obstacles: [String] = []
    if conditions["active"]?.bool == false { obstacles.append("the flag is inactive") }
    if conditions["deployed"]?.bool == false { obstacles.append("the flag is not deployed") }
    if conditions["inDeployment"]?.bool == false { obstacles.append("the flag is not in this deployment") }
    return ["  served     no: \(obstacles.joined(separator: ", ")); what follows is what it would give"]
  }

  private static func lines(flag: JSONValue) -> [String] {
    var lines = ["Evaluation of \(WorldText.shown(flag["flag"]))"]
    for dependency in flag["dependencies"]?.array ?? [] {
      let result = dependency["result"].map { WorldText.shown($0["key"] ?? $0["value"]) } ?? "no result"
      lines.append("  depends on \(WorldText.shown(dependency["flag"])), which gave \(result)")
    }
    for segment in flag["segments"]?.array ?? [] { lines += self.lines(segment: segment) }
    if let variant = flag["variant"], !variant.isNull {
      let result = variant["result"]
      lines.append("  variant \(WorldText.shown(variant["name"])): value \(WorldText.shown(result?["value"]))")
      if let metadata = result?["metadata"], metadata.object?.isEmpty == false {
        lines.append("  metadata \(PrintableText.safe(metadata.text))")
      }
    } else {
      lines.append("  no segment gave a variant: the flag has no entry in the answer")
    }
    return lines
  }

  private static func lines(segment: JSONValue) -> [String] {
    let number = (segment["number"]?.integer ?? 0) + 1
    let name = segment["name"]?.string.map { " \"\(PrintableText.safe($0))\"" } ?? ""
    var lines = ["  segment \(number)\(name): \(segment["matched"]?.bool == true ? "matches" : "does not match")"]
    if segment["hasConditions"]?.bool != true { lines.append("    no conditions: matches everyone") }
    for (index, group) in (segment["groups"]?.array ?? []).enumerated() {
      if index > 0 { lines.append("    or") }
      for condition in group.array ?? [] { lines.append("    " + text(condition: condition)) }
    }
    if let bucket = segment["bucket"], !bucket.isNull { lines += self.lines(bucket: bucket) }
    switch segment["outcome"]?.string {
    case "variant": lines.append("    gives \(WorldText.shown(segment["variant"]))")
    case "unknownVariant":
      lines.append("    names \(WorldText.shown(segment["variant"])), which the flag does not have: next segment")
    case "noVariant": lines.append("    names no variant: next segment")
    default: break
    }
    return lines
  }

  private static func text(condition: JSONValue) -> String {
    let verdict = condition["verdict"]?.bool == true ? "yes" : "no "
    let values = (condition["values"]?.array ?? []).map { "\"\(WorldText.shown($0))\"" }.joined(separator: ", ")
    let isMissing = condition["missing"]?.bool == true
    let value = condition["value"].flatMap { $0.isNull ? nil : PrintableText.safe($0.text) }
    // The engine python takes false, 0 and the empty for nothing.
    let actual = value.map { isMissing ? "\($0), which counts as missing" : $0 } ?? "missing"
    return
      "\(verdict) \(WorldText.path(condition["selector"])) (\(actual)) \(WorldText.shown(condition["op"])) [\(values)]"
  }

  private static func lines(bucket: JSONValue) -> [String] {
    guard let hashed = bucket["hashedText"]?.string else {
      return ["    bucket by \(WorldText.path(bucket["selector"])): nothing to hash, so the segment's own variant"]
    }
    var lines = [
      "    bucket by \(WorldText.path(bucket["selector"])): murmur3 of \"\(PrintableText.safe(hashed))\" = "
        + "\(bucket["hash"]?.text ?? "?"); allocation number \(bucket["allocation"]?.text ?? "?") (mod 100), "
        + "distribution number \(bucket["distribution"]?.text ?? "?") (div 100)"
    ]
    for allocation in bucket["allocations"]?.array ?? [] {
      lines.append("      allocation \(WorldText.range(allocation["range"])): \(inside(allocation))")
      for distribution in allocation["distributions"]?.array ?? [] {
        lines.append(
          "        \(WorldText.shown(distribution["variant"])) \(WorldText.range(distribution["range"])): "
            + inside(distribution))
      }
    }
    if bucket["variant"]?.string == nil { lines.append("      no distribution takes it: the segment's own variant") }
    return lines
  }

  private static func inside(_ part: JSONValue) -> String { part["contains"]?.bool == true ? "in" : "not in" }

  // MARK: --want

  private static func want(_ want: JSONValue?) -> [String] {
    guard let want, !want.isNull else { return [] }
    let wanted = WorldText.shown(want["wanted"])
    var lines: [String]
    switch want["code"]?.string {
    case "has":
      // Undeployed, inactive: the rules would give it, but nobody is answered.
      let isAnswered = want["obstacles"]?.array?.isEmpty ?? true
      lines = ["To get \(wanted): \(isAnswered ? "nothing has to change" : "no property has to change")"]
    case "change":
      lines = ["To get \(wanted), change (verified by evaluation):"]
      for change in want["changes"]?.array ?? [] {
        lines.append(
          "  \(WorldText.shown(change["property"])): \(WorldText.shown(change["from"])) -> \(WorldText.shown(change["to"]))"
        )
      }
    case "unknownVariant":
      let known = (want["known"]?.array ?? []).map { WorldText.shown($0) }.joined(separator: ", ")
      lines = ["\(wanted) is no variant of this flag; it has \(known)"]
    case "zeroRollout":
      lines = ["No change of at most two properties gives \(wanted): its rollout is zero and no segment targets it"]
    case "noSegment": lines = ["No change of at most two properties gives \(wanted): no segment leads to it"]
    default:
      let tried = want["tried"]?.text ?? "0"
      lines =
        want["complete"]?.bool == false
        ? [
          "No change of at most two properties was found that gives \(wanted): \(tried) users evaluated, not all there are"
        ]
        : ["No change of at most two properties gives \(wanted) (\(tried) users evaluated)"]
      lines += (want["ways"]?.array ?? []).map(way)
    }
    for obstacle in want["obstacles"]?.array ?? [] {
      lines.append("  in the way: the flag is \(WorldText.shown(obstacle))")
    }
    return lines
  }

  /// What stands in the way of one segment.
  private static func way(_ way: JSONValue) -> String {
    func segment(_ number: JSONValue?) -> String { "segment \((number?.integer ?? 0) + 1)" }
    var name = segment(way["segment"])
    if let text = way["segmentName"]?.string { name += " \"\(PrintableText.safe(text))\"" }
    let needs = (way["needs"]?.array ?? []).map { need in
      let values = (need["values"]?.array ?? []).map { WorldText.shown($0) }.joined(separator: ", ")
      return "\(WorldText.shown(need["property"])) \(WorldText.shown(need["op"])) \(values)"
    }
    let list = needs.joined(separator: "; ")
    let reason =
      switch way["code"]?.string {
      case "properties": "more than two properties would have to change: \(list)"
      case "fixed": "it asks about what is no property of the user: \(list)"
      case "assigned": "an explicit assignment decides before it (\(segment(way["by"])))"
      case "earlier": "another segment decides before it (\(segment(way["by"])))"
      default: "bucketed out: the hash of every id that was tried falls outside of its share"
      }
    return "  in the way of \(name): \(reason)"
  }
}
