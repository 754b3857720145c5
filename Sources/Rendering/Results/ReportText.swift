import SessionModel
import Vocabulary

/// The report as the person sees it (product.md rule 10).
enum ReportText {
  static func lines(_ view: ReportView, _ palette: Palette) -> [String] {
    var lines = [palette.strong("Usage report"), StatusSentence.colored(view.flags, palette)]
    guard view.isVisible else { return view.isOpen ? lines : ["Report closed"] }
    lines.append("\(view.figures.days)-day report: \(view.figures.total) sample actions")
    lines.append(
      "Layout: \(view.layout.rawValue)" + (view.source == .override ? " (override; nothing is tracked)" : ""))
    if view.hasDetails {
      lines.append("Daily average: \(view.figures.average) actions")
      if let day = view.figures.mostActiveDay { lines.append("Most active day: \(day)") }
    }
    return lines
  }
}
