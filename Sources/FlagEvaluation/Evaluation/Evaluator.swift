import TextFormats

/// Evaluates the flags of one configuration for users, as one official engine does.
///
/// Making one converts and resolves everything that does not depend on the user; evaluating reads it only, so one
/// evaluator serves any number of users.
package struct Evaluator: Sendable {
  package let configuration: FlagConfiguration
  package let dialect: Dialect
  let flags: [CompiledFlag]
  private let numbers: [[UInt8]: Int]
  private let contextPaths: [[String]]
  private let resultPaths: [ResultPath]
  private let order: DependencyOrder
  /// The numbers of the flags in the order of their keys' bytes.
  private let sorted: [Int]

  package init(_ configuration: FlagConfiguration, dialect: Dialect = .javaScript) {
    self.configuration = configuration
    self.dialect = dialect
    var numbers: [[UInt8]: Int] = [:]
    for (number, flag) in configuration.flags.enumerated() { numbers[Array(flag.key.utf8)] = number }
    self.numbers = numbers
    var compiler = SelectorCompiler(flags: numbers)
    var flags: [CompiledFlag] = []
    for (number, flag) in configuration.flags.enumerated() {
      flags.append(CompiledFlag(flag, number: number, compiler: &compiler, dialect: dialect))
    }
    self.flags = flags
    contextPaths = compiler.paths
    resultPaths = compiler.resultPaths
    order = DependencyOrder(
      dependencies: configuration.flags.map { flag in flag.dependencies.compactMap { numbers[Array($0.utf8)] } })
    sorted = flags.indices.sorted { flags[$0].source.key.precedes(flags[$1].source.key) }
  }

  /// Which flags to evaluate, and in which order: the wanted ones with what they depend on, or all when `keys` is nil.
  ///
  /// Unknown keys and repeats are ignored; an empty list asks for nothing (evaluation.md 13). Throws `.cycle`.
  package func plan(for keys: [String]? = nil) throws(EvaluationError) -> EvaluationPlan {
    let wanted: [Int]
    if let keys {
      wanted = keys.compactMap { numbers[Array($0.utf8)] }
    } else if dialect.indexNamesFirst {
      wanted = IndexName.first(Array(flags.indices)) { flags[$0].source.key }
    } else {
      wanted = Array(flags.indices)
    }
    do {
      let placed = try order.order(of: wanted)
      var isWritten = Array(repeating: false, count: flags.count)
      for number in placed { isWritten[number] = true }
      return EvaluationPlan(
        flags: placed, written: sorted.filter { isWritten[$0] }, keys: { flags[$0].source.key })
    } catch {
      throw .cycle(error.flags.map { flags[$0].source.key })
    }
  }

  /// The results for one user. A plan is worth keeping when many users follow.
  package func evaluate(
    _ context: EvaluationContext, plan: EvaluationPlan? = nil
  ) throws(EvaluationError) -> EvaluationResults {
    var recorder = NoRecorder()
    return try evaluate(context, plan: plan, recorder: &recorder)
  }

  /// The results for one user with everything that led to them.
  package func trace(
    _ context: EvaluationContext, plan: EvaluationPlan? = nil
  ) throws(EvaluationError) -> (results: EvaluationResults, trace: EvaluationTrace) {
    var recorder = TraceRecorder(dialect: dialect)
    let results = try evaluate(context, plan: plan, recorder: &recorder)
    return (results, EvaluationTrace(dialect: dialect.name, flags: recorder.flags))
  }

  func evaluate<Recorder: EvaluationRecorder>(
    _ context: EvaluationContext, plan: EvaluationPlan?, recorder: inout Recorder
  ) throws(EvaluationError) -> EvaluationResults {
    let plan = if let plan { plan } else { try self.plan() }
    var run = EvaluationRun(
      context: .object(context.document), paths: contextPaths, resultPaths: resultPaths, flagCount: flags.count,
      dialect: dialect)
    var results = EvaluationResults()
    results.variants.reserveCapacity(plan.flags.count)
    for number in plan.flags {
      if let variant = try run.evaluate(flags[number], recorder: &recorder) {
        run.variants[number] = variant
        results.variants.append(variant)
      }
    }
    results.byFlag = run.variants
    return results
  }
}

/// An order of evaluation; belongs to the evaluator that made it.
package struct EvaluationPlan: Sendable {
  let flags: [Int]
  /// The flags whose results are written, in the order of their keys' bytes.
  let written: [Int]
  /// The keys of the flags, in order of evaluation.
  package let keys: [String]

  init(flags: [Int], written: [Int], keys: (Int) -> String) {
    self.flags = flags
    self.written = written
    self.keys = flags.map(keys)
  }

  /// Appends the results of an evaluation by this plan as one JSON object, flag key to written form, keys sorted.
  package func write(_ results: EvaluationResults, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for number in written {
      guard let variant = results.byFlag[number] else { continue }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.append(contentsOf: variant.writtenMember)
    }
    output.append(UInt8(ascii: "}"))
  }
}
