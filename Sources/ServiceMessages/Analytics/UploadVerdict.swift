import TextFormats

/// What a refusal says about single events, devices and users (amplitude.md 6.5: status 400 and 429).
///
/// Index lists may hold only the first bad event; the rest is sent again and may be refused in turn.
package struct UploadVerdict: Equatable, Sendable {
  /// Indexes of events that are wrong, or that the service has silenced: never to be sent again as they are.
  package var refused: Set<Int> = []
  /// Indexes of events of devices or users that have used up what they may send a day.
  package var overQuota: Set<Int> = []
  /// Devices and users of this request that have to pause, each once, in the order of the events.
  package var slowDevices: [String] = []
  package var slowUsers: [String] = []
  /// The service's words, or what stands in for them.
  package var reason: String

  package init(
    refused: Set<Int> = [], overQuota: Set<Int> = [], slowDevices: [String] = [], slowUsers: [String] = [],
    reason: String
  ) {
    self.refused = refused
    self.overQuota = overQuota
    self.slowDevices = slowDevices
    self.slowUsers = slowUsers
    self.reason = reason
  }

  /// Whether nothing was named that is in the request.
  package var isEmpty: Bool {
    refused.isEmpty && overQuota.isEmpty && slowDevices.isEmpty && slowUsers.isEmpty
  }

  private static let maps = [
    "events_with_invalid_fields", "events_with_missing_fields", "events_with_invalid_id_lengths",
  ]

  /// Every field of a body that names events, devices or users.
  static let fields =
    maps + [
      "silenced_events", "silenced_devices", "throttled_events", "throttled_devices", "throttled_users",
      "exceeded_daily_quota_devices", "exceeded_daily_quota_users",
    ]

  /// Reads the body of a refusal of a request with these events.
  init(_ body: JSONValue?, _ items: [UploadItem]) {
    reason = ServiceFailure.excerpt(Array((body?["error"]?.string ?? "no reason given").utf8))
    for map in Self.maps {
      for member in body?[map]?.object?.members ?? [] { refused.formUnion(Self.indexes(member.value, items)) }
    }
    refused.formUnion(Self.indexes(body?["silenced_events"], items))
    let silenced = Self.names(body?["silenced_devices"])
    let exhausted = (
      devices: Self.names(body?["exceeded_daily_quota_devices"]), users: Self.names(body?["exceeded_daily_quota_users"])
    )
    let slow = (
      devices: Self.names(body?["throttled_devices"]), users: Self.names(body?["throttled_users"]),
      events: Self.indexes(body?["throttled_events"], items)
    )
    var devices = NameSet()
    var users = NameSet()
    for (index, item) in items.enumerated() {
      if silenced.contains(item.deviceId) { refused.insert(index) }
      if exhausted.devices.contains(item.deviceId) || exhausted.users.contains(item.userId) { overQuota.insert(index) }
      guard !refused.contains(index), !overQuota.contains(index) else { continue }
      if let user = item.userId, slow.users.contains(user), users.insert(user) { slowUsers.append(user) }
      let isSlow = slow.devices.contains(item.deviceId) || slow.events.contains(index)
      if isSlow, let device = item.deviceId, devices.insert(device) { slowDevices.append(device) }
    }
    overQuota.subtract(refused)
  }

  private static func indexes(_ list: JSONValue?, _ items: [UploadItem]) -> Set<Int> {
    var indexes: Set<Int> = []
    for element in list?.array ?? [] {
      if let number = element.integer, number >= 0, number < items.count { indexes.insert(Int(number)) }
    }
    return indexes
  }

  /// The names in a list, or the keys of an object.
  private static func names(_ value: JSONValue?) -> NameSet {
    var names = NameSet()
    for element in value?.array ?? [] { if let name = element.string { names.insert(name) } }
    for member in value?.object?.members ?? [] { names.insert(member.name) }
    return names
  }
}

/// Names compared by their bytes.
private struct NameSet {
  private var names: Set<ExactText> = []

  @discardableResult
  mutating func insert(_ name: String) -> Bool { names.insert(ExactText(name)).inserted }

  func contains(_ name: String?) -> Bool { name.map { names.contains(ExactText($0)) } ?? false }
}
