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
    case .document(let document): document.prettyText.split(separator: "\n").map(String.init)
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
}
