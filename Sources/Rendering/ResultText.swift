import CommandLanguage
package import SessionModel
import TextFormats
import Vocabulary

/// Results as text for people.
package enum ResultText {
  /// The lines of an outcome's result, without line ends; none when it has nothing to say.
  package static func lines(_ outcome: Outcome, _ palette: Palette) -> [String] {
    switch outcome.result {
    case .nothing: []
    case .state(let view):
      outcome.name == "status" ? StateText.status(view, palette) : StateText.settled(view, name: outcome.name, palette)
    case .superseded(let view): StateText.superseded(view, palette)
    case .document(let document): document.prettyText.split(separator: "\n").map { harmless($0) }
    case .identity(let view): StateText.identityPage(view)
    case .report(let view): ReportText.lines(view, palette)
    case .exported(let entry): LedgerText.exported(entry)
    case .variants(let view): ExchangeText.variants(view)
    case .variant(let view): ExchangeText.variant(view)
    case .overrides(let overrides):
      overrides.isEmpty ? ["No overrides"] : ["Overrides: " + StateText.overrides(overrides)]
    case .ledger(let entries): LedgerText.lines(entries, name: outcome.name)
    case .requests(let exchanges): ExchangeText.requests(exchanges)
    case .flushed(let view): LedgerText.flushed(view)
    case .consent(let view): ["Personalization: " + DecisionsText.state(view)]
    case .decisions(let view): DecisionsText.lines(view, palette)
    case .decision(let view): DecisionsText.page(view, palette)
    case .decisionValue(let value): DecisionsText.found(value)
    case .engaged(let entry): DecisionsText.engaged(entry)
    case .jobStarted(let job): ["%\(job)"]
    case .jobs(let jobs): ExchangeText.jobs(jobs)
    case .waited: []
    case .expectation: []
    case .world(let question, let body): WorldText.lines(question, body, name: outcome.name, palette)
    case .text(let text): [text]
    case .help(let topic):
      (Help.text(topic: topic) ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }
  /// A line of JSON with what could move the cursor or reorder text as JSON's own escapes: the same value still.
  static func harmless(_ line: Substring) -> String {
    var shown = ""
    for scalar in line.unicodeScalars {
      let text = String(scalar)
      if PrintableText.safe(text).unicodeScalars.elementsEqual(text.unicodeScalars) {
        shown.unicodeScalars.append(scalar)
      } else {
        for unit in text.utf16 { shown += "\\u" + hex(unit) }
      }
    }
    return shown
  }

  private static func hex(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
