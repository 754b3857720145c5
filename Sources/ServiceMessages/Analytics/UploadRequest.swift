package import TextFormats
package import Vocabulary

/// An event as it goes over the wire (amplitude.md 6.2); everything in it is fixed when it is tracked.
package struct UploadEvent: Equatable, Sendable {
  package var type: String
  package var userId: String?
  package var deviceId: String
  /// Milliseconds since 1970.
  package var time: Int64
  package var insertId: String
  /// Counts up from 1.
  package var eventId: Int
  /// Start of the analytics session, milliseconds since 1970 (amplitude.md 6.8).
  package var sessionId: Int64
  package var platform: String
  package var properties: JSONObject

  package init(
    type: String, userId: String?, deviceId: String, time: Int64, insertId: String, eventId: Int, sessionId: Int64,
    platform: String, properties: JSONObject
  ) {
    self.type = type
    self.userId = userId
    self.deviceId = deviceId
    self.time = time
    self.insertId = insertId
    self.eventId = eventId
    self.sessionId = sessionId
    self.platform = platform
    self.properties = properties
  }

  package var document: JSONValue {
    var members = [
      JSONMember("device_id", .string(deviceId)),
      JSONMember("event_id", .integer(Int64(eventId))),
      JSONMember("event_properties", .object(properties)),
      JSONMember("event_type", .string(type)),
      JSONMember("insert_id", .string(insertId)),
      JSONMember("library", .string(ClientLibrary.analytics)),
      JSONMember("platform", .string(platform)),
      JSONMember("session_id", .integer(sessionId)),
      JSONMember("time", .integer(time)),
    ]
    if let userId { members.append(JSONMember("user_id", .string(userId))) }
    return .object(JSONObject(uniqueMembers: members))
  }
}

/// The upload of a batch of events (amplitude.md 6.1).
package enum UploadRequest {
  /// How long the app waits for an answer (amplitude.md 1.3).
  package static let timeout = Span.seconds(60)
  /// Fewer than the service's limit of 2,000 events a request (amplitude.md 6.3).
  package static let eventLimit = 1_000
  /// Below the service's limit of 1 MB a request.
  package static let byteLimit = 950_000
  /// What a body has beside its events, a real key in the place of its placeholder included.
  static let envelopeBytes = 256

  /// How many of the first events fit one request; at least one when there are any.
  package static func batchCount(of items: [UploadItem]) -> Int {
    var bytes = envelopeBytes
    var count = 0
    for item in items.prefix(eventLimit) {
      bytes += item.byteCount + 1
      if bytes > byteLimit && count > 0 { break }
      count += 1
    }
    return count
  }

  /// A request that uploads these events, in order; the key is a placeholder.
  package static func build(_ events: [UploadEvent]) -> HTTPRequest { build(items: events.map(UploadItem.init)) }

  /// The same for events that were written before.
  package static func build(items: [UploadItem]) -> HTTPRequest {
    // Each event is written once, for its size and for the body.
    let key = JSONValue.string(SecretPlaceholder.apiKey).text
    let body = #"{"api_key":\#(key),"events":["# + items.map(\.text).joined(separator: ",") + "]}"
    return HTTPRequest(
      service: .analytics, method: "POST", path: "/2/httpapi",
      headers: [
        HTTPHeader("Accept", "application/json"), HTTPHeader("Content-Type", "application/json; charset=utf-8"),
      ],
      body: body)
  }
}
