import TextFormats

/// Reads the JSON form of a configuration strictly (evaluation.md 3 and 4).
enum ConfigurationReader {
  static func flags(_ document: JSONValue) throws(FlagConfigurationError) -> [FlagConfiguration.Flag] {
    guard case .array(let elements) = document else {
      throw ConfigurationNode(value: document, flag: nil, index: nil).wrongKind("an array of flags")
    }
    var flags: [FlagConfiguration.Flag] = []
    var places: [ExactText: Int] = [:]
    for (index, element) in elements.enumerated() {
      let flag = try flag(ConfigurationNode(value: element, flag: element["key"]?.string, index: index))
      if let place = places[ExactText(flag.key)] {
        flags[place] = flag
      } else {
        places[ExactText(flag.key)] = flags.count
        flags.append(flag)
      }
    }
    return flags
  }

  private static func flag(_ node: ConfigurationNode) throws(FlagConfigurationError) -> FlagConfiguration.Flag {
    FlagConfiguration.Flag(
      key: try node.required("key").string(),
      variants: try variants(node.required("variants")),
      segments: try node.required("segments").list(segment),
      dependencies: try node.optional("dependencies")?.strings() ?? [],
      metadata: try node.optional("metadata")?.object() ?? JSONObject())
  }

  private static func variants(
    _ node: ConfigurationNode
  ) throws(FlagConfigurationError) -> [(name: String, variant: FlagConfiguration.Variant)] {
    var variants: [(name: String, variant: FlagConfiguration.Variant)] = []
    for member in try node.object().members {
      variants.append((member.name, try variant(node.inside(.member(member.name), member.value))))
    }
    return variants
  }

  private static func variant(_ node: ConfigurationNode) throws(FlagConfigurationError) -> FlagConfiguration.Variant {
    FlagConfiguration.Variant(
      key: try node.optional("key")?.string(),
      value: try node.optional("value")?.value,
      payload: try node.optional("payload")?.value,
      metadata: try node.optional("metadata")?.object() ?? JSONObject())
  }

  private static func segment(_ node: ConfigurationNode) throws(FlagConfigurationError) -> FlagConfiguration.Segment {
    FlagConfiguration.Segment(
      conditions: try node.optional("conditions")?.list { group throws(FlagConfigurationError) in
        try group.list(condition)
      },
      bucket: try node.optional("bucket").map(bucket),
      variant: try node.optional("variant")?.string(),
      metadata: try node.optional("metadata")?.object() ?? JSONObject())
  }

  private static func condition(
    _ node: ConfigurationNode
  ) throws(FlagConfigurationError) -> FlagConfiguration.Condition {
    FlagConfiguration.Condition(
      selector: try node.required("selector").strings(),
      operatorText: try node.required("op").string(),
      values: try node.required("values").strings())
  }

  private static func bucket(_ node: ConfigurationNode) throws(FlagConfigurationError) -> FlagConfiguration.Bucket {
    FlagConfiguration.Bucket(
      selector: try node.required("selector").strings(),
      salt: try node.required("salt").string(),
      allocations: try node.required("allocations").list { node throws(FlagConfigurationError) in
        FlagConfiguration.Allocation(
          range: try range(node.required("range")),
          distributions: try node.required("distributions").list(distribution))
      })
  }

  private static func distribution(
    _ node: ConfigurationNode
  ) throws(FlagConfigurationError) -> FlagConfiguration.Distribution {
    FlagConfiguration.Distribution(
      variant: try node.required("variant").string(), range: try range(node.required("range")))
  }

  private static func range(_ node: ConfigurationNode) throws(FlagConfigurationError) -> BucketRange {
    BucketRange(entries: try node.list(rangeEntry))
  }

  /// An integer, a float (cut toward zero) or digits as text; beyond 64 bits the nearest 64-bit number stands for it,
  /// which compares the same with every allocation and distribution number.
  private static func rangeEntry(_ node: ConfigurationNode) throws(FlagConfigurationError) -> Int64 {
    switch node.value {
    case .integer(let number): return number
    case .number(let literal):
      guard let number = Double(literal), number.isFinite || !literal.utf8.contains(where: isFloatMark) else {
        throw node.failure("expected an integer, found \(literal)")
      }
      return saturated(number)
    case .string(let text):
      guard let number = NumberText.integer(text) else { throw node.failure("expected an integer, found text") }
      return number
    default: throw node.wrongKind("an integer")
    }
  }

  private static func isFloatMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  private static func saturated(_ number: Double) -> Int64 {
    if number >= 0x1p63 { return .max }
    if number < -0x1p63 { return .min }
    return Int64(number)
  }
}

/// A value of a configuration with its place, for messages.
struct ConfigurationNode {
  let value: JSONValue
  private let flag: String?
  private let index: Int?
  private let path: Path

  /// How to get to the value; put into words only when something is wrong.
  private indirect enum Path {
    case start
    case step(Path, Step)
  }

  enum Step {
    case member(String)
    case element(Int)
  }

  /// A flag (`index` is its place in the array), or the whole document.
  init(value: JSONValue, flag: String?, index: Int?) {
    self.init(value: value, flag: flag, index: index, path: .start)
  }

  private init(value: JSONValue, flag: String?, index: Int?, path: Path) {
    self.value = value
    self.flag = flag
    self.index = index
    self.path = path
  }

  func inside(_ step: Step, _ value: JSONValue) -> ConfigurationNode {
    ConfigurationNode(value: value, flag: flag, index: index, path: .step(path, step))
  }

  func required(_ name: String) throws(FlagConfigurationError) -> ConfigurationNode {
    guard let member = try object()[name] else { throw inside(.member(name), .null).failure("missing") }
    return inside(.member(name), member)
  }

  /// The member, unless it is absent or null.
  func optional(_ name: String) throws(FlagConfigurationError) -> ConfigurationNode? {
    guard let member = try object()[name], !member.isNull else { return nil }
    return inside(.member(name), member)
  }

  func string() throws(FlagConfigurationError) -> String {
    guard case .string(let text) = value else { throw wrongKind("a string") }
    return text
  }

  func object() throws(FlagConfigurationError) -> JSONObject {
    guard case .object(let object) = value else { throw wrongKind("an object") }
    return object
  }

  func list<Element>(
    _ read: (ConfigurationNode) throws(FlagConfigurationError) -> Element
  ) throws(FlagConfigurationError) -> [Element] {
    guard case .array(let elements) = value else { throw wrongKind("an array") }
    var list: [Element] = []
    list.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() { list.append(try read(inside(.element(index), element))) }
    return list
  }

  func strings() throws(FlagConfigurationError) -> [String] {
    try list { node throws(FlagConfigurationError) in try node.string() }
  }

  func wrongKind(_ expected: String) -> FlagConfigurationError {
    failure("expected \(expected), found \(value.kindName)")
  }

  func failure(_ problem: String) -> FlagConfigurationError {
    FlagConfigurationError(flag: flag, index: index, path: pathText, problem: problem)
  }

  private var pathText: String {
    var steps: [String] = []
    var rest = path
    while case .step(let outer, let step) = rest {
      switch step {
      case .member(let name): steps.append(JSONPath.step(name: name))
      case .element(let index): steps.append("[\(index)]")
      }
      rest = outer
    }
    return "$" + steps.reversed().joined()
  }
}
