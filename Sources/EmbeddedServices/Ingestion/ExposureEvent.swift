import TextFormats

/// What processing makes of an exposure (amplitude.md 5.1): another type, bracketed property names, and a user property
/// that says which variant of the flag this user has.
enum ExposureEvent {
  static let sentType = "$exposure"
  static let processedType = "[Experiment] Exposure"
  static let flagProperty = "[Experiment] Flag Key"
  static let variantProperty = "[Experiment] Variant"

  /// The event as it is stored; others than exposures stay as they are.
  static func processed(_ event: IngestedEvent) -> IngestedEvent {
    guard event.type.isExactly(sentType) else { return event }
    var event = event
    event.type = processedType
    event.properties = JSONObject(
      uniqueMembers: event.properties.members.compactMap { member in
        switch member.name {
        case "flag_key": JSONMember(flagProperty, member.value)
        case "variant": JSONMember(variantProperty, member.value)
        case "experiment_key": JSONMember("[Experiment] Experiment Key", member.value)
        // Kept for the service's own use, under a name that is not documented (amplitude.md 11).
        case "metadata": nil
        default: member
        }
      })
    return event
  }

  /// The user property that a processed exposure sets, or unsets with nil when it names no variant.
  static func propertyChange(_ event: IngestedEvent) -> (name: String, value: JSONValue?)? {
    guard event.type.isExactly(processedType), let flag = event.properties[flagProperty]?.string else { return nil }
    return ("[Experiment] \(flag)", event.properties[variantProperty]?.unlessNull)
  }
}
