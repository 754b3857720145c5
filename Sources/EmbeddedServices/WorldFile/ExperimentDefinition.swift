/// An experiment as the world file describes it.
struct ExperimentDefinition: Equatable, Sendable {
  struct Start: Equatable, Sendable {
    /// As written in the file.
    var text: String
    /// Since 1970-01-01T00:00:00Z.
    var microseconds: Int64
  }

  var flag: String
  /// The type of the processed event that counts as an exposure.
  var exposureEvent: String
  /// The type of the event that counts as a conversion.
  var primaryMetric: String
  /// Nil while the experiment is a draft.
  var start: Start?
  /// The keys of the variants that are compared; empty for all of the flag that are not its default.
  var variants: [String]
}
