import TextFormats
import Vocabulary

extension EmbeddedWorld {
  /// `/flagsh/profile`: what the analytics side knows of a device. One it never heard of is empty, not an error.
  mutating func profile(_ query: WorldQuery, at now: Instant) throws(WorldFailure) -> JSONValue {
    let device = try query.text("deviceId")
    store.settle(at: now)
    let events = store.events(device: device)
    var userIds: [String] = []
    for event in events {
      if let userId = event.userId, !userIds.contains(where: { $0.isExactly(userId) }) { userIds.append(userId) }
    }
    // Of several users of one device, the last one seen.
    let properties = events.last.map { store.userProperties(of: $0.person) } ?? JSONObject()
    return [
      "deviceId": .string(device),
      "events": .array(events.map(document)),
      "userIds": .array(userIds.map(JSONValue.string)),
      "userProperties": .object(properties),
      "waiting": JSONValue(store.waitingCount(device: device)),
    ]
  }

  private func document(_ event: IngestedEvent) -> JSONValue {
    [
      "insertId": JSONValue(event.insertId), "properties": .object(event.properties), "time": .integer(event.time),
      "type": .string(event.type), "userId": JSONValue(event.userId),
    ]
  }
}
