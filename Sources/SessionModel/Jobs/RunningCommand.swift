/// A command that is being acted on: what its outcome has to name.
struct RunningCommand: Equatable, Sendable {
  /// Counted from 1 in the session.
  var number: Int
  var name: String
  /// As written, without `!` and `&`.
  var text: String
  /// A leading `!`.
  var expectsFailure: Bool
  /// A trailing `&`.
  var inBackground: Bool
}
