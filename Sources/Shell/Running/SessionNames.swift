import CommandLanguage
import LineEditing
import SessionModel
import TextFormats
import Vocabulary

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The names that Tab offers: what the world knows, and identities used lately.
final class SessionNames {
  private static let recentLimit = 50
  /// Folders with more entries than this are not listed in full.
  private static let fileLimit = 500

  private var userIds: [String] = []
  private var deviceIds: [String] = []

  /// Remembers the identity that a command has left behind.
  func learn(_ outcome: Outcome) {
    let identity: Identity
    switch outcome.result {
    case .state(let view): identity = view.identity.identity
    case .identity(let view): identity = view.identity
    default: return
    }
    if let userId = identity.userId { Self.note(userId, in: &userIds) }
    Self.note(identity.deviceId, in: &deviceIds)
  }

  private static func note(_ name: String, in list: inout [String]) {
    if list.first.map({ $0.isExactly(name) }) ?? false { return }
    list.removeAll { $0.isExactly(name) }
    list.insert(name, at: 0)
    if list.count > recentLimit { list.removeLast() }
  }

  func complete(_ line: String, _ cursor: Int, _ session: Session) -> CompletionAnswer {
    var vocabulary = CompletionVocabulary()
    vocabulary.flagKeys = session.configuration.knownFlags
    vocabulary.pointNames = session.pointNames
    vocabulary.userIds = userIds
    vocabulary.deviceIds = deviceIds
    vocabulary.propertyNames = session.identity.properties.members.map(\.name)
    vocabulary.jobs = session.runningJobs
    vocabulary.insertIds = session.undeliveredInsertIds
    vocabulary.documentPaths = Self.documentPaths
    let completion = Completion.complete(line: line, cursorScalars: cursor, vocabulary: vocabulary)
    var candidates = completion.candidates.map { candidate in
      CompletionAnswer.Candidate(
        candidate.text, note: candidate.note.isEmpty ? nil : candidate.note,
        suffix: candidate.text.hasSuffix("=") ? "" : " ")
    }
    if let beginning = completion.needsFiles {
      candidates += Self.files(beginning).map { name, isFolder in
        CompletionAnswer.Candidate(
          completion.quoted(name), label: name.split(separator: "/").last.map(String.init), suffix: isFolder ? "/" : " "
        )
      }
    }
    return CompletionAnswer(range: completion.replaced, candidates: candidates)
  }

  /// Paths that expectations often start with.
  private static let documentPaths = [
    "flags.state", "flags.reason", "flags.revision", "flags.variants", "identity.deviceId", "identity.userId",
    "personalization.consent", "personalization.error", "report.layout", "report.open", "report.source",
    "report.visible", "events.count", "events[-1].type",
  ]

  private static func files(_ beginning: String) -> [(String, isFolder: Bool)] {
    let slash = beginning.lastIndex(of: "/")
    let folder = slash.map { String(beginning[...$0]) } ?? ""
    let partial = slash.map { String(beginning[beginning.index(after: $0)...]) } ?? beginning
    guard let stream = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < fileLimit {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard name.hasPrefix(partial), name != ".", name != "..", !name.hasPrefix(".") || partial.hasPrefix(".") else {
        continue
      }
      names.append(name)
    }
    return names.sorted { $0.precedes($1) }.map { name in
      let path = folder + name
      if case .success(.folder) = SystemCalls.kind(of: path) { return (path, true) }
      return (path, false)
    }
  }
}
