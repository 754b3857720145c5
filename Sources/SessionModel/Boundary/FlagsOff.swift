/// Why no client is made (product.md rule 1). Raw values are codes of documents and transcripts.
package enum FlagsOff: String, Equatable, Sendable, CaseIterable {
  case apiKeyBlank
  case apiKeyUnresolved
  case deploymentKeyBlank
  case deploymentKeyUnresolved
  /// A `server-` key does not belong into a client.
  case deploymentKeyIsServerKey
  case regionBlank
  case regionUnknown
  /// `world unconfigure`: the app without its keys.
  case unconfigured

  /// Judges two keys and a region as the app does: trimmed, in this order.
  package static func judge(apiKey: String, deploymentKey: String, region: String) -> FlagsOff? {
    let (apiKey, deploymentKey, region) = (trimmed(apiKey), trimmed(deploymentKey), trimmed(region))
    if apiKey.isEmpty { return .apiKeyBlank }
    if isUnresolved(apiKey) { return .apiKeyUnresolved }
    if deploymentKey.isEmpty { return .deploymentKeyBlank }
    if isUnresolved(deploymentKey) { return .deploymentKeyUnresolved }
    if deploymentKey.utf8.starts(with: "server-".utf8) { return .deploymentKeyIsServerKey }
    if region.isEmpty { return .regionBlank }
    return region == "US" || region == "EU" ? nil : .regionUnknown
  }

  /// Whether `$(` is left of a build setting; in bytes, since a combining mark would hide it from characters.
  private static func isUnresolved(_ key: String) -> Bool {
    var last: UInt8 = 0
    for byte in key.utf8 {
      if last == UInt8(ascii: "$"), byte == UInt8(ascii: "(") { return true }
      last = byte
    }
    return false
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
