import TextFormats
import Vocabulary

/// `world`: the contract of the embedded world.
enum ContractText {
  static func lines(_ body: JSONValue) -> [String] {
    let contract = body["contract"]
    var lines = [
      "World \(WorldText.shown(contract?["name"])), region \(WorldText.shown(contract?["region"])), "
        + "engine \(WorldText.shown(contract?["engine"]))",
      keys(body),
    ]
    for flag in contract?["flags"]?.array ?? [] { lines += self.lines(flag: flag, contract) }
    for point in contract?["points"]?.array ?? [] { lines += PointText.lines(point) }
    lines.append("Services")
    var table = Table()
    for service in services { table.add([service] + state(of: service, contract)) }
    lines += table.lines(indent: "  ")
    return lines + self.held(contract)
  }

  /// One line for a command that changed something: what stands now.
  static func change(_ body: JSONValue) -> [String] {
    let contract = body["contract"]
    let changed = body["changed"]
    if let service = changed?["service"]?.string {
      return ["\(service): " + state(of: service, contract).joined(separator: ", ")]
    }
    switch changed?["action"]?.string {
    case "flag", "assign":
      let flag = (contract?["flags"]?.array ?? []).first { $0["key"] == changed?["key"] }
      return flag.map { lines(flag: $0, contract) } ?? []
    case "configure", "unconfigure": return [keys(body)]
    default:
      let held = self.held(contract)
      return held.isEmpty ? ["No answers are held"] : held
    }
  }

  private static let services = ["evaluation", "analytics", "decisions"]

  private static func keys(_ body: JSONValue) -> String {
    body["configured"]?.bool == true
      ? "The app has its keys" : "The app is unconfigured (\(WorldText.shown(body["flagsOff"])))"
  }

  private static func state(of service: String, _ contract: JSONValue?) -> [String] {
    let latency = contract?["latencies"]?[service]?.integer ?? 0
    let isHeld = (contract?["holds"]?.array ?? []).contains(.string(service))
    return ["latency \(TimeText.text(Span(microseconds: latency)))", fault(contract?["faults"]?[service])]
      + (isHeld ? ["answers are held"] : [])
  }

  private static func held(_ contract: JSONValue?) -> [String] {
    let held = contract?["held"]?.array ?? []
    guard !held.isEmpty else { return [] }
    let names = held.map { "\($0["request"]?.text ?? "?") (\(WorldText.shown($0["service"])))" }
    return ["Held answers: requests " + names.joined(separator: ", ")]
  }

  private static func lines(flag: JSONValue, _ contract: JSONValue?) -> [String] {
    let isReport = flag["key"] == contract?["reportFlag"]
    var table = Table()
    table.add(["evaluation", WorldText.shown(flag["evaluation"])])
    table.add(["deployment", deployment(flag)])
    table.add(["state", flag["active"]?.bool == true ? "active" : "inactive"])
    table.add(["values", (flag["values"]?.array ?? []).map { WorldText.shown($0) }.joined(separator: ", ")])
    table.add(["all others", rollout(flag["rollout"])])
    let assigned = (contract?["assignments"]?.array ?? []).filter { $0["flag"] == flag["key"] }
    for target in assigned {
      table.add(["assigned", "\(WorldText.shown(target["userId"])): \(WorldText.shown(target["variant"]))"])
    }
    let rest = (flag["assigned"]?.integer ?? 0) - Int64(assigned.count)
    if rest > 0 {
      let all = rest == 1 ? "1 user" : "\(rest) users"
      let others = rest == 1 ? "and 1 other" : "and \(rest) others"
      table.add(
        assigned.isEmpty ? ["assigned", "\(all) (`world` lists them)"] : ["", "\(others) (`world` lists them)"])
    }
    return ["Flag \(WorldText.shown(flag["key"]))" + (isReport ? " (decides the report's layout)" : "")]
      + table.lines(indent: "  ")
  }

  private static func deployment(_ flag: JSONValue) -> String {
    if flag["inDeployment"]?.bool != true { return "absent from this deployment" }
    return flag["deployed"]?.bool == true ? "deployed" : "not deployed"
  }

  private static func rollout(_ rollout: JSONValue?) -> String {
    guard let rollout, !rollout.isNull else { return "nobody is targeted without a rule" }
    let shares = (rollout["variants"]?.array ?? []).map {
      "\($0["percent"]?.text ?? "0")% \(WorldText.shown($0["variant"]))"
    }
    let otherwise = "otherwise \(WorldText.shown(rollout["otherwise"]))"
    return shares.isEmpty ? "0% rollout, \(otherwise)" : shares.joined(separator: ", ") + ", " + otherwise
  }

  private static func fault(_ fault: JSONValue?) -> String {
    guard let fault, !fault.isNull else { return "no fault" }
    let kind = fault["status"]?.integer.map { "HTTP \($0)" } ?? WorldText.shown(fault["kind"])
    guard let times = fault["times"]?.integer else { return "fault: \(kind)" }
    return times == 1 ? "fault: \(kind), once more" : "fault: \(kind), \(times) more times"
  }
}
