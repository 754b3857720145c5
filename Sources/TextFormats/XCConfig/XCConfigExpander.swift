/// Resolves the references in settings.
struct XCConfigExpander {
  private let assigned: [String: XCConfig.Setting]
  /// How many references the current value may still resolve: settings that refer to each other twice over would
  /// otherwise cost time without end, even when all of them are empty.
  private var referencesLeft = 0

  init(assigned: [String: XCConfig.Setting]) { self.assigned = assigned }

  /// All settings, resolved, by name.
  mutating func settings() throws(Diagnostic) -> [XCConfig.Setting] {
    var settings: [XCConfig.Setting] = []
    for name in assigned.keys.sorted(by: { $0.precedes($1) }) {
      guard var setting = assigned[name] else { continue }
      // Whoever refers to a setting from within itself means the one before; here none is before.
      referencesLeft = XCConfig.referenceLimit
      setting.value = expand(setting.value, within: [name])
      if referencesLeft == 0 {
        throw Diagnostic(
          code: "tooManyReferences", message: "the value needs more than \(XCConfig.referenceLimit) references",
          place: setting.place, sourceLine: setting.sourceLine,
          hint: "look for settings that refer to each other several times")
      }
      try Self.checkLength(of: setting)
      settings.append(setting)
    }
    return settings
  }

  /// The text with `$(inherited)`, and references to the name itself, replaced by the value before.
  static func replacingInherited(in text: String, named name: String, with earlier: String) -> String {
    var pieces = XCConfigReference.pieces(of: text)
    for index in pieces.indices {
      guard case .reference(let inner, _) = pieces[index] else { continue }
      if inner == "inherited" || inner.isExactly(name) { pieces[index] = .text(earlier) }
    }
    return pieces.map(\.source).joined()
  }

  static func checkLength(of setting: XCConfig.Setting) throws(Diagnostic) {
    guard setting.value.utf8.count > XCConfig.valueLengthLimit else { return }
    throw Diagnostic(
      code: "valueTooLong", message: "the value is longer than \(XCConfig.valueLengthLimit) bytes",
      place: setting.place, sourceLine: setting.sourceLine,
      hint: "look for settings that refer to each other several times")
  }

  private mutating func expand(_ text: String, within names: [String]) -> String {
    var expanded = ""
    for piece in XCConfigReference.pieces(of: text) {
      // Beyond the limit the length alone matters, and the caller refuses it.
      if expanded.utf8.count > XCConfig.valueLengthLimit { break }
      switch piece {
      case .text(let text): expanded += text
      case .reference(let inner, let source): expanded += value(of: inner, within: names) ?? source
      }
    }
    return expanded
  }

  /// What stands for a reference; nil when nothing does, also when the names go in a circle.
  private mutating func value(of inner: String, within names: [String]) -> String? {
    guard names.count < XCConfig.referenceDepthLimit, referencesLeft > 0 else { return nil }
    referencesLeft -= 1
    let inner = inner.utf8.contains(UInt8(ascii: "$")) ? expand(inner, within: names + [inner]) : inner
    let parts = inner.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    var fallback: String?
    if parts.count == 2 {
      // Other operators (`:lower`, `:c99extidentifier`) work on build products; none of our settings has use for one.
      guard parts[1].hasPrefix("default=") else { return nil }
      fallback = String(parts[1].dropFirst("default=".utf8.count))
    }
    // The empty reference is the known way to write the two slashes of an address.
    if name.isEmpty { return fallback ?? "" }
    guard let setting = assigned[name], !names.contains(where: { $0.isExactly(name) }) else { return fallback }
    let value = expand(setting.value, within: names + [name])
    return value.isEmpty ? fallback ?? "" : value
  }
}
