import CommandLanguage
import SessionModel
import TextFormats
import Vocabulary

/// What `property` and `override` changed, as text.
enum ChangeText {
  static func lines(_ view: PropertiesView) -> [String] {
    var table = Table()
    for change in view.changes {
      switch change {
      case .set(let name, let value):
        table.add(["Property", "\(PrintableText.safe(name)) = \(ResultText.harmless(json: value.text))"])
      case .unset(let name): table.add(["Property", "\(PrintableText.safe(name)) removed"])
      }
    }
    let stale = view.identity.isStale ? "; flags are stale: refresh" : ""
    let count = view.count == 1 ? "1 property is set" : "\(view.count) properties are set"
    return table.lines() + [count + stale]
  }

  static func lines(_ view: OverridesView) -> [String] {
    if view.set.isEmpty && view.cleared.isEmpty { return ["No overrides"] }
    let rest = view.count == 1 ? "1 override is set" : "\(view.count) overrides are set"
    return view.set.map { "Override: \(PrintableText.safe($0.flag)) = \(PrintableText.safe($0.variant))" }
      + view.cleared.map { "Override of \(PrintableText.safe($0)) taken away" }
      + (view.count == view.set.count ? [] : [rest])
  }
}
