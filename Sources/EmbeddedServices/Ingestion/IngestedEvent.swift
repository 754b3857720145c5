import TextFormats

/// An event that the ingestion service took, before or after processing.
struct IngestedEvent: Sendable {
  var type: String
  /// Milliseconds since 1970.
  var time: Int64
  var insertId: String?
  var userId: String?
  var deviceId: String?
  var properties: JSONObject
  /// What the event says about its user: plain names, or operations of an identify event.
  var userProperties: JSONObject?

  /// Who did it, as analyses count: the user id, else the device id.
  var person: ExactText { ExactText(userId.map { "user:\($0)" } ?? "device:\(deviceId ?? "")") }
}
