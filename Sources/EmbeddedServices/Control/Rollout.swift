import FlagEvaluation
import TextFormats

/// What everybody gets whom no rule names: the first segment without conditions.
struct Rollout {
  /// How many allocation and distribution numbers there are (evaluation.md 11).
  private static let allocationCount: Int64 = 100
  private static let distributionCount: Int64 = 42_949_673
  /// Shares are counted in hundredths of a percent.
  private static let wholeShare: Int64 = 10_000

  private let segment: FlagConfiguration.Segment

  /// Nil when every segment has conditions.
  init?(_ flag: FlagConfiguration.Flag) {
    let everybody = flag.segments.first { segment in segment.conditions.map { $0.contains { $0.isEmpty } } ?? true }
    guard let everybody else { return nil }
    segment = everybody
  }

  /// `segment` (its name), `bucketing` (the selector; null without a bucket), `variants` (each with its percentage,
  /// zero shares left out), `otherwise` (the variant of everybody else).
  var document: JSONValue {
    let variants = shares.map { share -> JSONValue in
      let (percent, rest) = share.amount.quotientAndRemainder(dividingBy: 100)
      let number: JSONValue = rest == 0 ? .integer(percent) : .double(Double(share.amount) / 100)
      return ["percent": number, "variant": .string(share.variant)]
    }
    return [
      "bucketing": segment.bucket.map { .array($0.selector.map(JSONValue.string)) } ?? .null,
      "otherwise": JSONValue(segment.variant),
      "segment": segment.metadata["segmentName"] ?? .null,
      "variants": .array(variants),
    ]
  }

  /// Variants in the order in which they are configured, with their shares in hundredths of a percent.
  private var shares: [(variant: String, amount: Int64)] {
    var shares: [(variant: String, amount: Int64)] = []
    for allocation in segment.bucket?.allocations ?? [] {
      let width = Self.width(allocation.range, of: Self.allocationCount)
      for distribution in allocation.distributions {
        // At most 100 * 42,949,673 * 10,000: far below 64 bits.
        let product = width * Self.width(distribution.range, of: Self.distributionCount) * Self.wholeShare
        let whole = Self.allocationCount * Self.distributionCount
        let amount = (product + whole / 2) / whole
        guard amount > 0 else { continue }
        if let index = shares.firstIndex(where: { $0.variant.isExactly(distribution.variant) }) {
          shares[index].amount += amount
        } else {
          shares.append((distribution.variant, amount))
        }
      }
    }
    return shares
  }

  /// How many of the numbers from 0 to `count` a range takes.
  private static func width(_ range: BucketRange, of count: Int64) -> Int64 {
    guard let ends = range.ends else { return 0 }
    return max(0, min(ends.upper, count) - max(ends.lower, 0))
  }
}
