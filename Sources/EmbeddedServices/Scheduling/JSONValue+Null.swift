import TextFormats

extension JSONValue {
  /// The value, or nothing in place of JSON null.
  ///
  /// A bare `nil` beside a `JSONValue` may be read as JSON null, so the choice is made here once.
  var unlessNull: JSONValue? { isNull ? Optional.none : Optional.some(self) }
}
