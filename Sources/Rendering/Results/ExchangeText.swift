import SessionModel
import TextFormats
import Vocabulary

/// `requests`, `variants`, `variant` and `jobs`.
enum ExchangeText {
  static func requests(_ exchanges: [Exchange]) -> [String] {
    guard !exchanges.isEmpty else { return ["No request was made"] }
    var table = Table(header: ["#", "service", "began", "took", "outcome", "revision", "fate"])
    for exchange in exchanges {
      table.add([
        "\(exchange.id)", exchange.service.rawValue, TimeText.text(exchange.began),
        exchange.duration.map { TimeText.text($0) } ?? "-", outcome(exchange), "\(exchange.revision)",
        exchange.fate?.rawValue ?? "in flight",
      ])
    }
    return table.lines()
  }

  private static func outcome(_ exchange: Exchange) -> String {
    if case .status(let status, let excerpt) = exchange.ending {
      return excerpt.isEmpty ? "\(status)" : "\(status) \(PrintableText.safe(excerpt))"
    }
    return exchange.errorCode ?? "-"
  }

  static func variants(_ view: VariantsView) -> [String] {
    var lines = [StatusSentence.text(view.flags)]
    if view.variants.isEmpty && view.overrides.isEmpty { return lines + ["No variants"] }
    var table = Table(header: ["flag", "key", "value", "from"])
    for entry in view.variants {
      table.add([
        PrintableText.safe(entry.flag), PrintableText.safe(entry.variant.key ?? "-"),
        PrintableText.safe(entry.variant.value ?? "-"),
        "fetch of revision \(view.flags.revision)" + (entry.variant.isDefault ? ", default (not assigned)" : ""),
      ])
    }
    for override in view.overrides {
      table.add([PrintableText.safe(override.flag), "-", PrintableText.safe(override.variant), "override"])
    }
    lines += table.lines()
    return lines
  }

  static func variant(_ view: VariantView) -> [String] {
    var lines: [String] = []
    if let override = view.override {
      lines.append("\(PrintableText.safe(view.flag)): \(PrintableText.safe(override)) (override)")
    }
    if let variant = view.variant {
      lines.append(
        "\(PrintableText.safe(view.flag)): \(PrintableText.safe(variant.value ?? variant.key ?? "no value"))"
          + " (fetch of revision \(view.revision)\(variant.isDefault ? ", default: not assigned" : ""))")
      for member in variant.document.object?.members ?? [] {
        lines.append("  \(PrintableText.safe(member.name)): \(LedgerText.valueText(member.value))")
      }
    }
    return lines
  }

  static func jobs(_ jobs: [Job]) -> [String] {
    guard !jobs.isEmpty else { return ["No jobs"] }
    var table = Table()
    for job in jobs { table.add(["%\(job.id)", job.state.rawValue, PrintableText.safe(job.command)]) }
    return table.lines()
  }
}
