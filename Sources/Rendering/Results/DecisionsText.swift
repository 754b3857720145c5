import SessionModel
import TextFormats
import Vocabulary

/// `fetch-decisions`, `decisions`, `engage` and `consent`.
enum DecisionsText {
  /// More keys than this have no column of their own.
  static let columnLimit = 16
  /// Longer cells are cut.
  static let cellColumns = 48
  /// Longer values of attributes are cut; JSON has them whole.
  static let valueColumns = 200

  static func lines(_ view: DecisionsView, _ palette: Palette) -> [String] {
    var lines: [String] = []
    if !view.isCurrent {
      lines.append(
        palette.warning("For an earlier identity (device \(PrintableText.safe(view.deviceId))), kept apart:"))
    }
    for point in view.points { lines += summary(point, palette) }
    let lost = view.lostEntries
    if lost > 0 { lines.append("\(lost) of the answer could not be used (-o json shows what)") }
    return lines.isEmpty ? ["No decisions"] : lines
  }

  /// One point with its ids.
  static func page(_ view: DecisionView, _ palette: Palette) -> [String] {
    var lines = summary(view, palette, showsContentIds: true)
    guard let decision = view.decision else { return lines }
    var table = Table()
    table.add(["personalization id", PrintableText.safe(decision.personalizationId)])
    if let id = decision.decisionId { table.add(["decision id", PrintableText.safe(id)]) }
    if let id = decision.point.id { table.add(["point id", PrintableText.safe(id)]) }
    lines += table.lines(indent: "  ").map(palette.faint)
    return lines
  }

  private static func summary(_ view: DecisionView, _ palette: Palette, showsContentIds: Bool = false) -> [String] {
    var head = palette.strong(PrintableText.safe(view.point)) + ": " + view.outcome.rawValue
    let items = view.decision?.items ?? []
    // Dynamic content has attributes alone, and so do recommendations that found nothing: the answer is the same.
    if view.outcome == .content { head += items.count == 1 ? ", 1 item" : ", \(items.count) items" }
    if !view.dropped.isEmpty { head += ", \(view.dropped.count) left out (no content id)" }
    if view.outcome == .missing { head += " (`help decisions` has what that can mean)" }
    if view.isStale { head += " " + palette.warning("(stale)") }
    var table = Table()
    for member in view.decision?.attributes.members ?? [] {
      table.add([PrintableText.safe(member.name), cut(value(member.value), valueColumns)])
    }
    return [head] + table.lines(indent: "  ") + rows(items, showsContentIds: showsContentIds)
  }

  /// The items' own keys as columns, in the order in which they first stand.
  private static func rows(_ items: [Decision.Item], showsContentIds: Bool) -> [String] {
    guard !items.isEmpty else { return [] }
    var columns: [String] = []
    var seen: Set<ExactText> = [ExactText("personalizationContentId")]
    for item in items {
      for member in item.members.members where seen.insert(ExactText(member.name)).inserted {
        columns.append(member.name)
      }
    }
    let hidden = columns.count - columnLimit
    columns = Array(columns.prefix(columnLimit))
    let idColumn = showsContentIds ? ["personalizationContentId"] : []
    var table = Table(header: ["#"] + columns.map { cut(PrintableText.safe($0), cellColumns) } + idColumn)
    for item in items {
      let cells = columns.map { column in item.members[column].map { cut(value($0), cellColumns) } ?? "" }
      table.add(["\(item.index)"] + cells + (showsContentIds ? [PrintableText.safe(item.contentId)] : []))
    }
    var lines = table.lines(indent: "  ")
    if hidden > 0 { lines.append("  and \(hidden) more keys (-o json shows them)") }
    return lines
  }

  /// A value in one cell: texts without quotes, nested values folded.
  private static func value(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): PrintableText.safe(text)
    case .array(let elements): elements.isEmpty ? "[]" : "[\(elements.count)]"
    case .object(let object): object.isEmpty ? "{}" : "{\(names(of: object))}"
    default: ResultText.harmless(json: value.text)
    }
  }

  private static func names(of object: JSONObject) -> String {
    let names = object.members.prefix(3).map { PrintableText.safe($0.name) }.joined(separator: ", ")
    return object.count > 3 ? names + ", ..." : names
  }

  private static func cut(_ text: String, _ columns: Int) -> String { PrintableText.cut(text, columns: columns) }

  /// One thing that a path led to.
  static func found(_ value: JSONValue) -> [String] {
    if let text = value.string { return [PrintableText.safe(text)] }
    return value.prettyText.split(separator: "\n").map { PrintableText.safe(String($0)) }
  }

  static func engaged(_ entry: LedgerEntry?) -> [String] {
    guard let entry else { return [] }
    let text = { (name: String) in PrintableText.safe(entry.properties[name]?.string ?? "") }
    return [
      "Noted as #\(entry.sequence): \(text("interactionName")) of \(text("personalizationPointName")),"
        + " content id \(text("personalizationContentId")); held, never uploaded"
    ]
  }

  /// What `consent` and `status` say.
  static func state(_ view: PersonalizationView) -> String {
    var text = "consent \(view.consent.word), data space \(PrintableText.safe(view.settings.dataspace))"
    if let endpoint = view.settings.endpoint { text += ", \(PrintableText.safe(endpoint))" }
    if view.settings.isTestMode { text += ", test mode" }
    if view.inFlight > 0 { text += ", \(view.inFlight) in flight" }
    if view.shown > 0 { text += view.shown == 1 ? ", 1 point shown" : ", \(view.shown) points shown" }
    if view.stale > 0 { text += ", \(view.stale) stale: fetch-decisions" }
    if view.unreported > 0 { text += ", \(view.unreported) without a view: engage" }
    return text
  }
}
