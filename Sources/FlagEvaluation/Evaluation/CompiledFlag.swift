import TextFormats

/// A flag made ready for one dialect: selectors resolved, values converted, every possible result merged beforehand.
final class CompiledFlag: Sendable {
  /// The place of the flag in the configuration, from 0.
  let number: Int
  let source: FlagConfiguration.Flag
  let segments: [CompiledSegment]

  init(_ flag: FlagConfiguration.Flag, number: Int, compiler: inout SelectorCompiler, dialect: Dialect) {
    self.number = number
    source = flag
    var variants: [[UInt8]: FlagConfiguration.Variant] = [:]
    for (name, variant) in flag.variants { variants[Array(name.utf8)] = variant }
    var segments: [CompiledSegment] = []
    for segment in flag.segments {
      segments.append(
        CompiledSegment(segment, of: flag, variants: variants, compiler: &compiler, dialect: dialect))
    }
    self.segments = segments
  }
}

final class CompiledSegment: Sendable {
  let source: FlagConfiguration.Segment
  /// nil: everyone matches.
  let groups: [[CompiledCondition]]?
  let bucket: CompiledBucket?
  /// What the segment's own variant name leads to.
  let standard: Choice

  /// What a variant name leads to.
  enum Choice: Sendable {
    /// No name, so the next segment is tried.
    case noName
    /// A name that the flag does not have, so the next segment is tried.
    case unknown(String)
    case variant(EvaluatedVariant)
  }

  init(
    _ segment: FlagConfiguration.Segment, of flag: FlagConfiguration.Flag,
    variants: [[UInt8]: FlagConfiguration.Variant], compiler: inout SelectorCompiler, dialect: Dialect
  ) {
    source = segment
    var groups: [[CompiledCondition]]?
    if let conditions = segment.conditions, !(conditions.isEmpty && dialect.emptyConditionsMatch) {
      groups = []
      for group in conditions {
        var compiled: [CompiledCondition] = []
        for condition in group {
          compiled.append(
            CompiledCondition(condition, selector: compiler.reference(to: condition.selector), dialect: dialect))
        }
        groups?.append(compiled)
      }
    }
    self.groups = groups
    var made: [[UInt8]: EvaluatedVariant] = [:]
    func choice(_ name: String?) -> Choice {
      guard let name else { return .noName }
      let key = Array(name.utf8)
      guard let variant = variants[key] else { return .unknown(name) }
      if let known = made[key] { return .variant(known) }
      let result = EvaluatedVariant(flag: flag, segment: segment, name: name, variant: variant)
      made[key] = result
      return .variant(result)
    }
    standard = choice(segment.variant)
    if let bucket = segment.bucket {
      self.bucket = CompiledBucket(
        source: bucket, selector: compiler.reference(to: bucket.selector), prefix: Array("\(bucket.salt)/".utf8),
        choices: bucket.allocations.map { $0.distributions.map { choice($0.variant) } })
    } else {
      bucket = nil
    }
  }
}

final class CompiledBucket: Sendable {
  let source: FlagConfiguration.Bucket
  let selector: SelectorReference
  /// Salt and slash, to which the text is added for hashing.
  let prefix: [UInt8]
  /// For each allocation, what each distribution leads to.
  let choices: [[CompiledSegment.Choice]]

  init(
    source: FlagConfiguration.Bucket, selector: SelectorReference, prefix: [UInt8],
    choices: [[CompiledSegment.Choice]]
  ) {
    self.source = source
    self.selector = selector
    self.prefix = prefix
    self.choices = choices
  }
}

/// Resolves selectors of one configuration and numbers the distinct paths into the context.
struct SelectorCompiler {
  private let flags: [[UInt8]: Int]
  private var slots: [[[UInt8]]: Int] = [:]
  /// The path of each slot, below `context`.
  private(set) var paths: [[String]] = []
  private(set) var resultPaths: [ResultPath] = []

  init(flags: [[UInt8]: Int]) { self.flags = flags }

  mutating func reference(to selector: [String]) -> SelectorReference {
    guard let root = selector.first, !selector.contains(where: \.isEmpty) else { return .nothing }
    let path = Array(selector.dropFirst())
    if root.isExactly("context") {
      let key = path.map { Array($0.utf8) }
      if let slot = slots[key] { return .context(slot: slot) }
      slots[key] = paths.count
      paths.append(path)
      return .context(slot: paths.count - 1)
    }
    guard root.isExactly("result") else { return .nothing }
    guard let key = path.first else { return .allResults }
    guard let flag = flags[Array(key.utf8)] else { return .nothing }
    resultPaths.append(ResultPath(flag: flag, path: Array(path.dropFirst())))
    return .result(resultPaths.count - 1)
  }
}
