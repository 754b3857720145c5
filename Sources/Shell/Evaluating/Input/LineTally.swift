/// How many lines were read; empty ones do not count.
struct LineTally {
  var lines = 0
  var bad = 0
  /// Of the input.
  var bytes = 0
}
