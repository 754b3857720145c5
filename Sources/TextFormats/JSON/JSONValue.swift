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
