/// What can stand at the cursor of a line that is being typed.
package struct Completion: Equatable, Sendable {
  /// One thing to put in place of `replaced`.
  package struct Candidate: Equatable, Sendable {
    /// Ready to be put into the line: quoted where that is needed.
    package var text: String
    /// What it is, in a few words; empty when there is nothing to say.
    package var note: String
  }

  /// The part of the line that a candidate replaces, in Unicode scalars; it ends at the cursor.
  package var replaced: Range<Int>
  package var candidates: [Candidate] = []
  /// Set when a file name belongs here: its beginning, without quotes. The caller knows the folders and puts names in
  /// place of `replaced`, as `quoted` writes them.
  package var needsFiles: String?
  /// The quote that the word began with, if any.
  var quote: UInt8?

  /// A name as it can stand in place of `replaced`: in the quotes that were begun, or in some where it needs them.
  package func quoted(_ text: String) -> String {
    quote.map { ShellQuoting.quoted(text, with: $0) } ?? ShellQuoting.quoted(text)
  }

  /// The top-level names of the session document that every session has (product.md section 5).
  package static let documentNames = [
    "identity", "flags", "report", "events", "suppressed", "requests", "jobs", "world", "decisions", "personalization",
  ]

  /// Completes the word before the cursor.
  /// - Parameter cursorScalars: Where the cursor stands, counted in Unicode scalars; beyond the end counts as the end.
  package static func complete(
    line: String, cursorScalars: Int, vocabulary: CompletionVocabulary
  ) -> Completion {
    let before = String(String.UnicodeScalarView(line.unicodeScalars.prefix(max(cursorScalars, 0))))
    let cursor = before.unicodeScalars.count
    guard var typed = TypedWords(before) else { return Completion(replaced: cursor..<cursor) }
    typed.dropBang()
    var completer = Completer(typed: typed, vocabulary: vocabulary)
    completer.run()
    let start = before.utf8.prefix(completer.start).count { $0 & 0xC0 != 0x80 }
    var completion = Completion(replaced: start..<cursor, quote: typed.quote)
    let beginning = completer.beginning
    if completer.wantsFile { completion.needsFiles = beginning }
    completion.candidates = completer.offers.compactMap { offer in
      guard offer.text.utf8.starts(with: beginning.utf8) else { return nil }
      let text = offer.isSyntax && typed.quote == nil ? offer.text : completion.quoted(offer.text)
      return Candidate(text: text, note: offer.note)
    }
    return completion
  }
}
