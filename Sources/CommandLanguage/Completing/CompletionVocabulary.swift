/// The names of a session that completion can offer; each list in the order in which it is to be offered.
package struct CompletionVocabulary: Equatable, Sendable {
  package var flagKeys: [String] = []
  /// The variants known for a flag key.
  package var variants: [String: [String]] = [:]
  package var pointNames: [String] = []
  /// User ids used lately, newest first.
  package var userIds: [String] = []
  /// Device ids used lately, newest first.
  package var deviceIds: [String] = []
  /// Insert ids of undelivered events, the first to be sent first.
  package var insertIds: [String] = []
  package var propertyNames: [String] = []
  /// The numbers of jobs in flight.
  package var jobs: [Int] = []
  /// Paths of the session document beside its top-level names.
  package var documentPaths: [String] = []

  package init() {}
}
