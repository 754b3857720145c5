extension JSONValue {
  /// A finite double as the shortest literal that reads back as the same double; null for infinities and NaN, which
  /// JSON has not. Whole numbers keep `.0`, so that they stay what they were.
  package static func double(_ value: Double) -> JSONValue {
    // `description` is the shortest round trip by its documentation, and never depends on a locale; its forms
    // (`1.5`, `1e-07`, `5e+100`) are all JSON.
    value.isFinite ? .number(value.description) : .null
  }

  /// The number as a double, rounded to nearest; nil for other kinds and for numbers beyond the doubles.
  package var doubleValue: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let literal): Double(literal).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }
}
