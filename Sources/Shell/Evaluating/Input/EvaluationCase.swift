import FlagEvaluation
import TextFormats

/// A line of `--cases`: `name`, `flags`, and `user` or a ready `context`; maybe `flagKeys`. Other members are ignored.
struct EvaluationCase {
  let name: JSONValue
  let configuration: FlagConfiguration
  let context: EvaluationContext
  /// The wanted flags; nil for all.
  let keys: [String]?

  /// - Parameter keys: the wanted flags of a case that names none.
  init(_ document: JSONValue, keys: [String]?) throws(LineFault) {
    guard let object = document.object else {
      throw LineFault(
        Diagnostic(
          code: "invalidCase", message: "a case is a JSON object, found \(document.kindName)",
          hint: "write {\"name\":...,\"flags\":[...],\"user\":{...}}"), path: "$")
    }
    let name = object["name"] ?? .null
    self.name = name
    guard let flags = object["flags"] else {
      throw LineFault(
        Diagnostic(code: "invalidCase", message: "the case has no flags", hint: "add \"flags\", an array of flags"),
        path: "$", name: name)
    }
    do throws(FlagConfigurationError) { configuration = try FlagConfiguration(flags) } catch {
      throw LineFault(error.diagnostic, path: "$.flags" + FlagsFile.fullPath(error).dropFirst(), name: name)
    }
    context = try Self.context(object, name)
    self.keys = try Self.keys(object["flagKeys"], name) ?? keys
  }

  /// A user counts before a context, which is what some client made of it.
  private static func context(_ object: JSONObject, _ name: JSONValue) throws(LineFault) -> EvaluationContext {
    if let user = object["user"], !user.isNull {
      return try EvaluationContext(ofUser: user, path: "$.user", name: name)
    }
    switch object["context"] {
    case .object(let context)?: return EvaluationContext(context)
    case nil, .null?: return EvaluationContext(JSONObject())
    case let other?:
      throw LineFault(
        Diagnostic(
          code: "invalidUser", message: "$.context: expected an object, found \(other.kindName)",
          hint: "a context holds user and groups"), path: "$.context", name: name)
    }
  }

  private static func keys(_ value: JSONValue?, _ name: JSONValue) throws(LineFault) -> [String]? {
    guard let value, !value.isNull else { return nil }
    let keys = value.array?.compactMap(\.string)
    guard let keys, keys.count == value.array?.count else {
      throw LineFault(
        Diagnostic(
          code: "invalidCase", message: "$.flagKeys: expected an array of strings",
          hint: "leave flagKeys out for all flags"), path: "$.flagKeys", name: name)
    }
    return keys
  }
}
