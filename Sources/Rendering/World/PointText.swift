import TextFormats

/// A personalization point of the embedded world's contract, as text.
enum PointText {
  static func lines(_ point: JSONValue) -> [String] {
    var marks = [point["type"]?.string == "recommendations" ? "recommendations" : "dynamic content"]
    if let dataspace = point["dataspace"]?.string, !dataspace.isExactly("default") {
      marks.append("data space \(PrintableText.safe(dataspace))")
    }
    if let graph = point["dataGraph"]?.string, !graph.isExactly("default") {
      marks.append("data graph \(PrintableText.safe(graph))")
    }
    if point["authentication"]?.bool == true { marks.append("asks for authentication, so it is never returned") }
    var table = Table()
    for (index, decision) in (point["decisions"]?.array ?? []).enumerated() {
      table.add(["\(index + 1). \(WorldText.shown(decision["name"]))", rule(decision["when"])])
    }
    return ["Point \(WorldText.shown(point["name"])): \(marks.joined(separator: ", "))"] + table.lines(indent: "  ")
  }

  /// `user.plan is team, or request.category is tents and request.locale is de`.
  private static func rule(_ rule: JSONValue?) -> String {
    guard let alternatives = rule?.array else { return "everyone" }
    return alternatives.map { alternative in
      (alternative.array ?? []).map(condition).joined(separator: " and ")
    }.joined(separator: ", or ")
  }

  private static func condition(_ condition: JSONValue) -> String {
    let path = (condition["selector"]?.array ?? []).dropFirst().map { WorldText.shown($0) }.joined(separator: ".")
    let values = (condition["values"]?.array ?? []).map { WorldText.shown($0) }.joined(separator: ", ")
    return "\(path) \(WorldText.shown(condition["op"])) \(values)"
  }
}
