/// A JSON value that loses nothing a reader could need: member order, integers exact, other number literals as written.
///
/// Equality is exact: strings and names by code point (never by canonical equivalence), numbers by their literal form
/// (`1` is not `1.0`), objects by members in any order.
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// An integer literal (no `.`, `e`, `E`) that fits 64 bits; `-0` is 0.
  case integer(Int64)
  /// Any other number, as its literal text (`1.0`, `1e3`, an integer beyond 64 bits).
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

/// One name and its value.
package struct JSONMember: Sendable {
  package let name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// The members of an object in input order; a repeated name keeps its first place and its last value.
package struct JSONObject: Sendable {
  package private(set) var members: [JSONMember]

  package init() { members = [] }

  /// Takes members whose names are known to differ.
  package init(uniqueMembers members: [JSONMember]) { self.members = members }

  package var isEmpty: Bool { members.isEmpty }

  /// The value under exactly this name (code point by code point). Setting nil removes the member.
  package subscript(name: String) -> JSONValue? {
    get {
      for member in members where member.name.isExactly(name) { return member.value }
      return nil
    }
    set {
      let index = members.firstIndex { $0.name.isExactly(name) }
      switch (index, newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(JSONMember(name, value))
      case (nil, nil): break
      }
    }
  }
}

extension String {
  /// Equality code point by code point, where `==` would treat canonically equivalent texts as equal.
  package func isExactly(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count, self == other else { return false }
    return utf8.elementsEqual(other.utf8)
  }

  /// Order by UTF-8 bytes, which is the order of code points: the same on every machine and in every locale.
  package func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
