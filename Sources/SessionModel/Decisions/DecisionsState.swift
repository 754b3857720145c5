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
      var request: Int
      var points: [String]
      var response: DecisionsResponse?
      var error: DecisionsError?

      var isSettled: Bool { response != nil || error != nil }
    }

    /// Counted from 1 in the order of asking.
    var number: Int
    /// Covers everything from the command to the decoded answer.
    var timer: Int
    /// For whom the decisions are asked.
    var identity: Identity
    var requiresContent: Bool
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

  /// How many answers for older identities are kept.
  static let apartLimit = 10

  var consent = Consent.pending
  var fetches = FetchTable()
  var fetchCount = 0
  var latest: Latest?
  /// By point, in the order in which they were first shown.
  var shown: [Shown] = []
  var apart: [Apart] = []
  /// Why the last fetch gave nothing; nil after one that did.
  var error: DecisionsError?
  /// The session id of engagement events, drawn with the first.
  var engagementSession: String?

  private var places: [ExactText: Int] = [:]

  func index(of point: String) -> Int? { places[ExactText(point)] }

  /// Shows a point that has not been shown before.
  mutating func append(_ new: Shown) {
    places[ExactText(new.view.point)] = shown.count
    shown.append(new)
  }

  /// Whether a newer answer stands for every one of these points, so that an older one changes nothing.
  func isOvertaken(fetch: Int, points: [String]) -> Bool {
    points.allSatisfy { point in
      index(of: point).map { shown[$0].fetch > fetch && !shown[$0].view.isStale } ?? false
    }
  }

  /// What was shown belongs to another identity or another consent now.
  mutating func markStale() {
    for index in shown.indices { shown[index].view.isStale = true }
  }
}
