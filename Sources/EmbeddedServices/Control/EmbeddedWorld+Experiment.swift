import FlagEvaluation
import TextFormats
import Vocabulary

extension EmbeddedWorld {
  /// `/flagsh/experiment`: the definition of a flag's experiment and what was measured for it so far.
  mutating func experiment(_ query: WorldQuery, at now: Instant) throws(WorldFailure) -> JSONValue {
    let key = try query.optionalText("flag") ?? file.reportFlagKey
    guard let definition = file.experiments.first(where: { $0.flag.isExactly(key) }) else {
      if file.experiments.isEmpty {
        throw .absent("noExperiment", "this world has no experiments", hint: "add one to the world file")
      }
      let flags = file.experiments.map(\.flag).joined(separator: ", ")
      throw .absent("noExperiment", "there is no experiment of flag \"\(key)\"", hint: "experiments: \(flags)")
    }
    store.settle(at: now)
    let isStarted = definition.start.map { $0.microseconds <= wallMicroseconds(now) } ?? false
    let variants = definition.variants.isEmpty ? comparedVariants(of: key) : definition.variants
    let measurement = ExperimentMeasurement(definition, isStarted: isStarted, variants: variants, store.processed)
    return [
      "exposureEvent": .string(definition.exposureEvent),
      "flag": .string(definition.flag),
      "missing": .array(measurement.missing.map(JSONValue.string)),
      "primaryMetric": .string(definition.primaryMetric),
      "severalVariants": JSONValue(measurement.peopleWithSeveralVariants),
      "start": JSONValue(definition.start?.text),
      "state": isStarted ? "started" : "draft",
      "variants": .array(measurement.variants.map(\.document)),
    ]
  }

  /// The keys of a flag's variants that are not its default, each once.
  private func comparedVariants(of key: String) -> [String] {
    var keys: [String] = []
    for (name, variant) in flags.configuration.flag(key)?.variants ?? []
    where variant.metadata["default"]?.bool != true {
      let key = variant.key ?? name
      if !keys.contains(where: { $0.isExactly(key) }) { keys.append(key) }
    }
    return keys
  }
}
