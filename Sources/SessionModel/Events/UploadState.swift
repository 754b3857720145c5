import ServiceMessages
import TextFormats
import Vocabulary

/// Where uploading stands: one request at a time, in order (product.md rule 9).
///
/// Events are named by key: tracked ones by their sequence number, those of earlier sessions by smaller numbers that
/// `OutboxState` gives out, so the order of keys is the order of sending.
struct UploadState: Equatable, Sendable {
  struct Active: Equatable, Sendable {
    var request: Int
    var timer: Int
    var events: [Int]
  }

  /// Why events are put aside; raw values stand in the outbox and its document.
  enum ParkReason: String, Equatable, Sendable {
    /// The service refuses the API key.
    case keyRefused
    /// A device or user has used up what it may send a day.
    case overQuota
    /// The service refuses the request that carries the event.
    case requestRefused
    /// The service refuses the event without saying why.
    case eventRefused

    /// Whether a later session may try without being asked: time or another key may have helped.
    var mayHavePassed: Bool { self == .keyRefused || self == .overQuota }
  }

  struct Parked: Equatable, Sendable {
    var key: Int
    var reason: ParkReason
  }

  /// A device or a user that has to pause.
  struct Delay: Equatable, Sendable {
    var name: ExactText
    var isUser: Bool
    var until: Instant
  }

  /// Uploading goes on by itself when the timer is due.
  struct Pause: Equatable, Sendable {
    var timer: Int
    var due: Instant
    /// What is wanted again then.
    var through: Int
    /// After a failure; otherwise devices or users pause.
    var isBackOff: Bool
  }

  /// The app asks for an upload when this many events wait (amplitude.md 6.7).
  static let queueLimit = 30
  /// How many failures in a row are followed by another try without being asked (amplitude.md 6.6).
  static let retryLimit = 6
  /// The longest pause after a failure.
  static let longestBackOff: Int64 = 60
  /// After so many accepted requests larger ones are tried again.
  static let growthAfter = 10
  /// How long a throttled device or user has to wait (amplitude.md 6.3).
  static let throttlePause = Span.seconds(30)

  var active: Active?
  /// Upload is wanted for events up to this key; 0 is none, since no event has it.
  var wantedThrough = 0
  /// The events of one request at most, halved when the service found a request too large, doubled after a while.
  var batchLimit = UploadRequest.eventLimit
  /// Requests of that size that were accepted in a row.
  var acceptedCount = 0
  /// The same while an event is looked for that the service refuses without naming it; grows back with each success.
  var searchLimit = UploadRequest.eventLimit
  /// Why the last upload failed; nil after one that went well.
  var lastFailure: ServiceFailure?
  /// Failures in a row that said nothing about events.
  var failureCount = 0
  var pause: Pause?
  var delays: [Delay] = []
  /// Events put aside, in the order in which they were.
  var parked: [Parked] = []
  /// The service has refused the key: nothing is sent until somebody asks for it with reason.
  var isKeyRefused = false

  /// The pause after the failure of this number, counted from 1.
  static func backOff(afterFailure number: Int) -> Span {
    .seconds(number > retryLimit ? longestBackOff : min(longestBackOff, 1 << Int64(number - 1)))
  }

  mutating func delay(_ name: String, isUser: Bool, until: Instant) {
    let name = ExactText(name)
    delays.removeAll { $0.isUser == isUser && $0.name == name }
    delays.append(Delay(name: name, isUser: isUser, until: until))
  }
}
