import TextFormats

/// Which share of evenly spread hashes a segment gives to each variant (evaluation.md 11).
struct SegmentWeights {
  /// Variant names with their shares between 0 and 1; what is missing from 1 goes to the next segment.
  private(set) var shares: [(name: String, share: Double)] = []

  private static let allocationCount: Int64 = 100
  private static let distributionCount: Int64 = 42_949_673

  init(of segment: CompiledSegment) {
    guard let bucket = segment.bucket else {
      add(segment.standard, 1)
      return
    }
    var lastAllocations: [Int]?
    var slots = 0
    for slot in 0..<Self.allocationCount {
      let allocations = bucket.source.allocations.indices.filter { index in
        Self.contains(slot, bucket.source.allocations[index].range)
      }
      if let known = lastAllocations, known != allocations {
        add(known, slots, of: bucket, standard: segment.standard)
        slots = 0
      }
      lastAllocations = allocations
      slots += 1
    }
    if let known = lastAllocations { add(known, slots, of: bucket, standard: segment.standard) }
  }

  private static func contains(_ value: Int64, _ range: BucketRange) -> Bool {
    range.ends.map { $0.lower <= value && value < $0.upper } ?? false
  }

  /// The distribution numbers of some allocation numbers that lie in the same allocations: the first range that holds a
  /// number takes it.
  private mutating func add(
    _ allocations: [Int], _ slots: Int, of bucket: CompiledBucket, standard: CompiledSegment.Choice
  ) {
    let part = Double(slots) / Double(Self.allocationCount)
    var ranges: [(lower: Int64, upper: Int64, choice: CompiledSegment.Choice)] = []
    for index in allocations {
      for (inner, distribution) in bucket.source.allocations[index].distributions.enumerated() {
        guard let (lower, upper) = distribution.range.ends else { continue }
        let held = (max(lower, 0), min(upper, Self.distributionCount))
        if held.0 < held.1 { ranges.append((held.0, held.1, bucket.choices[index][inner])) }
      }
    }
    // Between neighbouring ends nothing changes; each such piece is painted once, by the first range that covers it.
    let ends = Set(ranges.flatMap { [$0.lower, $0.upper] }).sorted()
    let places = Dictionary(uniqueKeysWithValues: ends.enumerated().map { ($0.element, $0.offset) })
    var next = Array(0...ends.count)
    func unpainted(_ place: Int) -> Int {
      var place = place
      while next[place] != place {
        next[place] = next[next[place]]
        place = next[place]
      }
      return place
    }
    var taken: Int64 = 0
    for range in ranges {
      guard let first = places[range.lower], let end = places[range.upper] else { continue }
      var painted: Int64 = 0
      var place = unpainted(first)
      while place < end {
        painted += ends[place + 1] - ends[place]
        next[place] = place + 1
        place = unpainted(place)
      }
      taken += painted
      add(range.choice, part * Double(painted) / Double(Self.distributionCount))
    }
    add(standard, part * Double(Self.distributionCount - taken) / Double(Self.distributionCount))
  }

  private mutating func add(_ choice: CompiledSegment.Choice, _ share: Double) {
    guard share > 0, case .variant(let variant) = choice else { return }
    if let place = shares.firstIndex(where: { $0.name.isExactly(variant.name) }) {
      shares[place].share += share
    } else {
      shares.append((variant.name, share))
    }
  }
}
