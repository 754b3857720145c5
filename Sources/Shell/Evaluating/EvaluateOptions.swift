/// What `flagsh evaluate` was asked for (product.md section 2).
struct EvaluateOptions: Equatable {
  enum Form: Equatable {
    /// A line of results for each user.
    case results
    /// How many users get which variant.
    case counts
    /// Where the engines differ.
    case differences
  }

  var form = Form.results
  /// The file with the flags; nil for the flags of the world.
  var flags: String?
  /// Whether each line brings its own flags.
  var isCases = false
  /// The wanted flags; nil for all.
  var keys: [String]?
  var explains = false
  var isStrict = false
}
