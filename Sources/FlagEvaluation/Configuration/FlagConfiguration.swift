package import TextFormats

/// The flags of one configuration, validated, in order; what an `Evaluator` is made from.
///
/// Of two flags with one key the later definition counts and keeps the place of the earlier (evaluation.md 3).
package struct FlagConfiguration: Sendable {
  package let flags: [Flag]

  /// Validates a configuration as the official Python client does (evaluation.md 4), but for unknown members, which are
  /// ignored: one bad flag refuses the whole array.
  package init(_ document: JSONValue) throws(FlagConfigurationError) {
    flags = try ConfigurationReader.flags(document)
  }

  /// The flag with exactly this key.
  package func flag(_ key: String) -> Flag? { flags.first { $0.key.isExactly(key) } }

  /// A flag with its variants and the segments that are asked in order (evaluation.md 2).
  package struct Flag: Sendable {
    package let key: String
    /// By name, in order; a name occurs once. The variant's own key may be another.
    package let variants: [(name: String, variant: Variant)]
    package let segments: [Segment]
    package let dependencies: [String]
    package let metadata: JSONObject

    /// The variant under exactly this name.
    package func variant(_ name: String) -> Variant? { variants.first { $0.name.isExactly(name) }?.variant }
  }

  /// A variant as configured; null members count as absent.
  package struct Variant: Sendable {
    package let key: String?
    package let value: JSONValue?
    package let payload: JSONValue?
    package let metadata: JSONObject
  }

  /// Whom a flag picks out, and what they get.
  package struct Segment: Sendable {
    /// Groups joined by "or", the conditions of a group by "and"; nil when the segment asks nothing.
    package let conditions: [[Condition]]?
    package let bucket: Bucket?
    /// The name of the variant for whoever matches and is not bucketed to another.
    package let variant: String?
    package let metadata: JSONObject
  }

  /// One test of a value in the context; the operator is kept as written, so that unknown ones load.
  package struct Condition: Sendable {
    package let selector: [String]
    package let operatorText: String
    package let values: [String]
  }

  /// What is hashed to spread users over variants (evaluation.md 11): the value that the selector finds, with the salt.
  package struct Bucket: Sendable {
    package let selector: [String]
    package let salt: String
    package let allocations: [Allocation]
  }

  /// A share of the buckets that is spread over variants by its distributions.
  package struct Allocation: Sendable {
    package let range: BucketRange
    package let distributions: [Distribution]
  }

  /// A share of an allocation, and the variant's name for it.
  package struct Distribution: Sendable {
    package let variant: String
    package let range: BucketRange
  }
}

/// A half-open range of allocation or distribution numbers; ends outside 64 bits are held at the nearest such number.
package struct BucketRange: Sendable, Equatable {
  /// As configured: normally two, but any number of entries loads (evaluation.md 4).
  package let entries: [Int64]

  /// The two ends; nil when there are fewer than two entries.
  package var ends: (lower: Int64, upper: Int64)? {
    entries.count >= 2 ? (entries[0], entries[1]) : nil
  }
}

/// Why a configuration was refused: the flag, the place inside it and the problem.
package struct FlagConfigurationError: Error, Equatable, Sendable {
  /// The key of the flag, when it has one.
  package let flag: String?
  /// The place of the flag in the array, from 0; nil when the document as a whole is wrong.
  package let index: Int?
  /// The path inside the flag (`$.segments[0].bucket.salt`), or inside the document.
  package let path: String
  /// What is wrong there.
  package let problem: String

  /// One line: `flag "report-layout": $.segments[0].bucket.salt: expected a string, found number`.
  package var message: String {
    let subject =
      switch (flag, index) {
      case (let flag?, _): "flag \"\(flag)\": "
      case (nil, let index?): "flag number \(index + 1): "
      case (nil, nil): ""
      }
    return "\(subject)\(path): \(problem)"
  }

  package var diagnostic: Diagnostic {
    Diagnostic(
      code: "invalidFlagConfiguration", message: message,
      hint: "the whole configuration is refused until this is corrected")
  }
}
