import TextFormats

/// Something about a user that can be changed: an id, another member, or a user property.
struct UserProperty {
  /// One name, or `user_properties` and a name.
  let path: [String]

  /// Nil for selectors that select nothing of this kind.
  init?(selector: [String]) {
    guard selector.count >= 3, selector[0].isExactly("context"), selector[1].isExactly("user") else { return nil }
    let path = Array(selector[2...])
    let isProperty = path.count == 2 && path[0].isExactly("user_properties")
    guard isProperty || path.count == 1 && !path[0].isExactly("user_properties") else { return nil }
    self.path = path
  }

  /// `user_id`, `user_properties.plan`.
  var name: String { path.joined(separator: ".") }

  func isSame(_ other: UserProperty) -> Bool {
    path.elementsEqual(other.path) { $0.isExactly($1) }
  }

  var isUserId: Bool { path.count == 1 && path[0].isExactly("user_id") }
  var isDeviceId: Bool { path.count == 1 && path[0].isExactly("device_id") }

  func value(in user: JSONValue) -> JSONValue? {
    path.reduce(user as JSONValue?) { $0?[$1] }
  }

  /// The user with another value of it; nil takes it away.
  func set(_ value: JSONValue?, in user: JSONValue) -> JSONValue {
    guard var object = user.object else { return user }
    if path.count == 1 {
      object[path[0]] = value
    } else {
      var properties = object[path[0]]?.object ?? JSONObject()
      properties[path[1]] = value
      object[path[0]] = properties.isEmpty ? Optional.none : JSONValue.object(properties)
    }
    return .object(object)
  }

  /// Whether the app could really have this value: ids have rules, and there is always a device id.
  func allows(_ value: JSONValue?) -> Bool {
    guard isUserId || isDeviceId else { return true }
    guard let value else { return isUserId }
    guard let id = value.string else { return false }
    return id.unicodeScalars.count >= IngestionLimits.idLength && !IngestionLimits.isDenied(id)
      && !IngestionLimits.isTooLong(id)
  }
}
