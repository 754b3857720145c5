/// Counts which variants users get, beside what the weights of the configuration let expect.
package struct VariantCounter {
  private let evaluator: Evaluator
  private let plan: EvaluationPlan
  private var recorder = CountRecorder()
  private var users = 0
  /// By flag number, then by the place of the variant in the flag.
  private var counts: [[Int]]
  /// How many users came by each segment, bucketed and not, by flag and segment number.
  private var bucketed: [[Int]]
  private var unbucketed: [[Int]]
  /// By flag number, the places of the variants by name.
  private let places: [[[UInt8]: Int]]

  package init(_ evaluator: Evaluator, plan: EvaluationPlan) {
    self.evaluator = evaluator
    self.plan = plan
    let flags = evaluator.configuration.flags
    counts = flags.map { Array(repeating: 0, count: $0.variants.count) }
    bucketed = flags.map { Array(repeating: 0, count: $0.segments.count) }
    unbucketed = bucketed
    places = flags.map { flag in
      Dictionary(
        flag.variants.enumerated().map { (Array($0.element.name.utf8), $0.offset) }, uniquingKeysWith: { $1 })
    }
  }

  /// Evaluates a user and counts the results; a user whose evaluation fails is not counted.
  package mutating func count(_ context: EvaluationContext) throws(EvaluationError) {
    recorder.removeAll()
    let results = try evaluator.evaluate(context, plan: plan, recorder: &recorder)
    users += 1
    for number in plan.written {
      guard let variant = results.byFlag[number], let place = places[number][Array(variant.name.utf8)] else { continue }
      counts[number][place] += 1
    }
    for reach in recorder.reached {
      if reach.isBucketed {
        bucketed[reach.flag][reach.segment] += 1
      } else {
        unbucketed[reach.flag][reach.segment] += 1
      }
    }
  }

  /// What was counted so far, flags in the order of their keys.
  package var distributions: [VariantDistribution] { plan.written.map(distribution) }

  /// Each segment gives its weights to the users who came by it; those whom it leaves without a variant come by the
  /// next.
  private func distribution(of number: Int) -> VariantDistribution {
    let flag = evaluator.flags[number]
    var expected = Array(repeating: 0.0, count: counts[number].count)
    for (index, segment) in flag.segments.enumerated() {
      let came = Double(bucketed[number][index])
      if came > 0 {
        for (name, share) in SegmentWeights(of: segment).shares {
          if let place = places[number][Array(name.utf8)] { expected[place] += came * share }
        }
      }
      if case .variant(let variant) = segment.standard, let place = places[number][Array(variant.name.utf8)] {
        expected[place] += Double(unbucketed[number][index])
      }
    }
    let variants = flag.source.variants.enumerated().map { place, variant in
      VariantDistribution.Row(
        name: variant.name, key: variant.variant.key, count: counts[number][place], expected: expected[place])
    }
    return VariantDistribution(
      flag: flag.source.key, users: users, variants: variants, without: users - counts[number].reduce(0, +))
  }
}
