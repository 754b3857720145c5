import TextFormats

/// Watches an evaluation step by step. The evaluation is generic over it, so that watching nothing costs nothing.
protocol EvaluationRecorder {
  mutating func beginFlag(_ flag: FlagConfiguration.Flag, number: Int)
  mutating func beginSegment(_ segment: FlagConfiguration.Segment, number: Int)
  mutating func beginGroup()
  mutating func record(_ condition: FlagConfiguration.Condition, subject: Subject, verdict: Bool)
  mutating func recordBucket(_ bucket: FlagConfiguration.Bucket, subject: Subject, numbers: BucketNumbers?)
  mutating func recordAllocation(_ range: BucketRange, contains: Bool)
  mutating func recordDistribution(_ distribution: FlagConfiguration.Distribution, contains: Bool)
  mutating func endSegment(matched: Bool, choice: CompiledSegment.Choice)
  mutating func endFlag(_ variant: EvaluatedVariant?)
}

/// Watches nothing.
struct NoRecorder: EvaluationRecorder {
  @inline(__always) mutating func beginFlag(_ flag: FlagConfiguration.Flag, number: Int) {}
  @inline(__always) mutating func beginSegment(_ segment: FlagConfiguration.Segment, number: Int) {}
  @inline(__always) mutating func beginGroup() {}
  @inline(__always)
  mutating func record(_ condition: FlagConfiguration.Condition, subject: Subject, verdict: Bool) {}
  @inline(__always)
  mutating func recordBucket(_ bucket: FlagConfiguration.Bucket, subject: Subject, numbers: BucketNumbers?) {}
  @inline(__always) mutating func recordAllocation(_ range: BucketRange, contains: Bool) {}
  @inline(__always)
  mutating func recordDistribution(_ distribution: FlagConfiguration.Distribution, contains: Bool) {}
  @inline(__always) mutating func endSegment(matched: Bool, choice: CompiledSegment.Choice) {}
  @inline(__always) mutating func endFlag(_ variant: EvaluatedVariant?) {}
}

/// Collects the trace of every flag.
struct TraceRecorder: EvaluationRecorder {
  let dialect: Dialect
  private(set) var flags: [FlagTrace] = []
  private var flag: FlagTrace?
  private var segment: SegmentTrace?
  private var produced: [EvaluatedVariant] = []

  init(dialect: Dialect) { self.dialect = dialect }

  mutating func beginFlag(_ flag: FlagConfiguration.Flag, number: Int) {
    self.flag = FlagTrace(
      flag: flag.key,
      dependencies: flag.dependencies.map { key in
        FlagTrace.Dependency(key: key, variant: produced.first { $0.flag.isExactly(key) })
      })
  }

  mutating func beginSegment(_ segment: FlagConfiguration.Segment, number: Int) {
    self.segment = SegmentTrace(
      number: number, name: segment.metadata["segmentName"]?.string, hasConditions: segment.conditions != nil,
      standardVariant: segment.variant)
  }

  mutating func beginGroup() { segment?.groups.append([]) }

  mutating func record(_ condition: FlagConfiguration.Condition, subject: Subject, verdict: Bool) {
    guard let last = segment?.groups.indices.last else { return }
    let texts = subject.list?.texts.map(\.string) ?? subject.text.map { [$0.string] } ?? []
    segment?.groups[last].append(
      ConditionTrace(
        selector: condition.selector, value: subject.value, isMissing: subject.isMissing,
        isList: subject.list != nil, texts: texts, operatorText: condition.operatorText, values: condition.values,
        verdict: verdict))
  }

  mutating func recordBucket(_ bucket: FlagConfiguration.Bucket, subject: Subject, numbers: BucketNumbers?) {
    let text = subject.text?.string
    segment?.bucket = BucketTrace(
      selector: bucket.selector, value: subject.value, text: text, salt: bucket.salt,
      hashedText: numbers.map { _ in "\(bucket.salt)/\(text ?? "")" }, numbers: numbers)
  }

  mutating func recordAllocation(_ range: BucketRange, contains: Bool) {
    segment?.bucket?.allocations.append(BucketTrace.Allocation(range: range, contains: contains))
  }

  mutating func recordDistribution(_ distribution: FlagConfiguration.Distribution, contains: Bool) {
    guard let last = segment?.bucket?.allocations.indices.last else { return }
    segment?.bucket?.allocations[last].distributions.append(
      BucketTrace.Distribution(variant: distribution.variant, range: distribution.range, contains: contains))
  }

  mutating func endSegment(matched: Bool, choice: CompiledSegment.Choice) {
    guard var segment else { return }
    segment.matched = matched
    segment.outcome =
      switch choice {
      case _ where !matched: .notMatched
      case .noName: .noVariant
      case .unknown(let name): .unknownVariant(name)
      case .variant(let variant): .variant(variant.name)
      }
    flag?.segments.append(segment)
    self.segment = nil
  }

  mutating func endFlag(_ variant: EvaluatedVariant?) {
    guard var flag else { return }
    flag.variant = variant
    flags.append(flag)
    if let variant { produced.append(variant) }
    self.flag = nil
  }
}
