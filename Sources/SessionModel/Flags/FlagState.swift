import TextFormats
import Vocabulary

/// Where the fetching of variants stands (product.md rules 0, 2, 3, 4).
struct FlagState: Equatable, Sendable {
  /// The one request in flight.
  struct Fetch: Equatable, Sendable {
    var request: Int
    var timer: Int
    var revision: Int
  }

  /// A failed fetch of the current revision that is tried again when the timer is due.
  struct Retry: Equatable, Sendable {
    var timer: Int
  }

  /// The pauses before each further try, in milliseconds (amplitude.md 2.6).
  static let retryDelays: [Int64] = [500, 750, 1_125, 1_687, 2_530, 3_795, 5_692, 8_538]

  /// What became of the current revision.
  enum Settlement: Equatable, Sendable {
    case assigned(Variant, Layout)
    /// `detail` says more to people than the reason's code: a status, an excerpt, the value received.
    case fallback(FallbackReason, detail: String)
  }

  /// Rises with every refresh, sign-in and logout; 0 before the first.
  var revision = 0
  /// Asked for while another request was in flight: runs next.
  var isPending = false
  var active: Fetch?
  /// Set while a failed fetch waits for its next try.
  var retry: Retry?
  /// Further tries made for the current revision.
  var retryCount = 0
  /// What a person can do about the last failure.
  var advice: String?
  /// nil while loading and before the first fetch.
  var settlement: Settlement?
  /// User properties changed since the last fetch was made.
  var isStale = false
  /// What the last accepted answer carried, in its order; emptied before every fetch.
  var cache: [(flag: String, variant: Variant)] = []
  /// Variants set by hand, in the order in which they were first set.
  var overrides = ExactTextMap<String>()

  var isLoading: Bool { isPending || active != nil || retry != nil }

  func cached(_ flag: String) -> Variant? { cache.first { $0.flag.isExactly(flag) }?.variant }

  func overridden(_ flag: String) -> String? { overrides[flag] }

  static func == (left: FlagState, right: FlagState) -> Bool {
    left.revision == right.revision && left.isPending == right.isPending && left.active == right.active
      && left.retry == right.retry && left.retryCount == right.retryCount
      && left.settlement == right.settlement && left.isStale == right.isStale
      && left.cache.elementsEqual(right.cache) { $0.flag.isExactly($1.flag) && $0.variant == $1.variant }
      && left.overrides.elements.elementsEqual(right.overrides.elements) {
        $0.name.isExactly($1.name) && $0.value.isExactly($1.value)
      }
  }
}
