import TextFormats

/// What the embedded services were told about the person at a device: the profile that decisions look up.
///
/// The real service reads a profile data graph which is fed by the app's events; here the last evaluation request of a
/// device tells who uses it, and processed events stand in where none was made.
struct KnownPeople: Sendable {
  private var users: [ExactText: JSONObject] = [:]

  /// Takes the user of an evaluation request.
  mutating func learn(_ user: JSONValue) {
    guard let user = user.object, let device = user["device_id"]?.string, !device.isEmpty else { return }
    users[ExactText(device)] = user
  }

  /// The user at a device; empty when nobody told.
  func user(device: String, store: EventStore) -> JSONObject {
    var user = users[ExactText(device)]
    guard let last = store.events(device: device).last else { return user ?? JSONObject() }
    var properties = store.userProperties(of: last.person)
    for member in user?["user_properties"]?.object?.members ?? [] { properties[member.name] = member.value }
    if user == nil {
      user = JSONObject()
      if let userId = last.userId { user?["user_id"] = .string(userId) }
    }
    if !properties.isEmpty { user?["user_properties"] = .object(properties) }
    return user ?? JSONObject()
  }
}
