/// Notes which segments of which flags were reached, and whether they bucketed.
struct CountRecorder: EvaluationRecorder {
  struct Reach {
    let flag: Int
    let segment: Int
    let isBucketed: Bool
  }

  /// In the order in which they were reached; of segments whose conditions hold.
  private(set) var reached: [Reach] = []
  private var flag = 0
  private var segment = 0
  private var isBucketed = false

  mutating func removeAll() { reached.removeAll(keepingCapacity: true) }

  mutating func beginFlag(_ flag: FlagConfiguration.Flag, number: Int) { self.flag = number }

  mutating func beginSegment(_ segment: FlagConfiguration.Segment, number: Int) {
    self.segment = number
    isBucketed = false
  }

  mutating func recordBucket(_ bucket: FlagConfiguration.Bucket, subject: Subject, numbers: BucketNumbers?) {
    isBucketed = numbers != nil
  }

  mutating func endSegment(matched: Bool, choice: CompiledSegment.Choice) {
    if matched { reached.append(Reach(flag: flag, segment: segment, isBucketed: isBucketed)) }
  }

  mutating func beginGroup() {}
  mutating func record(_ condition: FlagConfiguration.Condition, subject: Subject, verdict: Bool) {}
  mutating func recordAllocation(_ range: BucketRange, contains: Bool) {}
  mutating func recordDistribution(_ distribution: FlagConfiguration.Distribution, contains: Bool) {}
  mutating func endFlag(_ variant: EvaluatedVariant?) {}
}
