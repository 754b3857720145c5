/// What a session knows before its first input: written to the header of a transcript, so a replay needs nothing else.
package struct SessionConfiguration: Equatable, Sendable {
  /// The word of `world.kind` (product.md section 5).
  package enum WorldKind: String, Sendable {
    case embedded
    case live
  }

  /// Where identifiers come from: 128 bits, the seed of an embedded session zero-extended.
  package var seed: [UInt64]
  /// Virtual or real start, microseconds since 1970-01-01T00:00:00Z.
  package var startMicroseconds: Int64
  /// The app platform that the session stands for (`iOS`).
  package var platform: String
  package var world: WorldKind
  /// Whether tracked events are uploaded (embedded: always; live: with `--send`).
  package var isSending: Bool
  /// Why flags are off, nil when both keys and the region are usable (product.md rule 1).
  package var flagsOff: FlagsOff?
  /// The report's seven daily numbers, Monday first.
  package var dailyActions: [Int]
  /// The experiment flag key that decides the report's layout.
  package var reportFlagKey: String
  /// Flag keys and point names that completion may offer.
  package var knownFlags: [String]
  package var knownPoints: [String]
  package var personalization: PersonalizationSettings
  /// Whether failed fetches are tried again on the app library's schedule (`--retry`, amplitude.md 2.6); an embedded
  /// session also repeats failed uploads then, as live ones always do.
  package var retries: Bool
  /// The region of a live session (`US`, `EU`), nil when none is known.
  package var region: String?
  /// Addresses of services that are not the region's own.
  package var customEndpoints: [CustomEndpoint]

  package init(
    seed: [UInt64] = [0, 0], startMicroseconds: Int64 = 1_767_225_600_000_000, platform: String = "iOS",
    world: WorldKind = .embedded, isSending: Bool = true, flagsOff: FlagsOff? = nil, dailyActions: [Int] = [],
    reportFlagKey: String = "report-layout", knownFlags: [String] = [], knownPoints: [String] = [],
    personalization: PersonalizationSettings = PersonalizationSettings(), retries: Bool = false,
    region: String? = nil, customEndpoints: [CustomEndpoint] = []
  ) {
    self.seed = seed
    self.startMicroseconds = startMicroseconds
    self.platform = platform
    self.world = world
    self.isSending = isSending
    self.flagsOff = flagsOff
    self.dailyActions = dailyActions
    self.reportFlagKey = reportFlagKey
    self.knownFlags = knownFlags
    self.knownPoints = knownPoints
    self.personalization = personalization
    self.retries = retries
    self.region = region
    self.customEndpoints = customEndpoints
  }
}
