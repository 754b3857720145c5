import FlagEvaluation
import TextFormats

/// The flags of a world as they stand: configuration, condition and individual targeting.
struct WorldFlags: Sendable {
  /// What a flag needs besides its configuration to be answered at all.
  struct Condition: Equatable, Sendable {
    var isActive = true
    var isDeployed = true
    /// Whether the flag belongs to the deployment of the app's key.
    var isInDeployment = true

    var isServed: Bool { isActive && isDeployed && isInDeployment }
  }

  struct Entry: Sendable {
    let key: String
    /// The flag as the world file has it.
    let document: JSONObject
    var condition: Condition
    /// Variants by user id, in the order in which they were assigned.
    var targeting = ExactTextMap<String>()
  }

  let dialect: Dialect
  private(set) var entries: [Entry]
  /// All flags as the world file has them, served or not.
  let configuration: FlagConfiguration
  /// The flags that are answered, with their individual targeting; nil after a change until they are needed, so that
  /// thousands of assignments in a row cost one compilation.
  private var served: Evaluator?

  var keys: [String] { entries.map(\.key) }

  func entry(_ key: String) -> Entry? { entries.first { $0.key.isExactly(key) } }

  init(
    flags: WorldNode, settings: WorldNode?, engine: WorldNode?, overriding: Dialect? = nil, compilesNow: Bool
  ) throws(WorldNode.Fault) {
    let names = Dialect.all.map(\.name)
    let engineName = try engine?.word(of: names) ?? Dialect.javaScript.name
    dialect = overriding ?? Dialect(named: engineName) ?? .javaScript
    do {
      configuration = try FlagConfiguration(flags.value)
    } catch {
      let flag = error.index.map { [WorldNode.Step.index($0)] } ?? []
      throw WorldNode.Fault(steps: flags.steps + flag + Self.steps(error.path), message: error.problem, hint: nil)
    }
    entries = try Self.entries(flags)
    try Self.apply(settings, to: &entries)
    guard compilesNow else { return }
    do {
      served =
        entries.allSatisfy(\.condition.isServed) ? Evaluator(configuration, dialect: dialect) : try evaluator()
    } catch {
      throw flags.fault(error.message)
    }
  }

  private static func entries(_ flags: WorldNode) throws(WorldNode.Fault) -> [Entry] {
    var entries: [Entry] = []
    for node in try flags.elements() {
      guard let document = node.value.object, let key = document["key"]?.string else { continue }
      guard !entries.contains(where: { $0.key.isExactly(key) }) else {
        throw try node.required("key").fault("a second flag \"\(key)\"")
      }
      var condition = Condition()
      if document["metadata"]?["deployed"]?.bool == false { condition.isDeployed = false }
      entries.append(Entry(key: key, document: document, condition: condition))
    }
    return entries
  }

  /// The steps of a path that the flag reader names; of member names with a dot or bracket only the beginning is found.
  private static func steps(_ path: String) -> [WorldNode.Step] {
    path.split { $0 == "." || $0 == "[" }.dropFirst().map { part in
      if part.hasSuffix("]"), let index = Int(part.dropLast()) { return .index(index) }
      return .name(String(part))
    }
  }

  private static func apply(_ settings: WorldNode?, to entries: inout [Entry]) throws(WorldNode.Fault) {
    guard let settings else { return }
    for (key, node) in try settings.members(allowing: entries.map(\.key)) {
      _ = try node.members(allowing: ["active", "inDeployment"])
      guard let index = entries.firstIndex(where: { $0.key.isExactly(key) }) else { continue }
      if let active = node.optional("active") { entries[index].condition.isActive = try active.flag() }
      if let member = node.optional("inDeployment") { entries[index].condition.isInDeployment = try member.flag() }
    }
  }

  // MARK: Changes

  /// Puts a flag in another condition; false when there is no such flag.
  /// - Throws: when the flags that are left to be answered do not work without it; then nothing has changed.
  mutating func setCondition(_ condition: Condition, of key: String) throws(Diagnostic) -> Bool {
    guard let index = entries.firstIndex(where: { $0.key.isExactly(key) }) else { return false }
    let former = entries[index].condition
    entries[index].condition = condition
    do {
      served = try evaluator()
    } catch {
      entries[index].condition = former
      throw error.diagnostic
    }
    return true
  }

  /// Targets one user individually with one of the flag's variants; false when there is no such flag.
  mutating func assign(_ variant: String, toUser userId: String, in key: String) -> Bool {
    guard let index = entries.firstIndex(where: { $0.key.isExactly(key) }) else { return false }
    // The last assignment stands last.
    entries[index].targeting[userId] = nil
    entries[index].targeting[userId] = variant
    served = nil
    return true
  }

  /// The flag's configuration with its targeting as segments in front and its metadata saying whether it is deployed.
  private static func document(of entry: Entry) -> JSONObject {
    var document = entry.document
    if var metadata = document["metadata"]?.object, metadata["deployed"] != nil {
      metadata["deployed"] = .bool(entry.condition.isDeployed)
      document["metadata"] = .object(metadata)
    }
    guard !entry.targeting.isEmpty else { return document }
    let segments = document["segments"]?.array ?? []
    let experimentKey = segments.lazy.compactMap { $0["metadata"]?["experimentKey"] }.first
    var variants: [(name: String, userIds: [JSONValue])] = []
    for (userId, variant) in entry.targeting.elements {
      if let index = variants.firstIndex(where: { $0.name.isExactly(variant) }) {
        variants[index].userIds.append(.string(userId))
      } else {
        variants.append((variant, [.string(userId)]))
      }
    }
    let targeted = variants.map { variant, userIds in
      var metadata: JSONObject = JSONObject(uniqueMembers: [
        JSONMember("segmentName", .string("Individual targeting: \(variant)"))
      ])
      if document["variants"]?[variant]?["metadata"]?["default"]?.bool != true {
        metadata["experimentKey"] = experimentKey
      }
      let condition: JSONValue = ["selector": ["context", "user", "user_id"], "op": "is", "values": .array(userIds)]
      return ["conditions": [[condition]], "variant": .string(variant), "metadata": .object(metadata)] as JSONValue
    }
    document["segments"] = .array(targeted + segments)
    return document
  }

  /// What evaluates the flags that are served, and the one of this key as if it were.
  private func evaluator(including key: String? = nil) throws(FlagConfigurationError) -> Evaluator {
    let included = entries.filter { entry in entry.condition.isServed || key.map(entry.key.isExactly) == true }
    return Evaluator(
      try FlagConfiguration(.array(included.map { .object(Self.document(of: $0)) })), dialect: dialect)
  }

  /// What evaluates the flags that are answered, with their individual targeting.
  mutating func servedEvaluator() throws(Diagnostic) -> Evaluator {
    if let served { return served }
    do {
      let new = try evaluator()
      served = new
      return new
    } catch {
      throw error.diagnostic
    }
  }
}

extension WorldFlags {
  /// The variants of a user: of the wanted flags, or of all, as far as they are served.
  mutating func evaluate(user: JSONValue, keys: [String]?) throws(Diagnostic) -> JSONValue {
    let context = try EvaluationContext(user: user)
    let served = try servedEvaluator()
    let results: EvaluationResults
    do {
      results = try served.evaluate(context, plan: served.plan(for: keys))
    } catch {
      throw error.diagnostic
    }
    guard let keys else { return results.document }
    // Flags that a wanted one depends on are evaluated too, but nobody asked for them.
    let wanted = results.variants.filter { variant in keys.contains { $0.isExactly(variant.flag) } }
    return .object(JSONObject(uniqueMembers: wanted.map { JSONMember($0.flag, $0.document) }))
  }

  /// What evaluates a flag as if it were served, beside those that are.
  mutating func evaluator(including key: String) throws(Diagnostic) -> Evaluator {
    if entry(key)?.condition.isServed ?? false { return try servedEvaluator() }
    do {
      return try evaluator(including: Optional(key))
    } catch {
      throw error.diagnostic
    }
  }
}
