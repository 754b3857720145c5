import TextFormats

/// `world` in a live session: the contract as far as it is known here.
enum RemoteWorldText {
  static func lines(_ body: JSONValue) -> [String] {
    let world = body["world"]
    var table = Table()
    table.add(["evaluation", "remote: the service evaluates, flags are fetched"])
    table.add(["region", WorldText.shown(world?["region"])])
    table.add([
      "keys", body["configured"]?.bool == true ? "configured" : "flags are off (\(WorldText.shown(body["flagsOff"])))",
    ])
    table.add(["report flag", WorldText.shown(body["reportFlag"])])
    let endpoints = world?["endpoints"]?.object?.members ?? []
    for endpoint in endpoints {
      table.add(["host", "\(PrintableText.safe(endpoint.name)): \(WorldText.shown(endpoint.value)) (custom)"])
    }
    if endpoints.isEmpty { table.add(["hosts", "the region's own"]) }
    table.add(["sending", world?["sending"]?.bool == true ? "yes (--send)" : "no: events are held (--send sends them)"])
    table.add(["retries", world?["retries"]?.bool == true ? "yes (--retry)" : "no"])
    return ["World live"] + table.lines(indent: "  ")
  }
}
