package import TextFormats

/// Everything that led to the results of one evaluation (product.md section 6): enough to recompute each variant.
package struct EvaluationTrace: Sendable {
  /// The name of the dialect.
  package let dialect: String
  /// In order of evaluation, so that what a flag depends on comes before it.
  package let flags: [FlagTrace]

  /// The trace of the flag with exactly this key; nil when it was not evaluated.
  package subscript(key: String) -> FlagTrace? { flags.first { $0.flag.isExactly(key) } }

  /// `{"dialect", "flags"}`.
  package var document: JSONValue {
    ["dialect": .string(dialect), "flags": .array(flags.map(\.document))]
  }
}

/// How one flag was decided.
package struct FlagTrace: Sendable {
  package let flag: String
  package let dependencies: [Dependency]
  /// The segments that were tried, in order; the last one decided when there is a variant.
  package var segments: [SegmentTrace] = []
  /// The result; nil when no segment led to a variant, so that the flag has no entry in the results.
  package var variant: EvaluatedVariant?

  /// A flag that is evaluated earlier, with its result; nil when it has none or is not in the configuration.
  package struct Dependency: Sendable {
    package let key: String
    package let variant: EvaluatedVariant?
  }

  /// `{"dependencies", "flag", "segments", "variant"}`; `variant` is `{"name", "result"}` or null.
  package var document: JSONValue {
    [
      "dependencies": .array(
        dependencies.map { ["flag": .string($0.key), "result": $0.variant?.document ?? .null] }),
      "flag": .string(flag),
      "segments": .array(segments.map(\.document)),
      "variant": variant.map { ["name": .string($0.name), "result": $0.document] } ?? .null,
    ]
  }
}

/// How one segment was tried.
package struct SegmentTrace: Sendable {
  /// From 0.
  package let number: Int
  /// The `segmentName` of its metadata.
  package let name: String?
  /// Whether it asks anything; one without conditions matches everyone.
  package let hasConditions: Bool
  /// The variant name for whoever is not bucketed to another.
  package let standardVariant: String?
  /// The groups that were looked at, joined by "or"; of each the conditions up to the first that does not hold.
  package var groups: [[ConditionTrace]] = []
  package var matched = false
  /// nil when the segment does not bucket or did not match.
  package var bucket: BucketTrace?
  package var outcome = Outcome.notMatched

  /// What came of a segment; the first that gives a variant decides the flag.
  package enum Outcome: Sendable, Equatable {
    /// The conditions do not hold.
    case notMatched
    /// Neither bucketing nor the segment names a variant.
    case noVariant
    /// The flag has no variant of this name.
    case unknownVariant(String)
    /// The segment decided; the name of the variant.
    case variant(String)
  }

  /// `{"bucket", "groups", "hasConditions", "matched", "name", "number", "outcome", "standardVariant", "variant"}`.
  package var document: JSONValue {
    let (word, variant): (String, String?) =
      switch outcome {
      case .notMatched: ("notMatched", nil)
      case .noVariant: ("noVariant", nil)
      case .unknownVariant(let name): ("unknownVariant", name)
      case .variant(let name): ("variant", name)
      }
    return [
      "bucket": bucket?.document ?? .null,
      "groups": .array(groups.map { .array($0.map(\.document)) }),
      "hasConditions": .bool(hasConditions),
      "matched": .bool(matched),
      "name": JSONValue(name),
      "number": JSONValue(number),
      "outcome": .string(word),
      "standardVariant": JSONValue(standardVariant),
      "variant": JSONValue(variant),
    ]
  }
}

/// How one condition was judged.
package struct ConditionTrace: Sendable {
  package let selector: [String]
  /// What the selector found; nil for nothing.
  package let value: JSONValue?
  /// Whether the value counts as missing; the engine `python` counts falsy values so.
  package let isMissing: Bool
  /// Whether the value was taken as a list: the operator then needs one element that satisfies it, a set operator all.
  package let isList: Bool
  /// The texts that were compared: one for a scalar or object, one for each element of a list.
  package let texts: [String]
  package let operatorText: String
  package let values: [String]
  package let verdict: Bool

  /// `{"list", "missing", "op", "selector", "texts", "value", "values", "verdict"}`.
  package var document: JSONValue {
    [
      "list": .bool(isList),
      "missing": .bool(isMissing),
      "op": .string(operatorText),
      "selector": .array(selector.map(JSONValue.string)),
      "texts": .array(texts.map(JSONValue.string)),
      "value": value ?? .null,
      "values": .array(values.map(JSONValue.string)),
      "verdict": .bool(verdict),
    ]
  }
}

/// How bucketing went.
package struct BucketTrace: Sendable {
  package let selector: [String]
  /// What the selector found; nil for nothing.
  package let value: JSONValue?
  /// Its text form; without one, or with an empty one, the segment's own variant stands.
  package let text: String?
  package let salt: String
  /// Salt, `/` and text: what was hashed; nil when nothing was.
  package let hashedText: String?
  package let numbers: BucketNumbers?
  /// The allocations that were looked at, in order.
  package var allocations: [Allocation] = []

  /// An allocation's range, and whether the user's allocation number lies in it.
  package struct Allocation: Sendable {
    package let range: BucketRange
    package let contains: Bool
    /// Those that were looked at; the last one decided when it contains the number.
    package var distributions: [Distribution] = []
  }

  /// A distribution's range, and whether the user's distribution number lies in it.
  package struct Distribution: Sendable {
    package let variant: String
    package let range: BucketRange
    package let contains: Bool
  }

  /// The variant that a distribution named; nil when none did and the segment's own variant stands.
  package var variant: String? {
    guard let last = allocations.last?.distributions.last, last.contains else { return nil }
    return last.variant
  }

  /// `{"allocation", "allocations", "distribution", "hash", "hashedText", "salt", "selector", "text", "value", "variant"}`.
  package var document: JSONValue {
    let ranges = allocations.map { allocation -> JSONValue in
      let distributions = allocation.distributions.map { distribution -> JSONValue in
        [
          "contains": .bool(distribution.contains), "range": distribution.range.document,
          "variant": .string(distribution.variant),
        ]
      }
      return [
        "contains": .bool(allocation.contains), "distributions": .array(distributions),
        "range": allocation.range.document,
      ]
    }
    return [
      "allocation": numbers.map { .integer($0.allocation) } ?? .null,
      "allocations": .array(ranges),
      "distribution": numbers.map { .integer($0.distribution) } ?? .null,
      "hash": numbers.map { .integer(Int64($0.hash)) } ?? .null,
      "hashedText": JSONValue(hashedText),
      "salt": .string(salt),
      "selector": .array(selector.map(JSONValue.string)),
      "text": JSONValue(text),
      "value": value ?? .null,
      "variant": JSONValue(variant),
    ]
  }
}

extension BucketRange {
  var document: JSONValue { .array(entries.map(JSONValue.integer)) }
}
