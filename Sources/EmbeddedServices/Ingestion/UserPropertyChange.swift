import TextFormats

/// What an event does to the properties of its user (amplitude.md 7.4).
enum UserPropertyChange {
  private static let identifyType = "$identify"

  /// Applies the user properties of an event: operations of an identify event, plain names otherwise.
  static func apply(_ event: IngestedEvent, to properties: inout JSONObject) {
    guard let changes = event.userProperties else { return }
    let isOperations = event.type == identifyType && changes.members.contains { $0.name.hasPrefix("$") }
    guard isOperations else {
      for member in changes.members { properties[member.name] = member.value }
      return
    }
    for member in changes.members { apply(member, to: &properties) }
  }

  private static func apply(_ operation: JSONMember, to properties: inout JSONObject) {
    if operation.name == "$clearAll" {
      properties = JSONObject()
      return
    }
    for change in operation.value.object?.members ?? [] {
      let old = properties[change.name]
      properties[change.name] = result(of: operation.name, on: old, change.value)
    }
  }

  /// The new value of a property; nil removes it, an unknown operation leaves it.
  private static func result(of operation: String, on old: JSONValue?, _ value: JSONValue) -> JSONValue? {
    switch operation {
    case "$set": value
    case "$setOnce": old ?? value
    case "$add": sum(old, value)
    case "$append": .array(list(old) + list(value))
    case "$prepend": .array(list(value) + list(old))
    case "$postInsert": .array(list(old) + list(value).filter { !list(old).contains($0) })
    case "$preInsert": .array(list(value).filter { !list(old).contains($0) } + list(old))
    case "$remove": old.map { .array(list($0).filter { !list(value).contains($0) }) }
    case "$unset": Optional.none
    default: old
    }
  }

  private static func list(_ value: JSONValue?) -> [JSONValue] {
    switch value {
    case nil, .null: []
    case .array(let elements): elements
    case let single?: [single]
    }
  }

  private static func sum(_ old: JSONValue?, _ value: JSONValue) -> JSONValue? {
    if let value = value.integer, case let (sum, overflow) = (old?.integer ?? 0).addingReportingOverflow(value),
      !overflow, old == nil || old?.integer != nil
    {
      return .integer(sum)
    }
    guard let addend = value.doubleValue else { return old }
    return .double((old?.doubleValue ?? 0) + addend)
  }
}
