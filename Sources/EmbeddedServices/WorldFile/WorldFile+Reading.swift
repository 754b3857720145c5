import FlagEvaluation
import ServiceMessages
import TextFormats
import Vocabulary

extension WorldFile {
  /// How many days a report has.
  static let dayCount = 7
  /// The largest number of actions of a day: sums stay far from overflow.
  static let dayLimit: Int64 = 1_000_000_000
  static func days(_ node: WorldNode) throws(WorldNode.Fault) -> [Int] {
    let elements = try node.elements()
    guard elements.count == dayCount else {
      throw node.fault("expected \(dayCount) daily numbers, found \(elements.count)", hint: "one a day, Monday first")
    }
    var days: [Int] = []
    for element in elements { days.append(try element.integer(in: 0...dayLimit)) }
    return days
  }

  static func experiments(_ node: WorldNode?, flags: WorldFlags) throws(WorldNode.Fault) -> [ExperimentDefinition] {
    guard let node else { return [] }
    var experiments: [ExperimentDefinition] = []
    for element in try node.elements() {
      _ = try element.members(allowing: ["flag", "exposureEvent", "primaryMetric", "start", "variants"])
      let flag = try element.required("flag")
      let key = try flag.filledText()
      guard let configured = flags.configuration.flag(key) else {
        throw unknown("flag", flag, key, in: flags.keys)
      }
      guard !experiments.contains(where: { $0.flag.isExactly(key) }) else {
        throw flag.fault("a second experiment of flag \"\(key)\"")
      }
      var variants: [String] = []
      if let listed = element.optional("variants") {
        let keys = configured.variants.map { $0.variant.key ?? $0.name }
        for variant in try listed.elements() {
          let key = try variant.filledText()
          guard keys.contains(where: { $0.isExactly(key) }) else { throw unknown("variant", variant, key, in: keys) }
          variants.append(key)
        }
      }
      experiments.append(
        ExperimentDefinition(
          flag: key, exposureEvent: try element.required("exposureEvent").filledText(),
          primaryMetric: try element.required("primaryMetric").filledText(),
          start: try start(element.required("start")),
          variants: variants))
    }
    return experiments
  }

  private static func unknown(
    _ what: String, _ node: WorldNode, _ name: String, in names: [String]
  ) -> WorldNode.Fault {
    let nearest = NearestName.nearestName(to: name, in: names)
    return node.fault("there is no \(what) \"\(name)\"", hint: nearest.map { "did you mean \($0)?" })
  }

  private static func start(_ node: WorldNode) throws(WorldNode.Fault) -> ExperimentDefinition.Start? {
    if node.value.isNull { return nil }
    let text = try node.text()
    guard let microseconds = MomentText.parse(text) else {
      throw node.fault("\"\(text)\" is not a moment", hint: "\(MomentText.hint), or null for a draft")
    }
    return ExperimentDefinition.Start(text: text, microseconds: microseconds)
  }

  static func latencies(_ node: WorldNode?) throws(WorldNode.Fault) -> ([Service: Span], processing: Span) {
    guard let node else { return ([:], .zero) }
    _ = try node.members(allowing: Service.ofTheApp.map(\.rawValue) + ["processing"])
    var latencies: [Service: Span] = [:]
    for service in Service.ofTheApp {
      if let latency = node.optional(service.rawValue) { latencies[service] = try span(latency) }
    }
    return (latencies, try node.optional("processing").map(span) ?? .zero)
  }

  private static func span(_ node: WorldNode) throws(WorldNode.Fault) -> Span {
    let text = try node.text()
    guard let span = try? DurationText.parse(text) else {
      throw node.fault("\"\(text)\" is not a duration", hint: DurationText.hint)
    }
    guard span <= .longestLatency else { throw node.fault("is longer than an hour") }
    return span
  }

  static func faults(_ node: WorldNode?) throws(WorldNode.Fault) -> [Service: Fault] {
    guard let node else { return [:] }
    _ = try node.members(allowing: Service.ofTheApp.map(\.rawValue))
    var faults: [Service: Fault] = [:]
    for service in Service.ofTheApp {
      guard let described = node.optional(service.rawValue), !described.value.isNull else { continue }
      _ = try described.members(allowing: ["kind", "status", "times"])
      let kind = try described.required("kind").word(of: Fault.kindNames)
      let lowest = Int64(FaultKind.statuses.lowerBound)
      let highest = Int64(FaultKind.statuses.upperBound)
      let status = kind == "status" ? try described.required("status").integer(in: lowest...highest) : nil
      var times: Int?
      if let node = described.optional("times"), !node.value.isNull {
        times = try node.integer(in: 1...Int64(Int32.max))
      }
      faults[service] = Fault(name: kind, status: status, remaining: times)
    }
    return faults
  }
}
