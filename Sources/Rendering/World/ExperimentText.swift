import TextFormats

/// `experiment`: what was measured, and what cannot be concluded from it.
enum ExperimentText {
  static func lines(_ body: JSONValue) -> [String] {
    let isStarted = body["state"]?.string == "started"
    var lines = [
      "Experiment on flag \(WorldText.shown(body["flag"])): "
        + (isStarted ? "started \(WorldText.shown(body["start"]))" : "draft, not started"),
      "Exposure event: \(WorldText.shown(body["exposureEvent"]))",
      "Primary metric: \(WorldText.shown(body["primaryMetric"]))",
    ]
    var table = Table(header: ["variant", "users exposed", "of them converted"])
    for variant in body["variants"]?.array ?? [] {
      table.add([
        WorldText.shown(variant["variant"]), variant["exposed"]?.text ?? "0", variant["converted"]?.text ?? "0",
      ])
    }
    lines += table.lines(indent: "  ")
    for code in body["missing"]?.array ?? [] { lines.append("Missing: \(missing(WorldText.shown(code)))") }
    if let several = body["severalVariants"]?.integer, several > 0 {
      lines.append("\(several) of the users met more than one variant")
    }
    lines.append("Synthetic traffic: no significance, no winner")
    return lines
  }

  private static func missing(_ code: String) -> String {
    if code == "notStarted" { return "the experiment has not been started" }
    let parts = code.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return code }
    return parts[0] == "noProcessedExposure"
      ? "no processed exposure of \(parts[1])" : "nobody who saw \(parts[1]) has converted"
  }
}
