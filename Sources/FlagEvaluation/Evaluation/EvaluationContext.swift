package import TextFormats

/// What conditions and bucketing select from: the members below `context` (evaluation.md 5).
package struct EvaluationContext: Sendable {
  package let document: JSONObject

  /// A context that is ready.
  package init(_ context: JSONObject) { document = context }

  /// The context of a user by the rules of the Python client; members that no rule names are passed on unchanged.
  ///
  /// Throws a diagnostic when the user is not an object, or a member that holds groups is neither an object nor null.
  package init(user: JSONValue) throws(Diagnostic) {
    guard case .object(let user) = user else {
      throw Diagnostic(
        code: "invalidUser", message: "a user is a JSON object, found \(user.kindName)",
        hint: "write one object a line, such as {\"user_id\":\"someone\"}")
    }
    let groups = try Self.object("groups", of: user)
    let properties = try Self.object("group_properties", of: user)
    let cohorts = try Self.object("group_cohort_ids", of: user)
    let own = user.members.filter { !$0.value.isNull && !Self.groupMembers.contains($0.name) }
    var context: [JSONMember] = []
    if !own.isEmpty { context.append(JSONMember("user", .object(JSONObject(uniqueMembers: own)))) }
    if let groups {
      let selected = groups.members.compactMap { type -> JSONMember? in
        guard case .array(let names) = type.value, let name = names.first else { return nil }
        var group = [JSONMember("group_name", name)]
        if let found = Self.part(properties, type.name, name) { group.append(JSONMember("group_properties", found)) }
        if let found = Self.part(cohorts, type.name, name) { group.append(JSONMember("cohort_ids", found)) }
        return JSONMember(type.name, .object(JSONObject(uniqueMembers: group)))
      }
      context.append(JSONMember("groups", .object(JSONObject(uniqueMembers: selected))))
    }
    document = JSONObject(uniqueMembers: context)
  }

  private static let groupMembers = ["groups", "group_properties", "group_cohort_ids"]

  private static func object(_ name: String, of user: JSONObject) throws(Diagnostic) -> JSONObject? {
    switch user[name] {
    case nil, .null?: return nil
    case .object(let object)?: return object
    case let other?:
      throw Diagnostic(
        code: "invalidUser", message: "$.\(name): expected an object, found \(other.kindName)",
        hint: "\(name) holds one member for each group type")
    }
  }

  /// What is given for a group, unless it is empty.
  private static func part(_ types: JSONObject?, _ type: String, _ name: JSONValue) -> JSONValue? {
    guard case .string(let name) = name, let found = types?[type]?[name] else { return nil }
    return switch found {
    case .null, .bool(false), .integer(0), .string(""), .array([]): nil
    case .object(let object) where object.isEmpty: nil
    default: found
    }
  }
}
