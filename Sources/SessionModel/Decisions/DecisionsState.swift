import CommandLanguage
import ServiceMessages
import TextFormats
import Vocabulary

/// Where personalization stands (product.md rules 11–14).
struct DecisionsState: Equatable, Sendable {
  /// One `fetch-decisions` in flight.
  struct Fetch: Equatable, Sendable {
    /// One request of it, and what came of it.
    struct Part: Equatable, Sendable {
      /// The last try's.
      var request: Int
      var points: [String]
      /// What is sent again by a further try.
      var message: HTTPRequest
      var response: DecisionsResponse?
      var error: DecisionsError?
      /// The pause before the next try; nil while a request is in flight, and when there is none to come.
      var retryTimer: Int?
      /// Why the try before failed.
      var lastError: DecisionsError?
      /// Further tries made.
      var retryCount = 0

      var isSettled: Bool { response != nil || error != nil }
      var isInFlight: Bool { !isSettled && retryTimer == nil }
    }

    /// What holds for all of its parts.
    struct Terms: Equatable, Sendable {
      /// Counted from 1 in the order of asking.
      var number: Int
      /// Covers everything from the command to the decoded answer.
      var timer: Int
      /// When that is over.
      var due: Instant
      /// For whom the decisions are asked.
      var identity: Identity
      var requiresContent: Bool
    }

    let terms: Terms
    var parts: [Part]
  }

  /// The last usable answer of the session.
  struct Latest: Equatable, Sendable {
    var fetch: Int
    var requestIds: [String]
    var received: [JSONValue]
    var dropped: [DecisionsResponse.Dropped]
  }

  /// What a point shows now.
  struct Shown: Equatable, Sendable {
    var view: DecisionView
    var fetch: Int
    /// Somebody has noted a view of it.
    var isReported = false
  }

  /// An answer that came after the identity had changed: never shown as the current one.
  struct Apart: Equatable, Sendable {
    var deviceId: String
    var userId: String?
    var latest: Latest
  }

  /// How often a request is made again, with time and leave for it (personalization.md P8).
  static let retryLimit = 8
  /// The longest first pause; each further one is twice as long.
  static let firstRetryPause = Span.milliseconds(500)

  /// How many answers for older identities are kept.
  static let apartLimit = 10

  var consent = Consent.pending
  var fetches = FetchTable()
  var fetchCount = 0
  var latest: Latest?
  /// By point, in the order in which they were first shown.
  var shown: [Shown] = []
  var apart: [Apart] = []
  /// Why the newest fetch that has ended gave nothing; nil after one that did.
  private(set) var error: DecisionsError?
  /// The number of that fetch.
  private var errorFetch = 0
  /// The session id of engagement events, drawn with the first.
  var engagementSession: String?

  private var places: [ExactText: Int] = [:]

  func index(of point: String) -> Int? { places[ExactText(point)] }

  /// Shows a point that has not been shown before.
  mutating func append(_ new: Shown) {
    places[ExactText(new.view.point)] = shown.count
    shown.append(new)
  }

  /// Whether a newer answer stands for a point, so that an older one changes nothing of it.
  func isOvertaken(fetch: Int, point: String) -> Bool {
    index(of: point).map { shown[$0].fetch > fetch && !shown[$0].view.isStale } ?? false
  }

  /// Whether newer answers stand for everything that was asked for and came.
  func isOvertaken(fetch: Int, _ part: Fetch.Part) -> Bool {
    part.points.allSatisfy { isOvertaken(fetch: fetch, point: $0) }
      && (part.response?.decisions.allSatisfy { isOvertaken(fetch: fetch, point: $0.point.name) } ?? true)
  }

  /// Notes how a fetch ended, unless a newer one has ended already.
  mutating func note(_ error: DecisionsError?, ofFetch number: Int) {
    guard number >= errorFetch else { return }
    (self.error, errorFetch) = (error, number)
  }

  /// What was shown belongs to another identity or another consent now.
  mutating func markStale() {
    for index in shown.indices { shown[index].view.isStale = true }
  }
}
