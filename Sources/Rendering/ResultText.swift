import CommandLanguage
package import SessionModel
import TextFormats
import Vocabulary

/// Results as text for people.
package enum ResultText {
  /// JSON that a terminal can show: scalars that could move the cursor, hide or reorder text become the escapes of JSON,
  /// so that it still means the same.
  package static func harmless(json: String) -> String {
    if json.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return json }
    var shown = ""
    for scalar in json.unicodeScalars {
      let text = String(scalar)
      if PrintableText.safe(text).isExactly(text) {
        shown.unicodeScalars.append(scalar)
      } else {
        for unit in text.utf16 {
          let digits = String(unit, radix: 16)
          shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return shown
  }

  /// The lines of an outcome's result, without line ends; none when it has nothing to say.
  package static func lines(_ outcome: Outcome, _ palette: Palette) -> [String] {
    switch outcome.result {
    case .nothing: []
    case .state(let view):
      outcome.name == "status" ? StateText.status(view, palette) : StateText.settled(view, name: outcome.name, palette)
    case .superseded(let view): StateText.superseded(view, palette)
    case .document(let document): document.prettyText.split(separator: "\n").map { harmless(json: String($0)) }
    case .identity(let view): StateText.identityPage(view)
    case .properties(let view): ChangeText.lines(view)
    case .report(let view): ReportText.lines(view, palette)
    case .exported(let entry): LedgerText.exported(entry)
    case .variants(let view): ExchangeText.variants(view)
    case .variant(let view): ExchangeText.variant(view)
    case .overridden(let view): ChangeText.lines(view)
    case .ledger(let entries): LedgerText.lines(entries, name: outcome.name)
    case .requests(let exchanges): ExchangeText.requests(exchanges)
    case .flushed(let view): LedgerText.flushed(view)
    case .outbox(let view): OutboxText.lines(view)
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
}
