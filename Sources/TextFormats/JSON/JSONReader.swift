/// Reads one JSON document out of a buffer. It keeps the open arrays and objects on a stack of its own, so that no
/// input can exhaust the stack of the thread, and so that an error can say where it stands.
struct JSONReader: ~Copyable {
  /// What stopped the reader.
  struct Fault: Error {
    let offset: Int
    let what: String
  }

  struct OpenContainer {
    let isObject: Bool
    /// Where its elements or members begin on their stack.
    let start: Int
  }

  var cursor: JSONCursor
  private var open = ScratchStack<OpenContainer>(capacity: 8)
  private var elements = ScratchStack<JSONValue>()
  private var members = ScratchStack<JSONMember>()
  /// One for each of `members`.
  private var fingerprints = ScratchStack<UInt64>()
  /// Whether the innermost object waits for the value of its last member.
  private var awaitsMemberValue = false

  init(_ buffer: UnsafeBufferPointer<UInt8>) { cursor = JSONCursor(buffer) }

  mutating func skipByteOrderMark() {
    if cursor.starts(with: 0xEF, 0xBB, 0xBF) { cursor.offset += 3 }
  }

  /// The one value that fills the buffer.
  mutating func document() throws(Fault) -> JSONValue {
    while true {
      cursor.skipSpace()
      guard var value = try beginValue() else { continue }
      // The value is whole: hand it to what it stands in, and close what ends after it.
      while open.count > 0 {
        let container = open[open.count - 1]
        if try attach(value, to: container) { break }
        open.removeLast()
        value = close(container)
      }
      guard open.count == 0 else { continue }
      cursor.skipSpace()
      guard cursor.atEnd else { throw cursor.fault("expected the end after the value, found \(cursor.found)") }
      return value
    }
  }

  /// Reads a value, or opens an array or object and returns nil when something is to be read inside it.
  private mutating func beginValue() throws(Fault) -> JSONValue? {
    switch cursor.current {
    case UInt8(ascii: "\""):
      cursor.offset += 1
      return .string(try cursor.string().text)
    case UInt8(ascii: "{"):
      try begin(isObject: true, start: members.count)
      cursor.skipSpace()
      if cursor.skip(UInt8(ascii: "}")) {
        open.removeLast()
        return .object(JSONObject())
      }
      try readName()
      return nil
    case UInt8(ascii: "["):
      try begin(isObject: false, start: elements.count)
      cursor.skipSpace()
      guard cursor.skip(UInt8(ascii: "]")) else { return nil }
      open.removeLast()
      return .array([])
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try cursor.number()
    case UInt8(ascii: "t"): return try cursor.word("true", .bool(true))
    case UInt8(ascii: "f"): return try cursor.word("false", .bool(false))
    case UInt8(ascii: "n"): return try cursor.word("null", .null)
    default: throw cursor.fault("expected a value, found \(cursor.found)")
    }
  }

  private mutating func begin(isObject: Bool, start: Int) throws(Fault) {
    guard open.count < JSON.depthLimit else {
      throw cursor.fault("nested deeper than \(JSON.depthLimit) arrays and objects")
    }
    cursor.offset += 1
    open.push(OpenContainer(isObject: isObject, start: start))
    awaitsMemberValue = false
  }

  /// Reads a name and its colon; the member waits with a null for its value.
  private mutating func readName() throws(Fault) {
    guard cursor.skip(UInt8(ascii: "\"")) else {
      throw cursor.fault("expected a name in quotes, found \(cursor.found)")
    }
    let (name, fingerprint) = try cursor.string()
    members.push(JSONMember(name, .null))
    fingerprints.push(fingerprint)
    awaitsMemberValue = true
    cursor.skipSpace()
    guard cursor.skip(UInt8(ascii: ":")) else { throw cursor.fault("expected ':' after a name, found \(cursor.found)") }
  }

  /// Puts a whole value into the innermost container; true when a comma says that another follows.
  private mutating func attach(_ value: consuming JSONValue, to container: OpenContainer) throws(Fault) -> Bool {
    if container.isObject {
      members[members.count - 1].value = value
      awaitsMemberValue = false
      cursor.skipSpace()
      if cursor.skip(UInt8(ascii: "}")) { return false }
      guard cursor.skip(UInt8(ascii: ",")) else { throw cursor.fault("expected ',' or '}', found \(cursor.found)") }
      cursor.skipSpace()
      try readName()
      return true
    }
    elements.push(value)
    cursor.skipSpace()
    if cursor.skip(UInt8(ascii: "]")) { return false }
    guard cursor.skip(UInt8(ascii: ",")) else { throw cursor.fault("expected ',' or ']', found \(cursor.found)") }
    return true
  }

  private mutating func close(_ container: OpenContainer) -> JSONValue {
    guard container.isObject else { return .array(elements.take(from: container.start)) }
    let mayRepeat = fingerprints.withElements(from: container.start, Self.hasEqual)
    fingerprints.removeAll(from: container.start)
    let taken = members.take(from: container.start)
    return .object(mayRepeat ? JSONObject(members: taken) : JSONObject(uniqueMembers: taken))
  }

  /// Whether two fingerprints are equal, which equal names always have.
  private static func hasEqual(_ fingerprints: UnsafeBufferPointer<UInt64>) -> Bool {
    // Few: each with each costs least. Many: sorting keeps a hostile object from costing its square.
    if fingerprints.count <= 24 {
      for index in 0..<fingerprints.count {
        let one = fingerprints[index]
        for other in 0..<index where fingerprints[other] == one { return true }
      }
      return false
    }
    let sorted = fingerprints.sorted()
    return zip(sorted, sorted.dropFirst()).contains { $0 == $1 }
  }

  // MARK: Where the reader stands

  /// How many steps of a path are shown at either end of a deep one.
  private static let pathStepsShown = 12

  /// The path of the innermost value that is being read.
  func path() -> String {
    var steps: [String] = []
    var elementEnd = elements.count
    var memberEnd = members.count
    for depth in (0..<open.count).reversed() {
      let container = open[depth]
      if container.isObject {
        let isInside = depth < open.count - 1 || awaitsMemberValue
        if isInside, memberEnd > container.start {
          steps.append(JSONPath.step(name: members[memberEnd - 1].name))
        }
        memberEnd = container.start
      } else {
        steps.append("[\(elementEnd - container.start)]")
        elementEnd = container.start
      }
    }
    steps.reverse()
    if steps.count > Self.pathStepsShown * 2 {
      return "$" + steps.prefix(Self.pathStepsShown).joined() + " ... " + steps.suffix(Self.pathStepsShown).joined()
    }
    return "$" + steps.joined()
  }
}
