/// The members of an object in input order; a repeated name keeps its first place and its last value.
package struct JSONObject: Sendable {
  package private(set) var members: [JSONMember]

  package init() { members = [] }

  /// Takes members whose names are known to differ.
  package init(uniqueMembers members: [JSONMember]) { self.members = members }

  /// Takes members whose names may repeat: the first place and the last value stand. Linear, whatever the names are.
  package init(members: [JSONMember]) {
    var places: [ExactText: Int] = [:]
    places.reserveCapacity(members.count)
    self.members = []
    self.members.reserveCapacity(members.count)
    for member in members {
      let name = ExactText(member.name)
      if let place = places[name] {
        self.members[place].value = member.value
      } else {
        places[name] = self.members.count
        self.members.append(member)
      }
    }
  }

  package var isEmpty: Bool { members.isEmpty }

  package var count: Int { members.count }

  /// The value under exactly this name (code point by code point). Setting nil removes the member. Looks at one member
  /// after the other: to build large objects, use the initializers.
  package subscript(name: String) -> JSONValue? {
    get {
      index(of: name).map { members[$0].value }
    }
    set {
      let index = index(of: name)
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(JSONMember(name, value))
      case (nil, nil): break
      }
    }
  }

  private func index(of name: String) -> Int? {
    members.withUnsafeBufferPointer { members in
      for index in members.indices where members[index].name.isExactly(name) { return index }
      return nil
    }
  }

  /// Calls for each member in the order of the names' UTF-8 bytes; costs little when they stand so already.
  func forEachSorted(_ body: (JSONMember) -> Void) {
    if isSorted {
      for member in members { body(member) }
      return
    }
    // The first bytes as one number decide nearly always, and cost least.
    var order = members.indices.map { (prefix: Self.prefix(of: members[$0].name), index: $0) }
    order.sort { one, other in
      one.prefix == other.prefix
        ? members[one.index].name.precedes(members[other.index].name) : one.prefix < other.prefix
    }
    for (_, index) in order { body(members[index]) }
  }

  private var isSorted: Bool {
    guard var lastPrefix = members.first.map({ Self.prefix(of: $0.name) }) else { return true }
    for index in members.indices.dropFirst() {
      let prefix = Self.prefix(of: members[index].name)
      if prefix < lastPrefix { return false }
      if prefix == lastPrefix, members[index].name.precedes(members[index - 1].name) { return false }
      lastPrefix = prefix
    }
    return true
  }

  /// The first eight bytes, zeros after a shorter text: ordered as the texts are, except that equal ones decide nothing.
  private static func prefix(of name: String) -> UInt64 {
    if let prefix = name.utf8.withContiguousStorageIfAvailable(prefix) { return prefix }
    var copy = name
    return copy.withUTF8(prefix)
  }

  @inline(__always)
  private static func prefix(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if bytes.count >= 8 {
      return UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
    }
    var prefix: UInt64 = 0
    for byte in bytes { prefix = prefix << 8 | UInt64(byte) }
    return prefix << UInt64(8 * (8 - bytes.count))
  }
}

extension JSONObject: Equatable {
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Most often the order is the same, and then no name needs to be looked up.
    let pairs = zip(left.members, right.members)
    let same = pairs.prefix { $0.name.isExactly($1.name) && $0.value == $1.value }.count
    if same == left.count { return true }
    let rest = right.members[same...]
    let places = Dictionary(rest.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { $1 })
    return left.members[same...].allSatisfy { member in
      // A name that is absent is no JSON null.
      guard let other = places[ExactText(member.name)] else { return false }
      return other == member.value
    }
  }
}
