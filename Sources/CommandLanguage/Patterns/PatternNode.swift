/// The tree of a pattern.
indirect enum PatternNode: Sendable {
  case empty
  case scalars(ScalarSet)
  case start
  case end
  case boundary(Bool)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// `most` is nil when there is no upper end.
  case repeated(PatternNode, least: Int, most: Int?)
}
