package import TextFormats
package import Vocabulary

/// What a replay of one file gave.
package struct ReplayReport: Equatable, Sendable {
  /// One session of the file.
  package struct SessionReport: Equatable, Sendable {
    /// Counted from 1.
    package var number: Int
    /// The version of the tool that recorded it.
    package var toolVersion: String
    /// The records that were read, by kind.
    package var counts: RecordCounts
    /// The first divergence after each input, up to `Replayer.divergenceLimit`, in the order of the file.
    package var divergences: [Divergence]
    /// All of them, also those that are not listed.
    package var divergenceCount: Int
    /// Whether the footer was reached.
    package var isWhole: Bool

    package init(
      number: Int, toolVersion: String, counts: RecordCounts = RecordCounts(), divergences: [Divergence] = [],
      divergenceCount: Int = 0, isWhole: Bool = false
    ) {
      self.number = number
      self.toolVersion = toolVersion
      self.counts = counts
      self.divergences = divergences
      self.divergenceCount = divergenceCount
      self.isWhole = isWhole
    }
  }

  /// The transcript as the user named it.
  package var file: String
  package var sessions: [SessionReport]
  /// Why the file could not be read to its end; sessions before the fault were replayed.
  package var fault: Diagnostic?

  package init(file: String, sessions: [SessionReport] = [], fault: Diagnostic? = nil) {
    self.file = file
    self.sessions = sessions
    self.fault = fault
  }

  /// 5 for a file that is not whole, 4 for a divergence, else 0 (product.md section 2).
  package var status: ExitStatus {
    if fault != nil { return .badFile }
    return sessions.contains { $0.divergenceCount > 0 } ? .expectationFailed : .success
  }

  /// Everything to tell on standard error: the first divergence of each session, then the fault. An empty list means
  /// that the replay agrees.
  package var diagnostics: [Diagnostic] {
    var diagnostics = sessions.compactMap { $0.divergences.first?.diagnostic(file: file) }
    if let fault { diagnostics.append(fault) }
    return diagnostics
  }

  /// The report as JSON: `file`, and per session `divergenceCount`, `divergences`, `number`, `records`, `toolVersion`
  /// and `whole`.
  package var document: JSONValue {
    [
      "file": .string(file),
      "sessions": .array(
        sessions.map { session in
          [
            "divergenceCount": .integer(Int64(session.divergenceCount)),
            "divergences": .array(session.divergences.map(\.document)),
            "number": .integer(Int64(session.number)),
            "records": .integer(Int64(session.counts.total)),
            "toolVersion": .string(session.toolVersion),
            "whole": .bool(session.isWhole),
          ]
        }),
    ]
  }

  /// One line for people: `smoke.jsonl: 1 session, 12 records: agrees`.
  package var summary: String {
    let records = sessions.reduce(0) { $0 + $1.counts.total }
    let diverged = sessions.count { $0.divergenceCount > 0 }
    let verdict =
      fault != nil ? "not whole" : diverged == 0 ? "agrees" : "diverged in \(Self.counted(diverged, "session"))"
    return "\(file): \(Self.counted(sessions.count, "session")), \(Self.counted(records, "record")): \(verdict)"
  }

  private static func counted(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
