import SessionModel
import TextFormats

/// How events of the outbox, and what is asked of it, stand in records.
enum OutboxCoding {
  static func action(_ request: OutboxRequest) -> String {
    switch request {
    case .append: "append"
    case .remove: "remove"
    case .setAside: "setAside"
    }
  }

  /// The members of an `outbox` record behind `action`, up to its number, in order.
  static func members(_ request: OutboxRequest) -> [JSONMember] {
    let kind = JSONMember("kind", "outbox")
    switch request {
    case .append(let records): return [JSONMember("events", document(records)), kind]
    case .remove(let ids): return [JSONMember("insertIds", .array(ids.map(JSONValue.string))), kind]
    case .setAside(let ids, let reason):
      return [
        JSONMember("insertIds", .array(ids.map(JSONValue.string))), kind, JSONMember("reason", .string(reason)),
      ]
    }
  }

  static func request(_ fields: inout Fields) throws(FieldError) -> OutboxRequest {
    switch try fields.text("action") {
    case "append": return .append(try records(&fields))
    case "remove": return .remove(insertIds: try fields.texts("insertIds"))
    case "setAside":
      return .setAside(insertIds: try fields.texts("insertIds"), reason: try fields.text("reason"))
    case let action: throw FieldError("the outbox record has an unknown action \(JSONValue.string(action).text)")
    }
  }

  static func document(_ records: [OutboxRecord]) -> JSONValue {
    .array(
      records.map { record in
        var members = [
          JSONMember("deviceId", .string(record.deviceId)), JSONMember("event", .string(record.event)),
          JSONMember("insertId", .string(record.insertId)), JSONMember("sequence", .integer(Int64(record.sequence))),
        ]
        if let reason = record.setAside { members.append(JSONMember("setAside", .string(reason))) }
        return .object(JSONObject(uniqueMembers: members))
      })
  }

  static func records(_ fields: inout Fields) throws(FieldError) -> [OutboxRecord] {
    guard let elements = try fields.value("events").array else { throw FieldError("field \"events\" is no list") }
    var records: [OutboxRecord] = []
    for element in elements {
      var event = try Fields(element, of: "an event of the outbox")
      records.append(
        OutboxRecord(
          insertId: try event.text("insertId"), deviceId: try event.text("deviceId"),
          sequence: try event.count("sequence"), event: try event.text("event"),
          setAside: try event.textIfPresent("setAside")))
      try event.end()
    }
    return records
  }
}
