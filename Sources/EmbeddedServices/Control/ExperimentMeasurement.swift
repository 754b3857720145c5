import TextFormats

/// What the processed events say about an experiment: per variant who was exposed, and who converted afterwards.
///
/// A person is a user id, else a device id. Someone who met two variants counts under both.
struct ExperimentMeasurement {
  struct Variant {
    let key: String
    var exposed = 0
    var converted = 0

    var document: JSONValue {
      ["converted": JSONValue(converted), "exposed": JSONValue(exposed), "variant": .string(key)]
    }
  }

  private struct Exposure: Hashable {
    var person: ExactText
    var variant: ExactText
  }

  private(set) var variants: [Variant]
  private(set) var peopleWithSeveralVariants = 0
  /// Codes of what keeps an analysis from having anything to look at.
  private(set) var missing: [String] = []

  private var exposed: Set<Exposure> = []
  private var converted: Set<Exposure> = []
  private var variantsOfPerson: [ExactText: [ExactText]] = [:]

  /// - Parameter events: every processed event, in the order of processing.
  init(_ definition: ExperimentDefinition, isStarted: Bool, variants keys: [String], _ events: [IngestedEvent]) {
    variants = keys.map { Variant(key: $0) }
    if isStarted, let start = definition.start {
      // Events of one instant keep the order in which they were processed.
      let ordered = events.enumerated()
        .filter { $1.time >= start.microseconds / 1_000 }
        .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      var variantNow: [ExactText: String] = [:]
      for (_, event) in ordered {
        if let change = ExposureEvent.propertyChange(event),
          event.properties[ExposureEvent.flagProperty]?.string?.isExactly(definition.flag) ?? false
        {
          variantNow[event.person] = change.value?.string
        }
        if isExposure(event, of: definition), let variant = variantNow[event.person] { expose(event.person, variant) }
        if event.type.isExactly(definition.primaryMetric) { convert(event.person) }
      }
    }
    missing = missingCodes(isStarted: isStarted, compared: keys)
  }

  /// An exposure event of another experiment does not count, whatever its type.
  private func isExposure(_ event: IngestedEvent, of definition: ExperimentDefinition) -> Bool {
    guard event.type.isExactly(definition.exposureEvent) else { return false }
    guard event.type.isExactly(ExposureEvent.processedType) else { return true }
    return event.properties[ExposureEvent.flagProperty]?.string?.isExactly(definition.flag) ?? false
  }

  private mutating func expose(_ person: ExactText, _ variant: String) {
    guard exposed.insert(Exposure(person: person, variant: ExactText(variant))).inserted else { return }
    variantsOfPerson[person, default: []].append(ExactText(variant))
    if variantsOfPerson[person]?.count == 2 { peopleWithSeveralVariants += 1 }
    if let index = variants.firstIndex(where: { $0.key.isExactly(variant) }) {
      variants[index].exposed += 1
    } else {
      variants.append(Variant(key: variant, exposed: 1))
    }
  }

  private mutating func convert(_ person: ExactText) {
    for variant in variantsOfPerson[person] ?? []
    where converted.insert(Exposure(person: person, variant: variant)).inserted {
      guard let index = variants.firstIndex(where: { $0.key.isExactly(variant.text) }) else { continue }
      variants[index].converted += 1
    }
  }

  private func missingCodes(isStarted: Bool, compared keys: [String]) -> [String] {
    guard isStarted else { return ["notStarted"] }
    return keys.compactMap { key in
      guard let variant = variants.first(where: { $0.key.isExactly(key) }) else { return nil }
      if variant.exposed == 0 { return "noProcessedExposure:\(key)" }
      return variant.converted == 0 ? "noConversion:\(key)" : nil
    }
  }
}
