import ServiceMessages
import TextFormats

/// The ingestion service as its clients see it: `/2/httpapi` and `/batch` (amplitude.md 6).
enum IngestionService {
  /// The answer to an upload and the events that were taken; a request with one bad event is refused as a whole.
  ///
  /// - Parameter uploadTime: the moment of the request, milliseconds since 1970.
  static func receive(_ request: HTTPRequest, uploadTime: Int64) -> (response: HTTPResponse, events: [IngestedEvent]) {
    let path = request.path.prefix { $0 != "?" }
    guard path == "/2/httpapi" || path == "/batch" else { return (refusal(400, "Invalid request path"), []) }
    guard request.method == "POST" else { return (refusal(405, "Method not allowed"), []) }
    guard let text = request.body, !text.isEmpty else { return (refusal(400, "Missing request body"), []) }
    let byteLimit = path == "/batch" ? IngestionLimits.batchBytes : IngestionLimits.requestBytes
    let size = text.utf8.count
    guard size < byteLimit else { return (refusal(413, "Payload too large"), []) }
    guard let body = try? JSON.parse(text), let members = body.object else {
      return (refusal(400, "Invalid JSON request body"), [])
    }
    guard let key = members["api_key"], !key.isNull else { return (missing("api_key"), []) }
    guard let key = key.string, key.isExactly(SecretPlaceholder.apiKey) else {
      return (refusal(400, "Invalid API key: \(key.string ?? key.text)"), [])
    }
    guard let listed = members["events"], !listed.isNull else { return (missing("events"), []) }
    guard let events = listed.array, !events.isEmpty, events.allSatisfy({ $0.object != nil }) else {
      return (refusal(400, "Invalid event JSON"), [])
    }
    guard events.count <= IngestionLimits.events else { return (refusal(413, "Payload too large"), []) }
    var minimum = IngestionLimits.idLength
    if let wanted = members["options"]?["min_id_length"], !wanted.isNull {
      guard let length = wanted.integer, length >= 1 else { return (refusal(400, "Invalid min_id_length"), []) }
      minimum = Int(length)
    }

    var check = EventCheck(minimumIdLength: minimum, uploadTime: uploadTime)
    for (index, event) in events.enumerated() { check.take(event, at: index) }
    if let refusal = check.refusal { return (.json(400, refusal), []) }
    let answer: JSONValue = [
      "code": 200, "events_ingested": JSONValue(events.count), "payload_size_bytes": JSONValue(size),
      "server_upload_time": .integer(uploadTime),
    ]
    return (.json(200, answer), check.events)
  }

  private static func refusal(_ status: Int, _ error: String) -> HTTPResponse {
    .json(status, ["code": JSONValue(status), "error": .string(error)])
  }

  private static func missing(_ field: String) -> HTTPResponse {
    .json(400, ["code": 400, "error": "Request missing required field", "missing_field": .string(field)])
  }
}
