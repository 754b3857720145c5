/// The version of this tool, written to transcripts and printed by `--version`.
package enum ToolVersion {
  package static let text = "0.1.0"
  /// What live requests call this tool.
  static let userAgent = "flagsh/" + text
}
