import TextFormats

/// The evaluation of flags for one user: what has been looked up and what has been produced so far.
struct EvaluationRun {
  private let context: JSONValue
  private let paths: [[String]]
  private let resultPaths: [ResultPath]
  private let dialect: Dialect
  private var subjects: [Subject?]
  private var budget = PatternLimits.stepsPerEvaluation
  private var hashed: [UInt8] = []
  /// The results so far, by number of the flag.
  var variants: [EvaluatedVariant?]

  init(context: JSONValue, paths: [[String]], resultPaths: [ResultPath], flagCount: Int, dialect: Dialect) {
    self.context = context
    self.paths = paths
    self.resultPaths = resultPaths
    self.dialect = dialect
    subjects = Array(repeating: nil, count: paths.count)
    variants = Array(repeating: nil, count: flagCount)
  }

  /// The first segment that matches and leads to a variant decides (evaluation.md 12).
  mutating func evaluate<Recorder: EvaluationRecorder>(
    _ flag: CompiledFlag, recorder: inout Recorder
  ) throws(EvaluationError) -> EvaluatedVariant? {
    recorder.beginFlag(flag.source, number: flag.number)
    for index in flag.segments.indices {
      let segment = flag.segments[index]
      recorder.beginSegment(segment.source, number: index)
      guard try matches(segment, number: index, of: flag, recorder: &recorder) else {
        recorder.endSegment(matched: false, choice: .noName)
        continue
      }
      let choice = try bucket(segment, number: index, of: flag, recorder: &recorder)
      recorder.endSegment(matched: true, choice: choice)
      if case .variant(let variant) = choice {
        recorder.endFlag(variant)
        return variant
      }
    }
    recorder.endFlag(nil)
    return nil
  }

  private mutating func matches<Recorder: EvaluationRecorder>(
    _ segment: CompiledSegment, number: Int, of flag: CompiledFlag, recorder: inout Recorder
  ) throws(EvaluationError) -> Bool {
    guard let groups = segment.groups else { return true }
    for groupIndex in groups.indices {
      recorder.beginGroup()
      var holds = true
      for index in groups[groupIndex].indices {
        let condition = groups[groupIndex][index]
        let subject = subject(condition.selector)
        do {
          holds = try condition.holds(for: subject, dialect: dialect, budget: &budget)
        } catch {
          let path = "$.segments[\(number)].conditions[\(groupIndex)][\(index)]"
          switch error {
          case .invalidPattern(let pattern, let reason):
            throw .invalidPattern(flag: flag.source.key, path: path, pattern: pattern, reason: reason)
          case .workLimit(let pattern):
            throw .workLimitExceeded(flag: flag.source.key, path: path, pattern: pattern)
          }
        }
        recorder.record(condition.source, subject: subject, verdict: holds)
        if !holds { break }
      }
      if holds { return true }
    }
    return false
  }

  private mutating func bucket<Recorder: EvaluationRecorder>(
    _ segment: CompiledSegment, number: Int, of flag: CompiledFlag, recorder: inout Recorder
  ) throws(EvaluationError) -> CompiledSegment.Choice {
    guard let bucket = segment.bucket else { return segment.standard }
    let subject = subject(bucket.selector)
    guard let text = subject.text, !text.bytes.isEmpty else {
      recorder.recordBucket(bucket.source, subject: subject, numbers: nil)
      return segment.standard
    }
    hashed.removeAll(keepingCapacity: true)
    hashed += bucket.prefix
    hashed += text.bytes
    let numbers = BucketNumbers(hashing: hashed)
    recorder.recordBucket(bucket.source, subject: subject, numbers: numbers)
    func contains(
      _ value: Int64, _ range: BucketRange, _ place: (Int, Int?)
    ) throws(EvaluationError) -> Bool {
      if let (lower, upper) = range.ends { return lower <= value && value < upper }
      guard dialect.shortRangeFails else { return false }
      let inner = place.1.map { ".distributions[\($0)]" } ?? ""
      throw .invalidRange(
        flag: flag.source.key, path: "$.segments[\(number)].bucket.allocations[\(place.0)]\(inner).range",
        entries: range.entries.count)
    }
    for index in bucket.source.allocations.indices {
      let allocation = bucket.source.allocations[index]
      let isAllocated = try contains(numbers.allocation, allocation.range, (index, nil))
      recorder.recordAllocation(allocation.range, contains: isAllocated)
      guard isAllocated else { continue }
      for (inner, distribution) in allocation.distributions.enumerated() {
        let isChosen = try contains(numbers.distribution, distribution.range, (index, inner))
        recorder.recordDistribution(distribution, contains: isChosen)
        if isChosen { return bucket.choices[index][inner] }
      }
    }
    return segment.standard
  }

  private mutating func subject(_ selector: SelectorReference) -> Subject {
    switch selector {
    case .nothing: return Subject(nil, dialect: dialect)
    case .context(let slot):
      if let known = subjects[slot] { return known }
      let value = SelectorWalk.value(at: paths[slot][...], in: context, dialect: dialect)
      let subject = Subject(value, dialect: dialect)
      subjects[slot] = subject
      return subject
    case .result(let number):
      let root = variants[resultPaths[number].flag]?.document
      let value = SelectorWalk.value(at: resultPaths[number].path[...], in: root, dialect: dialect)
      return Subject(value, dialect: dialect)
    case .allResults:
      let produced = variants.compactMap { $0 }.map { JSONMember($0.flag, $0.document) }
      return Subject(.object(JSONObject(uniqueMembers: produced)), dialect: dialect)
    }
  }
}
