package import TextFormats

/// What a command gives, before it becomes text or JSON (design.md: results are values).
package enum CommandResult: Equatable, Sendable {
  case nothing

  /// Codes and values only, no sentences: the form in transcripts and in JSON output.
  package var document: JSONValue { .null }
}
