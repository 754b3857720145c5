import CommandLanguage
import TextFormats

extension ExpectationOutcome {
  /// The keys of an `expect` result: codes and values, no sentence.
  var document: JSONValue {
    [
      "expression": .string(expression), "found": found ?? .null, "held": .bool(held),
      "reason": JSONValue(reason?.rawValue),
    ]
  }
}
