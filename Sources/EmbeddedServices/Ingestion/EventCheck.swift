import TextFormats

/// Checks the events of one upload and collects what is wrong with them, by field and index (amplitude.md 6.5).
struct EventCheck {
  /// The names of the fields with the indexes of the events that have the fault.
  private struct FieldFaults {
    private(set) var fields: [(name: String, indexes: [Int])] = []

    var isEmpty: Bool { fields.isEmpty }

    mutating func add(_ name: String, _ index: Int) {
      if let place = fields.firstIndex(where: { $0.name.isExactly(name) }) {
        fields[place].indexes.append(index)
      } else {
        fields.append((name, [index]))
      }
    }

    var document: JSONValue {
      .object(
        JSONObject(
          uniqueMembers: fields.map { field in
            JSONMember(field.name, .array(field.indexes.map { .integer(Int64($0)) }))
          }))
    }
  }

  /// Types that only the service itself makes.
  private static let reservedTypes = [
    "[Amplitude] Start Session", "[Amplitude] End Session", "[Amplitude] Revenue", "[Amplitude] Revenue (Verified)",
    "[Amplitude] Revenue (Unverified)", "[Amplitude] Merged User",
  ]

  private static let groupIdentifyType = "$groupidentify"

  let minimumIdLength: Int
  /// For events without a time of their own, milliseconds since 1970.
  let uploadTime: Int64

  private(set) var events: [IngestedEvent] = []
  private var missing = FieldFaults()
  private var invalid = FieldFaults()
  private var invalidIdLengths = FieldFaults()

  init(minimumIdLength: Int, uploadTime: Int64) {
    self.minimumIdLength = minimumIdLength
    self.uploadTime = uploadTime
  }

  /// The body of the refusal; nil when every event is good.
  var refusal: JSONValue? {
    let error: String
    if !missing.isEmpty {
      error = "Request missing required field"
    } else if !invalid.isEmpty {
      error = "Invalid field values on some events"
    } else if !invalidIdLengths.isEmpty {
      error = "Invalid id length for user_id or device_id"
    } else {
      return nil
    }
    var body = JSONObject()
    body["code"] = 400
    body["error"] = .string(error)
    if !missing.isEmpty { body["events_with_missing_fields"] = missing.document }
    if !invalid.isEmpty { body["events_with_invalid_fields"] = invalid.document }
    if !invalidIdLengths.isEmpty { body["events_with_invalid_id_lengths"] = invalidIdLengths.document }
    return .object(body)
  }

  /// Checks the event at an index and keeps it.
  mutating func take(_ value: JSONValue, at index: Int) {
    let type = text(value, "event_type", at: index)
    switch type {
    case nil: if isAbsent(value["event_type"]) { missing.add("event_type", index) }
    case ""?: missing.add("event_type", index)
    case let type?: if Self.reservedTypes.contains(where: type.isExactly) { invalid.add("event_type", index) }
    }
    if isAbsent(value["user_id"]), isAbsent(value["device_id"]), type != Self.groupIdentifyType {
      missing.add("user_id", index)
      missing.add("device_id", index)
    }
    let userId = id(value, "user_id", at: index)
    let deviceId = id(value, "device_id", at: index)
    let insertId = text(value, "insert_id", at: index)
    let time = integer(value, "time", at: index)
    if let time, time < 0 { invalid.add("time", index) }
    _ = integer(value, "session_id", at: index)
    _ = integer(value, "event_id", at: index)
    let properties = object(value, "event_properties", at: index)
    let userProperties = object(value, "user_properties", at: index)
    _ = object(value, "groups", at: index)
    _ = object(value, "group_properties", at: index)
    events.append(
      IngestedEvent(
        type: type ?? "", time: time ?? uploadTime, insertId: insertId, userId: userId, deviceId: deviceId,
        properties: properties ?? JSONObject(), userProperties: userProperties))
  }

  private func isAbsent(_ value: JSONValue?) -> Bool { value?.isNull ?? true }

  private mutating func text(_ event: JSONValue, _ name: String, at index: Int) -> String? {
    guard let value = event[name], !value.isNull else { return nil }
    guard let text = value.string, !IngestionLimits.isTooLong(text) else {
      invalid.add(name, index)
      return nil
    }
    return text
  }

  private mutating func id(_ event: JSONValue, _ name: String, at index: Int) -> String? {
    guard let id = text(event, name, at: index) else { return nil }
    if IngestionLimits.isDenied(id) {
      invalid.add(name, index)
    } else if id.unicodeScalars.count < minimumIdLength {
      invalidIdLengths.add(name, index)
    }
    return id
  }

  private mutating func integer(_ event: JSONValue, _ name: String, at index: Int) -> Int64? {
    guard let value = event[name], !value.isNull else { return nil }
    guard let integer = value.integer else {
      invalid.add(name, index)
      return nil
    }
    return integer
  }

  private mutating func object(_ event: JSONValue, _ name: String, at index: Int) -> JSONObject? {
    guard let value = event[name], !value.isNull else { return nil }
    guard let object = value.object, IngestionLimits.accepts(value) else {
      invalid.add(name, index)
      return nil
    }
    return object
  }
}
