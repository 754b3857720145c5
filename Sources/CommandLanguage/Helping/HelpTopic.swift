/// A page of help that is about no single command.
package struct HelpTopic: Sendable {
  package let name: String
  /// One line without a full stop.
  package let summary: String
  /// The page's text, lines of at most 80 columns.
  package let text: String

  /// All topics in the order of help.
  package static let all: [HelpTopic] = [
    troubleshooting, scripts, expect, transcripts, evaluate, decisions, live, exitCodes, rules,
  ]

  /// The topic of this name.
  package static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}
